import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { asFunction } from '../../electron/core/desk/thread/load-core.ts';
import { launchArguments, launchDesk, projectRoot, type RunningDesk } from '../support/electron-app.ts';

const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string };

let desk: RunningDesk | null = null;
const open = async (options: Parameters<typeof launchDesk>[0] = {}): Promise<RunningDesk> => {
  desk = await launchDesk(options);
  return desk;
};

test.afterEach(async () => {
  await desk?.close();
  desk = null;
});

test('the first start opens the welcome page in a visible window', async () => {
  const { app, page } = await open();
  await expect(page).toHaveTitle('Reseller Desk');
  await expect(page).toHaveURL('app://welcome/');
  const window = await app.browserWindow(page);
  await expect.poll(() => window.evaluate((shown) => shown.isVisible())).toBe(true);
  const [width = 0, height = 0] = await window.evaluate((shown) => shown.getMinimumSize());
  expect([width, height]).toEqual([1024, 640]);
});

test('the core is not compiled at every start: V8 uses the code that was compiled during the build', async () => {
  const { app } = await open();
  const main = join(projectRoot, 'out', 'main');
  const names = (await readdir(main, { recursive: true })).filter((name) => name.endsWith('.code'));
  // The core's own code, and the code that it shares with other threads.
  expect(names).toContain('core.code');
  expect(names.filter((name) => name.startsWith('chunks')).length).toBeGreaterThan(2);
  const files = await Promise.all(
    names.map(async (name) => [
      asFunction(await readFile(join(main, name.replace(/\.code$/, '.cjs')), 'utf8')),
      (await readFile(join(main, name))).toString('base64'),
    ]),
  );
  const rejected = await app.evaluate((_electron, made) => {
    const { Worker } = process.getBuiltinModule('node:worker_threads');
    const work = `
      const { parentPort, workerData } = require('node:worker_threads');
      const { Script } = require('node:vm');
      parentPort.postMessage(workerData.map(([text, cached]) =>
        new Script(text, { cachedData: Buffer.from(cached, 'base64') }).cachedDataRejected));
    `;
    const worker = new Worker(work, { eval: true, workerData: made });
    return new Promise((answer) => worker.once('message', answer));
  }, files);
  expect(rejected).toEqual(names.map(() => false));
});

test('only one instance runs: a second start brings the first window to the front and ends', async () => {
  const { app, page, userDataDir } = await open();
  const window = await app.browserWindow(page);
  await expect.poll(() => window.evaluate((shown) => shown.isVisible())).toBe(true);
  await window.evaluate((shown) => shown.hide());
  const executable = process.env.ELECTRON_EXEC_PATH ?? '';
  const second = spawn(executable, launchArguments(userDataDir), { stdio: 'ignore' });
  const [code] = await once(second, 'exit');
  expect(code).toBe(0);
  await expect.poll(() => window.evaluate((shown) => shown.isVisible())).toBe(true);
  expect(app.windows()).toHaveLength(1);
});

test('the window comes back where it was', async () => {
  const userDataDir = await mkdtemp(join(tmpdir(), 'desk-e2e-'));
  const bounds = { x: 60, y: 50, width: 1150, height: 700 };
  const first = await open({ userDataDir });
  // By then the app has started completely and shows its window.
  await first.page.getByRole('heading').first().waitFor();
  await (await first.app.browserWindow(first.page)).evaluate((window, place) => window.setBounds(place), bounds);
  await first.close();

  const second = await open({ userDataDir });
  await second.page.getByRole('heading').first().waitFor();
  const window = await second.app.browserWindow(second.page);
  expect(await window.evaluate((shown) => shown.getBounds())).toEqual(bounds);
  await second.close();
  desk = null;
  await rm(userDataDir, { recursive: true });
});

test('on a display smaller than the smallest window its edges are within reach, then and on a larger one again', async () => {
  const { app, page } = await open();
  await page.getByRole('heading').first().waitFor();
  const window = await app.browserWindow(page);
  /** Shows the display as if the scale was set to 150 % on 1366 × 768, and back. */
  const showDisplay = (width: number, height: number) =>
    app.evaluate(
      ({ screen }, workArea) => {
        screen.getDisplayMatching = () => ({ ...screen.getPrimaryDisplay(), workArea });
        screen.emit('display-metrics-changed', {}, screen.getPrimaryDisplay(), ['scaleFactor', 'workArea']);
      },
      { x: 0, y: 0, width, height },
    );
  await showDisplay(911, 472);
  await expect
    .poll(() => window.evaluate((shown) => shown.getBounds()))
    .toEqual({ x: 0, y: 0, width: 911, height: 472 });
  expect(await window.evaluate((shown) => shown.getMinimumSize())).toEqual([911, 472]);
  await showDisplay(1920, 1040);
  await expect.poll(() => window.evaluate((shown) => shown.getMinimumSize())).toEqual([1024, 640]);
});

