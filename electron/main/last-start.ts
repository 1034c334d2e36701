import { readFileSync, writeFileSync } from 'node:fs';
import { PAGES, type Page } from './pages.ts';
import { readSettings, type ShellSettings } from './shell-state.ts';

/** What the window last looked like: the next start opens it so while the core, which knows, is still starting. */
export interface LastStart extends Pick<ShellSettings, 'theme' | 'language'> {
  readonly page: Page;
  /** It was said what closing the window means. */
  readonly toldBackground: boolean;
}

/** What the file says, or `null` when there is none or it does not make sense. */
export const readLastStart = (file: string): LastStart | null => {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof value !== 'object' || value === null) return null;
    const page = PAGES.find((known) => known === Reflect.get(value, 'page'));
    const { theme, language } = readSettings(value);
    const toldBackground = Reflect.get(value, 'toldBackground') === true;
    return page === undefined ? null : { page, theme, language, toldBackground };
  } catch {
    return null;
  }
};

/** Losing it costs the next start a moment and nothing else. */
export const writeLastStart = (file: string, start: LastStart): void => {
  try {
    writeFileSync(file, JSON.stringify(start), { mode: 0o600 });
  } catch {
    // the next start waits for the core
  }
};
