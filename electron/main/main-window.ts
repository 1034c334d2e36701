import { BrowserWindow, nativeTheme, screen } from 'electron';
import { type Page, type PageAbout, pageUrl } from './pages.ts';
import { onceReadyToShow } from './show-window.ts';
import { placeFor, readPlace, smallestOn, withinArea, writePlace } from './window-bounds.ts';

interface MainWindowOptions {
  readonly preload: string;
  readonly icon: string;
  /** The file that stores the position of the window. */
  readonly placeFile: string;
  /** Opens the window minimised, so that the user can find it without being disturbed. */
  readonly minimised: boolean;
}

/** The background of the page, to avoid a flash before its first paint. */
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
      // Keep compiled code from the first start on. By default Chromium waits until a page was opened twice in three
      // days.
      v8CacheOptions: 'bypassHeatCheck',
      safeDialogs: true,
      navigateOnDragDrop: false,
    },
  });
  keepOnDisplay(window);
  onceReadyToShow(window, () => {
    if (options.minimised) window.minimize();
    else {
      if (place.maximized) window.maximize();
      window.show();
    }
    // Loading the icon earlier would delay the page. macOS shows the icon of the app itself.
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

/** Keeps the edges of the window reachable when a display is unplugged or its scale changes. */
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
 * Loads one of the two pages. Resolves with `false` if another page was requested before this one had loaded, or if the
 * current page refuses to be left.
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
  // The user must not get back to the page on which a token was typed.
  webContents.navigationHistory.clear();
  // The two pages run in two processes, and keyboard focus does not always move from one to the other.
  if (window.isFocused()) webContents.focus();
  return true;
};

/** Short enough that the page reloads right after the user closes the dialog that held it. */
const ASK_AGAIN_MS = 500;

/** Reloads the page; if the page refuses to be left (renderer/nav/hold.ts), tries again until it agrees. */
export const reloadPage = (window: BrowserWindow): void => {
  const { webContents } = window;
  let timer: NodeJS.Timeout | undefined;
  const askAgain = (): void => {
    // Several refusals at once lead to one further try, or the tries would multiply.
    clearTimeout(timer);
    timer = setTimeout(() => window.isDestroyed() || webContents.reload(), ASK_AGAIN_MS);
  };
  webContents.on('will-prevent-unload', askAgain);
  webContents.once('did-navigate', () => webContents.off('will-prevent-unload', askAgain));
  webContents.reload();
};
