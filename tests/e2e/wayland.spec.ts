import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { launchDesk, projectRoot, type RunningDesk } from '../support/electron-app.ts';
import { startWaylandDisplay, type WaylandDisplay } from '../support/wayland-display.ts';
import { callFrom, goTo } from './pages/open-desk.ts';

test.skip(process.platform !== 'linux', 'Only Linux has Wayland.');

let display: WaylandDisplay;
let desk: RunningDesk;
let said: string;

test.beforeEach(async () => {
  display = await startWaylandDisplay();
  said = '';
});
test.afterEach(async () => {
  await desk?.close();
  await display.close();
});

/** Starts the app on the desktop with Wayland, and collects the messages that the two exchange. */
const open = async (...args: readonly string[]): Promise<void> => {
  const onErrorOutput = (text: string): void => {
    said += text;
  };
  desk = await launchDesk({ args: ['--ozone-platform=wayland', ...args], env: display.env, onErrorOutput });
};
const windows = () =>
  desk.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => ({ isVisible: window.isVisible(), title: window.getTitle() })),
  );

test('the window is shown and works, although Wayland does not paint hidden windows', async () => {
  await open('--try-sandbox');
  await expect.poll(windows).toEqual([{ isVisible: true, title: 'Reseller Desk' }]);
  const { page } = desk;
  await page.waitForURL('app://desk/');
  // A click waits until the page is painted.
  await goTo(page, 'Clients');
  await expect(page.getByRole('grid', { name: 'Clients' })).toBeVisible();
  expect((await callFrom(() => page)('account.state', {})).accounts).toHaveLength(1);
});

test('the help is shown as well, and its window has the id by which the desktop finds the icon of the app', async () => {
  await open();
  await expect.poll(windows).toMatchObject([{ isVisible: true }]);
  const help = desk.app.waitForEvent('window');
  await desk.page.getByRole('button', { name: 'Read the manual (F1)' }).click();
  await (await help).getByRole('link', { name: 'Money', exact: true }).click();
  await expect.poll(windows).toEqual([
    { isVisible: true, title: 'Manual · Reseller Desk' },
    { isVisible: true, title: 'Reseller Desk' },
  ]);
  const { desktopName } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
    readonly desktopName: string;
  };
  await expect
    .poll(() => [...said.matchAll(/\.set_app_id\("([^"]*)"\)/g)].at(-1)?.[1])
    .toBe(desktopName.replace(/\.desktop$/, ''));
});

test('the app that was started hidden without a tray has a minimised window, which the second start opens', async () => {
  await open('--try-sandbox', '--hidden');
  await expect.poll(() => said).toContain('.set_minimized()');
  // Nothing is painted while it is minimised, so a click succeeds only if a second start brings it back.
  await desk.app.evaluate(({ app }) => app.emit('second-instance', {}, []));
  await goTo(desk.page, 'Clients');
  await expect(desk.page.getByRole('grid', { name: 'Clients' })).toBeVisible();
});
