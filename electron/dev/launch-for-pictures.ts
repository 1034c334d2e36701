import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { rootArguments } from './launch-electron.ts';
import { projectRoot } from './places.ts';

/** A small laptop: a window that works here works everywhere, and wider pictures could not be read in the manual's window. */
export const WINDOW_SIZE = { width: 1280, height: 800 } as const;

/** Launches the built app to take pictures of its window. `language` is a locale. */
export const launchForPictures = (userData: string, language: string): Promise<ElectronApplication> =>
  _electron.launch({
    executablePath: process.env.ELECTRON_EXEC_PATH ?? '',
    args: [...rootArguments(), projectRoot, `--user-data-dir=${userData}`, `--lang=${language}`],
    cwd: projectRoot,
    colorScheme: null,
    // By default Playwright switches Chromium's sandbox off for every user; `rootArguments` does so only for root.
    chromiumSandbox: true,
  });

/** Returns the first window of the app, in the size of the pictures. */
export const firstWindowAtSize = async (app: ElectronApplication): Promise<Page> => {
  const page = await app.firstWindow();
  await (await app.browserWindow(page)).evaluate((window, { width, height }) => {
    window.setContentSize(width, height);
  }, WINDOW_SIZE);
  return page;
};

/** Moves the pointer over the status bar, where nothing reacts to it. */
export const moveMouseAway = (page: Page): Promise<void> =>
  page.mouse.move(WINDOW_SIZE.width / 2, WINDOW_SIZE.height - 4);
