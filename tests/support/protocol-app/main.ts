import { app, BrowserWindow } from 'electron';
import { registerAppScheme, type ServingWay, serveApp } from '../../../electron/main/app-protocol.ts';
import { pageUrl } from '../../../electron/main/pages.ts';

/** An app that contains only a window on our own scheme, served in the way that the test names. */
registerAppScheme();
void app.whenReady().then(async () => {
  const served = { folder: process.env.TEST_PAGES ?? '', rendererUrl: null, page: () => 'page.html' };
  serveApp(served, process.env.TEST_WAY as ServingWay);
  await new BrowserWindow({ show: false }).loadURL(pageUrl('desk'));
});
