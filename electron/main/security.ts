import { app, type Session, session, type WebContents } from 'electron';
import { APP_SCHEME, isOwnUrl, parseUrl } from './pages.ts';

/** Locks every page and session the app will ever open, whoever opens it. Call once, before the app is ready. */
export const hardenContents = (): void => {
  // Each session would fetch a dictionary for the language of the system, for fields that nobody spell-checks.
  app.on('session-created', (created) => {
    created.setSpellCheckerEnabled(false);
    created.setSpellCheckerLanguages([]);
  });
  app.on('web-contents-created', (_event, contents) => {
    // Pages never navigate: the shell does, and loadURL does not raise this event.
    contents.on('will-navigate', (event) => event.preventDefault());
    contents.on('will-frame-navigate', (event) => event.preventDefault());
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    zoomStaysInBounds(contents);
  });
};

/** The pages' own session: no permission is ever granted, nothing is downloaded, nothing but `app:` is requested. */
export const hardenSession = (pages: Session = session.defaultSession, allowLocalServer = false): void => {
  pages.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  pages.setPermissionCheckHandler(() => false);
  pages.setDevicePermissionHandler(() => false);
  pages.on('will-download', (event) => event.preventDefault());
  pages.webRequest.onBeforeRequest((details, answer) => {
    answer({ cancel: !isAllowedRequest(details.url, allowLocalServer) });
  });
};

const isAllowedRequest = (text: string, allowLocalServer: boolean): boolean => {
  const url = parseUrl(text);
  if (url === null) return false;
  if (url.protocol === `${APP_SCHEME}:`) return isOwnUrl(text);
  if (url.protocol === 'data:' || url.protocol === 'blob:' || url.protocol === 'devtools:') return true;
  return allowLocalServer && (url.hostname === 'localhost' || url.hostname === '127.0.0.1');
};

const zoomStaysInBounds = (contents: WebContents): void => {
  contents.on('dom-ready', () => void contents.setVisualZoomLevelLimits(1, 1).catch(() => undefined));
};
