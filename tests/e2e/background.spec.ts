import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { _electron, expect, type Page, test } from '@playwright/test';
import { type DesktopSession, startKeyringSession } from '../../electron/dev/desktop-session.ts';
import { launchArguments, launchDesk, type RunningDesk, sandboxControl } from '../support/electron-app.ts';
import { type NotificationDaemon, startNotificationDaemon } from '../support/notification-daemon.ts';
import { startTrayWatcher, type TrayWatcher } from '../support/tray-watcher.ts';
import { beginHeldPurchase } from './pages/held-purchase.ts';
import { callFrom } from './pages/open-desk.ts';

let desk: RunningDesk;
let page: Page;
const call = callFrom(() => page);

const open = async (env: Record<string, string> = {}, args: readonly string[] = []): Promise<void> => {
  desk = await launchDesk({ args: ['--try-sandbox', ...args], env, sandboxControl: true });
  page = desk.page;
  await page.waitForURL('app://desk/');
};
test.afterEach(async () => {
  await desk?.close();
});

const windows = () => desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
const closeWindow = () => desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
const end = async (): Promise<number | null> => ((await once(desk.app.process(), 'exit')) as [number | null])[0];

test.describe('on a desktop with a tray', () => {
  test.skip(process.platform !== 'linux', 'This test plays the part of a Linux desktop that has a tray.');
  // A session of its own, because the apps of other tests would put up icons in theirs, too.
  let session: DesktopSession;
  let tray: TrayWatcher;
  let daemon: NotificationDaemon;
  test.beforeAll(async () => {
    session = await startKeyringSession();
    daemon = await startNotificationDaemon(session.env.DBUS_SESSION_BUS_ADDRESS);
  });
  test.afterAll(async () => {
    await daemon.close();
    await session.close();
  });
  test.beforeEach(async () => {
    tray = await startTrayWatcher(session.env.DBUS_SESSION_BUS_ADDRESS ?? '');
  });
  test.afterEach(() => tray.close());

  const reopened = async (): Promise<void> => {
    const next = desk.app.waitForEvent('window');
    await tray.press('Open Reseller Desk');
    page = await next;
    await page.waitForURL(/^app:\/\/desk\//);
  };

  test('closing the window ends its process and keeps the desk working, and its icon opens it again', async () => {
    await open(session.env as Record<string, string>);
    await expect.poll(tray.icons).toBe(1);
    const rendererId = await desk.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId(),
    );
    await closeWindow();
    await expect.poll(windows).toBe(0);
    await expect.poll(daemon.bodies).toEqual([expect.stringContaining('system tray')]);
    await expect
      .poll(() => desk.app.evaluate(({ app }) => app.getAppMetrics().map(({ pid }) => pid)))
      .not.toContain(rendererId);
    await reopened();
    await expect(page.getByRole('button', { name: 'Account: Sandbox' })).toBeVisible();
    await closeWindow();
    await expect.poll(windows).toBe(0);
    // The notice is shown only once.
    expect(daemon.bodies()).toHaveLength(1);

    const ended = end();
    await tray.press('Quit');
    expect(await ended).toBe(0);
  });

  test('its menu shows the balance and the number of things that need the user, and opens the alerts', async () => {
    await open(session.env as Record<string, string>);
    // The refresh reads subscriptions that end soon.
    await call('settings.update', { requestsPerSecond: 20 });
    await call('runs.start', { kind: 'refresh' });
    await expect
      .poll(async () => (await tray.menu()).map(({ label }) => label))
      .toEqual([
        expect.stringMatching(/^Balance ₽[\d,]+\.\d\d$/),
        expect.stringMatching(/^\d+ items? needs? attention$/),
        'Open Reseller Desk',
        'Pause Everything',
        'Quit',
      ]);
    await closeWindow();
    await expect.poll(windows).toBe(0);
    const next = desk.app.waitForEvent('window');
    const needs = (await tray.menu())[1]?.label ?? '';
    await tray.press(needs);
    page = await next;
    await expect(page.getByRole('dialog', { name: 'Alerts' })).toBeVisible();
  });

  test('everything can be paused there and resumed in the window', async () => {
    await open(session.env as Record<string, string>);
    await expect.poll(tray.icons).toBe(1);
    await tray.press('Pause Everything');
    await expect(page.getByRole('button', { name: 'Everything is paused' })).toBeVisible();
    await expect
      .poll(async () => (await tray.menu()).find(({ label }) => label === 'Pause Everything')?.isChecked)
      .toBe(true);
    await page.getByRole('button', { name: 'Everything is paused' }).click();
    await expect(page.getByRole('button', { name: 'Everything is paused' })).toBeHidden();
    expect((await call('settings.get', {})).paused).toBe(false);
  });

  test('a window in which money moves is only hidden, and shows the outcome when it is opened again', async () => {
    await open(session.env as Record<string, string>);
    const control = await sandboxControl(desk.app);
    await beginHeldPurchase(page, control);
    await closeWindow();
    const isVisible = () => desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
    await expect.poll(isVisible).toBe(false);
    await control.release();
    await tray.press('Open Reseller Desk');
    await expect.poll(isVisible).toBe(true);
    await expect
      .poll(async () => (await call('purchases.list', { filter: {}, offset: 0, limit: 1 })).rows)
      .toMatchObject([{ outcome: 'charged' }]);
  });

  test('started hidden, it has no window until the user opens one from its icon', async () => {
    const executablePath = process.env.ELECTRON_EXEC_PATH ?? '';
    const env = { ...process.env, ...session.env } as Record<string, string>;
    const folder = test.info().outputPath('data');
    const args = launchArguments(folder, { args: ['--try-sandbox', '--hidden'] });
    const app = await _electron.launch({ executablePath, args, env, chromiumSandbox: true });
    await expect.poll(tray.icons).toBe(1);
    await expect.poll(async () => (await tray.menu())[0]?.label).toMatch(/^Balance ₽/);
    expect(app.windows()).toEqual([]);
    const next = app.waitForEvent('window');
    await tray.press('Open Reseller Desk');
    await expect((await next).getByRole('button', { name: 'Account: Sandbox' })).toBeVisible();
    const ended = once(app.process(), 'exit');
    await tray.press('Quit');
    expect((await ended)[0]).toBe(0);
  });

  test('the app ends with its window if the user chose so', async () => {
    await open(session.env as Record<string, string>);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('switch', { name: 'Keep working when the window is closed' }).click();
    await expect.poll(async () => (await call('settings.get', {})).closeToTray).toBe(false);
    const ended = end();
    await closeWindow();
    expect(await ended).toBe(0);
  });
});

