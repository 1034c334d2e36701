import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../electron/dev/places.ts';
import { startTestDesk } from '../support/desk-core.ts';
import { timeToInteractive } from './electron-process.ts';
import { type Bench, compare } from './measure.ts';

const CLIENTS = 10_000;

/** The same kind of window, with nothing in it. */
const BLANK_MAIN = `import { app, BrowserWindow } from 'electron';
const folder = process.argv.find((argument) => argument.startsWith('--user-data-dir=')).split('=')[1];
app.setPath('userData', folder);
app.on('window-all-closed', () => app.quit());
app.on('ready', () => {
  const window = new BrowserWindow({ width: 1280, height: 800, show: false, webPreferences: { sandbox: true } });
  window.once('ready-to-show', () => window.show());
  void window.loadFile(new URL('index.html', import.meta.url).pathname);
});
`;

const writeBlankApp = async (folder: string): Promise<void> => {
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{"name":"blank","version":"1.0.0","type":"module","main":"main.js"}');
  await writeFile(join(folder, 'main.js'), BLANK_MAIN);
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><meta charset="utf-8"><title>Blank</title><h1>Blank</h1>',
  );
};

/** What the app would have on the disk after an import of so many clients, its service out of reach now. */
const writeDesk = async (userData: string, clients: number): Promise<void> => {
  await mkdir(userData);
  const paths = { data: join(userData, 'data'), backups: join(userData, 'backups') };
  const desk = await startTestDesk({ paths });
  const file = join(userData, 'clients.csv');
  const rows = Array.from({ length: clients }, (_, at) => `${at + 1},key-${at},Client number ${at},note ${at % 100}`);
  await writeFile(file, `messenger_id,client_key,name,note\n${rows.join('\n')}\n`);
  desk.dialogs.openQueue.push(file);
  const preview = await desk.call('clients.importOpen', {});
  if (preview === null) throw new Error('The file was not opened.');
  const { added } = await desk.call('clients.importConfirm', { importId: preview.importId, existing: 'skip' });
  if (added !== clients) throw new Error(`${added} of ${clients} clients were imported.`);
  await desk.call('settings.update', { language: 'en' });
  await desk.close();
};

export const measureStart: Bench = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'desk-bench-'));
  try {
    const [desk, blank] = [join(folder, 'desk'), join(folder, 'blank')];
    await writeDesk(desk, CLIENTS);
    await writeBlankApp(blank);
    const result = await compare(
      () => timeToInteractive(projectRoot, [`--user-data-dir=${desk}`, '--lang=en-US'], CLIENTS.toLocaleString('en')),
      () => timeToInteractive(blank, [`--user-data-dir=${join(folder, 'blank-data')}`], 'Blank'),
    );
    return [{ what: 'start to interactive, 10,000 clients ÷ a blank window', unit: 'ms', ...result, target: 1.5 }];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
