import { app, type Session, session, type WebContents } from 'electron';
import { APP_SCHEME, isHelpUrl, isOwnUrl, parseUrl } from './pages.ts';

/** Restricts every page and session that the app will ever open. Call it once, before the app is ready. */
export const hardenContents = (): void => {
  // Otherwise each session would download a dictionary for the system's language, although no field is spell-checked.
  app.on('session-created', (created) => {
    created.setSpellCheckerEnabled(false);
    created.setSpellCheckerLanguages([]);
  });
  // Since Electron 44 a server that asks for a certificate would get the first one of the system that fits, and with it
  // the user's name.
  app.on('select-client-certificate', (event, _contents, _url, _certificates, answer) => {
    event.preventDefault();
    answer();
  });
  app.on('web-contents-created', (_event, contents) => {
    // Pages never navigate by themselves. Only the shell does, and `loadURL` does not raise these events.
    contents.on('will-navigate', (event) => event.preventDefault());
    contents.on('will-frame-navigate', (event) => event.preventDefault());
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    zoomStaysInBounds(contents);
  });
};

/**
 * Restricts the pages' session: it grants no permission, downloads nothing, and requests nothing but `app:` addresses.
 */
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
  if (url.protocol === `${APP_SCHEME}:`) return isOwnUrl(text) || isHelpUrl(text);
  if (url.protocol === 'data:' || url.protocol === 'blob:' || url.protocol === 'devtools:') return true;
  return allowLocalServer && (url.hostname === 'localhost' || url.hostname === '127.0.0.1');
};

const zoomStaysInBounds = (contents: WebContents): void => {
  contents.on('dom-ready', () => void contents.setVisualZoomLevelLimits(1, 1).catch(() => undefined));
};