test('without a tray closing minimises the window and says so once somebody shows it, and quitting quits at once', async () => {
  test.skip(process.platform !== 'linux', 'Only Linux has desktops without a tray.');
  const session = await startKeyringSession();
  try {
    await open(session.env as Record<string, string>);
    let said = '';
    desk.app.process().stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    // Without a window manager nothing minimises a window, so the test counts the attempts.
    await desk.app.evaluate(({ BrowserWindow }) => {
      Reflect.set(globalThis, 'minimised', 0);
      BrowserWindow.prototype.minimize = () => {
        Reflect.set(globalThis, 'minimised', Number(Reflect.get(globalThis, 'minimised')) + 1);
      };
    });
    const minimised = () => desk.app.evaluate(() => Reflect.get(globalThis, 'minimised') as number);
    await closeWindow();
    await expect.poll(minimised).toBe(1);
    // Nothing on this bus shows notifications. libnotify would print an error for each.
    const daemon = await startNotificationDaemon(session.env.DBUS_SESSION_BUS_ADDRESS);
    await closeWindow();
    await expect.poll(daemon.bodies).toEqual([expect.stringContaining('shows no tray')]);
    expect(await minimised()).toBe(2);
    expect(said).not.toMatch(/notif/i);
    expect(await windows()).toBe(1);
    const ended = end();
    await desk.app.evaluate(({ app }) => setImmediate(() => app.quit()));
    expect(await ended).toBe(0);
    await daemon.close();
  } finally {
    await session.close();
  }
});

test('everything can be paused and resumed from the palette, too', async () => {
  await open();
  const choose = async (words: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Find…' }).getByRole('textbox').fill(words);
    await page.getByRole('dialog', { name: 'Find…' }).getByText(words, { exact: true }).click();
  };
  const mark = page.getByRole('button', { name: 'Everything is paused' });
  await choose('Pause everything');
  await expect(mark).toBeVisible();
  await choose('Resume everything');
  await expect(mark).toBeHidden();
});

test('the system starts it at sign-in, hidden, if the user wants that', async () => {
  test.skip(process.platform !== 'linux', 'Other systems keep this setting in a place that the test cannot read.');
  const config = test.info().outputPath('config');
  await open({ XDG_CONFIG_HOME: config });
  await page.getByRole('button', { name: 'Settings' }).click();
  const wanted = page.getByRole('switch', { name: 'Start at sign-in' });
  await expect(wanted).not.toBeChecked();
  await wanted.click();
  await expect(wanted).toBeChecked();
  const entry = await readFile(join(config, 'autostart', 'reseller-desk.desktop'), 'utf8');
  expect(entry).toContain('"--hidden"');
  expect(entry).toContain(`"--user-data-dir=${desk.userDataDir}"`);
  await wanted.click();
  await expect(wanted).not.toBeChecked();
  await expect(readFile(join(config, 'autostart', 'reseller-desk.desktop'))).rejects.toThrow('ENOENT');
});
