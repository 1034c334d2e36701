import { BrowserWindow, screen } from 'electron';
import type { HelpPage } from '#shared/contract/system.ts';
import type { Language } from '#shared/domain/language.ts';
import { offerEditMenu } from './edit-menu.ts';
import { helpUrl } from './pages.ts';
import { focusWindow, onceReadyToShow } from './show-window.ts';
import type { ShellWords } from './texts.ts';

interface HelpWindowOptions {
  readonly icon: string;
  readonly t: ShellWords;
  readonly language: () => Language;
}

/** Large enough for a picture of the main window beside the contents. */
const SIZE = { width: 1120, height: 800 } as const;

/**
 * The window with the manual and the change log. Users keep it beside the main window while they follow the steps, and it
 * opens from the first page, where nobody is signed in. Its pages are files of the app, their policy allows no
 * script (app-protocol.ts), and it has no preload, so nothing in it can ask the core for anything.
 */
export const createHelpWindow = ({ icon, t, language }: HelpWindowOptions) => {
  let window: BrowserWindow | null = null;
  let shown: HelpPage = 'manual';

  const open = (): BrowserWindow => {
    const { width, height } = screen.getPrimaryDisplay().workAreaSize;
    const opened = new BrowserWindow({
      width: Math.min(SIZE.width, width),
      height: Math.min(SIZE.height, height),
      show: false,
      icon,
      // The menu of the app is of use here only for its keys, such as those for zoom and copying.
      autoHideMenuBar: true,
      webPreferences: {
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        webviewTag: false,
        spellcheck: false,
        safeDialogs: true,
        navigateOnDragDrop: false,
      },
    });
    onceReadyToShow(opened, () => opened.show());
    opened.once('closed', () => {
      window = null;
    });
    opened.webContents.on('before-input-event', (event, { type, key }) => {
      if (type !== 'keyDown' || key !== 'Escape') return;
      event.preventDefault();
      opened.close();
    });
    offerEditMenu(opened, t);
    return opened;
  };

  /** Loads the page that is to be shown. A page that is requested in the meantime replaces it. */
  const load = (one: BrowserWindow): void => {
    one.loadURL(helpUrl(shown, language())).catch(() => undefined);
  };

  return {
    /** Opens the window, or brings it to the front. */
    show: (page: HelpPage): void => {
      const before = window;
      const isShown = before !== null && shown === page;
      shown = page;
      window ??= open();
      if (!isShown) load(window);
      if (before !== null) focusWindow(before);
    },
    /** Shows the page in the language that was chosen in the meantime. */
    changeLanguage: (): void => {
      if (window !== null) load(window);
    },
    close: (): void => window?.close(),
  };
};
