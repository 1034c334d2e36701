import { readFileSync, writeFileSync } from 'node:fs';
import { PAGES, type Page } from './pages.ts';
import { readSettings, type ShellSettings } from './shell-state.ts';

/** What the window last looked like: the next start opens it so while the core, which knows, is still starting. */
export interface LastStart extends ShellSettings {
  readonly page: Page;
}

/** What the file says, or `null` when there is none or it does not make sense. */
export const readLastStart = (file: string): LastStart | null => {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof value !== 'object' || value === null) return null;
    const page = PAGES.find((known) => known === Reflect.get(value, 'page'));
    return page === undefined ? null : { page, ...readSettings(value) };
  } catch {
    return null;
  }
};

/** Losing it costs the next start a moment and nothing else. */
export const writeLastStart = (file: string, { page, theme, language }: LastStart): void => {
  try {
    writeFileSync(file, JSON.stringify({ page, theme, language }), { mode: 0o600 });
  } catch {
    // the next start waits for the core
  }
};
