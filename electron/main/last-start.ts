import { PAGES, type Page } from './pages.ts';
import { readSettings, type ShellSettings } from './shell-state.ts';
import { readSmallFile, writeSmallFile } from './small-file.ts';

/**
 * The last appearance of the window. The next start opens it like this while the core, which has the real settings, is
 * still starting.
 */
export interface LastStart extends Pick<ShellSettings, 'theme' | 'language'> {
  readonly page: Page;
  /** Whether the user was told what closing the window does. */
  readonly toldBackground: boolean;
}

/** Reads the file. Returns `null` if it is missing or invalid. */
export const readLastStart = (file: string): LastStart | null =>
  readSmallFile(file, (value) => {
    const page = PAGES.find((known) => known === Reflect.get(value, 'page'));
    const { theme, language } = readSettings(value);
    const toldBackground = Reflect.get(value, 'toldBackground') === true;
    return page === undefined ? null : { page, theme, language, toldBackground };
  });

/** Writes the file. Losing it only delays the next start by a moment. */
export const writeLastStart = (file: string, start: LastStart): void => writeSmallFile(file, start);
