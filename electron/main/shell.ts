import { join } from 'node:path';
import { app, type BrowserWindow, session } from 'electron';
import { serveApp } from './app-protocol.ts';
import type { LaunchOptions } from './launch-options.ts';
import { createMainWindow, focusWindow, showPage } from './main-window.ts';
import { hardenSession } from './security.ts';

const outFolder = join(import.meta.dirname, '..');

export const startShell = async (options: LaunchOptions): Promise<void> => {
  await app.whenReady();
  hardenSession(session.defaultSession, options.rendererUrl !== null);
  serveApp(join(outFolder, 'renderer'), options.rendererUrl);
  let window: BrowserWindow | null = createMainWindow({
    preload: join(outFolder, 'preload', 'index.cjs'),
    icon: join(app.getAppPath(), 'resources', 'icon.png'),
    placeFile: join(app.getPath('userData'), 'window.json'),
  });
  window.on('closed', () => {
    window = null;
  });
  app.on('second-instance', () => {
    if (window !== null) focusWindow(window);
  });
  app.on('window-all-closed', () => app.quit());
  await showPage(window, 'welcome');
};
