import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The text of the blank window. */
export const BLANK_TEXT = 'Blank';

/** The same kind of window with the same switches, but empty. */
const MAIN = `import { app, BrowserWindow } from 'electron';
const folder = process.argv.find((argument) => argument.startsWith('--user-data-dir=')).split('=')[1];
app.setPath('userData', folder);
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
app.commandLine.appendSwitch('disable-features', 'BackForwardCache');
app.commandLine.appendSwitch('disable-http2');
app.commandLine.appendSwitch('disable-quic');
app.requestSingleInstanceLock();
app.on('window-all-closed', () => process.argv.includes('--stay') || app.quit());
app.on('ready', () => {
  const webPreferences = { contextIsolation: true, sandbox: true, nodeIntegration: false, spellcheck: false };
  const window = new BrowserWindow({ width: 1280, height: 800, show: false, webPreferences });
  window.once('ready-to-show', () => window.show());
  void window.loadFile(new URL('index.html', import.meta.url).pathname);
});
`;

export const writeBlankApp = async (folder: string): Promise<void> => {
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{"name":"blank","version":"1.0.0","type":"module","main":"main.js"}');
  await writeFile(join(folder, 'main.js'), MAIN);
  const page = `<!doctype html><meta charset="utf-8"><title>${BLANK_TEXT}</title><h1>${BLANK_TEXT}</h1>`;
  await writeFile(join(folder, 'index.html'), page);
};
