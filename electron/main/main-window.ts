import { BrowserWindow, nativeTheme, screen } from 'electron';
import { type Page, type PageAbout, pageUrl } from './pages.ts';
import { placeFor, readPlace, smallestOn, withinArea, writePlace } from './window-bounds.ts';

interface MainWindowOptions {
  readonly preload: string;
  readonly icon: string;
  /** Where the window's place is remembered. */
  readonly placeFile: string;
  /** It is there to be found, and in nobody's way. */
  readonly minimised: boolean;
}

/** The page's own background, so that nothing flashes before it has painted. */
const background = (): string => (nativeTheme.shouldUseDarkColors ? '#1c1f23' : '#ffffff');

/** Makes the one window, hidden until its page has painted. */
export const createMainWindow = (options: MainWindowOptions): BrowserWindow => {
  const displays = screen.getAllDisplays().map((display) => display.workArea);
  const place = placeFor(readPlace(options.placeFile), displays);
  const window = new BrowserWindow({
    ...place.bounds,
    show: false,
    title: 'Reseller Desk',
    backgroundColor: background(),
    webPreferences: {
      preload: options.preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      spellcheck: false,
      // The code that Chromium compiled is kept from the first start on, not once the page was opened twice in three days.
      v8CacheOptions: 'bypassHeatCheck',
      safeDialogs: true,
      navigateOnDragDrop: false,
    },
  });
  keepOnDisplay(window);
  window.once('ready-to-show', () => {
    if (options.minimised) window.minimize();
    else {
      if (place.maximized) window.maximize();
      window.show();
    }
    // Unpacking it would hold the page up. A Mac shows the icon of the app itself.
    if (process.platform !== 'darwin') window.setIcon(options.icon);
  });
  window.on('close', () => {
    writePlace(options.placeFile, { bounds: window.getNormalBounds(), maximized: window.isMaximized() });
  });
  const recolour = (): void => window.setBackgroundColor(background());
  nativeTheme.on('updated', recolour);
  window.once('closed', () => nativeTheme.off('updated', recolour));
  return window;
};

/** Keeps its edges in reach: displays are unplugged, and their scale is changed, while it is open. */
const keepOnDisplay = (window: BrowserWindow): void => {
  const adapt = (): void => {
    const area = screen.getDisplayMatching(window.getBounds()).workArea;
    const { width, height } = smallestOn(area);
    const [leastWidth, leastHeight] = window.getMinimumSize();
    if (leastWidth !== width || leastHeight !== height) window.setMinimumSize(width, height);
    if (window.isMaximized() || window.isMinimized() || window.isFullScreen()) return;
    const bounds = window.getBounds();
    if (bounds.width > area.width || bounds.height > area.height) window.setBounds(withinArea(area, bounds));
  };
  adapt();
  window.on('moved', adapt);
  window.on('unmaximize', adapt);
  window.on('restore', adapt);
  window.on('leave-full-screen', adapt);
  screen.on('display-metrics-changed', adapt);
  screen.on('display-removed', adapt);
  window.once('closed', () => {
    screen.off('display-metrics-changed', adapt);
    screen.off('display-removed', adapt);
  });
};

/**
 * Shows one of the two pages, from its beginning. `false`: another page was asked for before this one was there, or the
 * one that is shown cannot be left now.
 */
export const showPage = async (window: BrowserWindow, page: Page, about?: PageAbout): Promise<boolean> => {
  const { webContents } = window;
  let isHeld = false;
  const onHeld = (): void => {
    isHeld = true;
  };
  webContents.once('will-prevent-unload', onHeld);
  try {
    await window.loadURL(pageUrl(page, about));
  } catch (error) {
    if (isHeld || (error instanceof Error && 'code' in error && error.code === 'ERR_ABORTED')) return false;
    throw error;
  } finally {
    webContents.off('will-prevent-unload', onHeld);
  }
  // "Back" must not be a way to the page in which a token was typed.
  webContents.navigationHistory.clear();
  // The two pages are drawn by two processes, and the keys do not always follow from one to the other.
  if (window.isFocused()) webContents.focus();
  return true;
};

/** Often enough to be at once for whoever has closed the dialog that held the page. */
const ASK_AGAIN_MS = 500;

/** Has the page begin anew, at the latest when it can be left (renderer/nav/hold.ts). */
export const reloadPage = (window: BrowserWindow): void => {
  const { webContents } = window;
  const askAgain = (): void => {
    setTimeout(() => window.isDestroyed() || webContents.reload(), ASK_AGAIN_MS);
  };
  webContents.on('will-prevent-unload', askAgain);
  webContents.once('did-navigate', () => webContents.off('will-prevent-unload', askAgain));
  webContents.reload();
};

export const focusWindow = (window: BrowserWindow): void => {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
};