test('the menu follows the language of the system and of the setting', async () => {
  const { app, page } = await open({ locale: 'ru' });
  const labels = () => app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map((item) => item.label));
  await page.waitForLoadState();
  expect(await labels()).toEqual(['Файл', 'Правка', 'Вид', 'Окно', 'Справка']);
  await page.evaluate(() => window.desk.invoke('settings.update', { language: 'en' }));
  expect(await labels()).toEqual(['File', 'Edit', 'View', 'Window', 'Help']);
});

test('Help → About names the versions and the data folder, and copies the diagnostics', async () => {
  const { app, page, userDataDir } = await open();
  await page.waitForLoadState();
  const box = await app.evaluate(async ({ dialog, Menu }) => {
    const shown = new Promise<{ message: string; detail: string; buttons: string[] }>((resolve) => {
      dialog.showMessageBox = async (...args: unknown[]) => {
        resolve(args.at(-1) as { message: string; detail: string; buttons: string[] });
        return { response: 1, checkboxChecked: false };
      };
    });
    const help = Menu.getApplicationMenu()?.items.at(-1)?.submenu?.items ?? [];
    help.find(({ label }) => label === 'About Reseller Desk')?.click();
    const { message, detail, buttons } = await shown;
    return { message, detail, buttons };
  });
  expect(box.message).toBe(`Reseller Desk ${version}`);
  expect(box.detail).toMatch(/Electron \d+\.\d+\.\d+ · Chrome [\d.]+ · Node [\d.]+\nSQLite 3\.[\d.]+ · schema \d+\n/);
  expect(box.detail).toContain(join(userDataDir, 'data'));
  expect(box.buttons).toEqual(['Close', 'Copy Diagnostics']);
  await expect
    .poll(() => app.evaluate(({ clipboard }) => clipboard.readText()))
    .toContain(`Reseller Desk ${version}, `);
});

test("the theme setting decides which theme the page takes for the system's", async () => {
  const { page } = await open();
  const isDark = () => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await page.evaluate(() => window.desk.invoke('settings.update', { theme: 'dark' }));
  await expect.poll(isDark).toBe(true);
  await page.evaluate(() => window.desk.invoke('settings.update', { theme: 'light' }));
  await expect.poll(isDark).toBe(false);
});

test('a page that crashes is opened again with one notice, and is not reloaded forever', async () => {
  const { app, page } = await open();
  await page.waitForLoadState();
  await app.evaluate(({ dialog }) => {
    dialog.showMessageBox = async (...args: unknown[]) => {
      const options = args.at(-1) as { message: string };
      const notices = (Reflect.get(globalThis, 'notices') as string[] | undefined) ?? [];
      Reflect.set(globalThis, 'notices', [...notices, options.message]);
      return { response: 0, checkboxChecked: false };
    };
  });
  const notices = () => app.evaluate(() => Reflect.get(globalThis, 'notices') as string[] | undefined);
  const crash = () =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer());
  const title = () =>
    app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      return contents?.isCrashed() === true ? null : contents?.getTitle();
    });
  await crash();
  await expect.poll(notices).toEqual(['The window stopped working and was opened again.']);
  await expect.poll(title).toBe('Reseller Desk');
  await crash();
  await expect.poll(async () => (await notices())?.at(-1)).toBe('The window keeps stopping.');
  expect(await title()).toBeNull();
});

test('a graphics process that keeps dying is switched off before Chromium ends the app, and the app says so', async () => {
  const userDataDir = await mkdtemp(join(tmpdir(), 'desk-e2e-'));
  const first = await open({ userDataDir });
  await first.page.getByRole('heading').first().waitFor();
  const ended = first.app.waitForEvent('close');
  await first.app.evaluate(({ app }) => {
    // The test starts the app again itself.
    app.relaunch = () => undefined;
    for (let death = 0; death < 3; death += 1) {
      const details = { type: 'GPU', reason: 'crashed', exitCode: 139, serviceName: '', name: '' };
      app.emit('child-process-gone', {}, details);
    }
  });
  await ended;
  expect(JSON.parse(await readFile(join(userDataDir, 'graphics.json'), 'utf8'))).toMatchObject({ by: 'deaths' });

  const second = await open({ userDataDir });
  await second.page.getByRole('heading').first().waitFor();
  const settings = () => second.page.evaluate(() => window.desk.invoke('settings.get', {}));
  expect(await settings()).toMatchObject({ value: { hardwareAcceleration: false } });
  const kept = async () => JSON.parse(await readFile(join(userDataDir, 'graphics.json'), 'utf8')) as unknown;
  await expect.poll(kept).toMatchObject({ by: 'deaths', isTold: true });
  await second.page.evaluate(() => window.desk.invoke('settings.update', { hardwareAcceleration: true }));
  await expect.poll(kept).toBeNull();
  await second.close();
  desk = null;
  await rm(userDataDir, { recursive: true });
});
