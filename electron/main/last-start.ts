import { PAGES, type Page } from './pages.ts';
import { readSettings, type ShellSettings } from './shell-state.ts';
import { readSmallFile, writeSmallFile } from './small-file.ts';

/** What the window last looked like: the next start opens it so while the core, which knows, is still starting. */
export interface LastStart extends Pick<ShellSettings, 'theme' | 'language'> {
  readonly page: Page;
  /** It was said what closing the window means. */
  readonly toldBackground: boolean;
}

/** What the file says, or `null` when there is none or it does not make sense. */
export const readLastStart = (file: string): LastStart | null =>
  readSmallFile(file, (value) => {
    const page = PAGES.find((known) => known === Reflect.get(value, 'page'));
    const { theme, language } = readSettings(value);
    const toldBackground = Reflect.get(value, 'toldBackground') === true;
    return page === undefined ? null : { page, theme, language, toldBackground };
  });

/** Losing it costs the next start a moment and nothing else. */
export const writeLastStart = (file: string, start: LastStart): void => writeSmallFile(file, start);
