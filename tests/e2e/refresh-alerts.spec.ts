import { expect, test } from '@playwright/test';
import { type Sandbox, SEED_CLIENTS, startSandbox } from '#sandbox/index.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { type ControlClient, createControlClient } from '../support/control-client.ts';
import type { RunningDesk } from '../support/electron-app.ts';
import { type NotificationDaemon, startNotificationDaemon } from '../support/notification-daemon.ts';
import { ClientsPage } from './pages/clients-page.ts';
import { selectJob } from './pages/jobs.ts';
import { callFrom, openServiceDesk } from './pages/open-desk.ts';

let sandbox: Sandbox;
let control: ControlClient;
let desk: RunningDesk;
let clients: ClientsPage;

const call = callFrom(() => desk.page);
const ANNA = { messengerId: 100_200_301, clientKey: 'anna-shop', name: 'Anna', note: '', tags: [] };

interface Caught {
  readonly title: string;
  readonly body: string;
  click(): void;
}
/** Replaces the system's notifications: Electron's class records what it would show. */
const catchNotifications = (): Promise<void> =>
  desk.app.evaluate(({ Notification }) => {
    const caught: Caught[] = [];
    Reflect.set(globalThis, 'caughtNotifications', caught);
    Notification.isSupported = () => true;
    Notification.prototype.show = function show(this: Electron.Notification) {
      caught.push({ title: this.title, body: this.body, click: () => this.emit('click') });
    };
  });
const caught = (): Promise<readonly { readonly title: string; readonly body: string }[]> =>
  desk.app.evaluate(() =>
    (Reflect.get(globalThis, 'caughtNotifications') as Caught[]).map(({ title, body }) => ({ title, body })),
  );
const clickNotification = (): Promise<void> =>
  desk.app.evaluate(() => (Reflect.get(globalThis, 'caughtNotifications') as Caught[])[0]?.click());

// The app shows notifications only where something on the bus would show them.
let daemon: NotificationDaemon;
test.beforeAll(async () => {
  if (process.platform === 'linux') daemon = await startNotificationDaemon();
});
test.afterAll(() => daemon?.close());
test.beforeEach(async () => {
  sandbox = await startSandbox({ stateDir: null, control: true, seed: 1 });
  control = createControlClient(sandbox.controlUrl ?? '');
  desk = await openServiceDesk(sandbox, 'Test');
  clients = new ClientsPage(desk.page);
  await catchNotifications();
});
test.afterEach(async () => {
  await desk.close();
  await sandbox.close();
});

const newestRun = async () => (await call('runs.list', { offset: 0, limit: 1 })).rows[0];

test('a selection is refreshed: the ages are new, failed clients are named, and Activity shows the job', async () => {
  for (const { messengerId, clientKey, displayName } of SEED_CLIENTS.slice(0, 4)) {
    await call('clients.add', { messengerId, clientKey, name: displayName, note: '', tags: [] });
  }
  await clients.open();
  const [first = '', second = ''] = SEED_CLIENTS.map(({ displayName }) => displayName);
  await clients.select(first, second);
  await control.addFaults({ match: { path: '/vpn/info' }, times: 1, fault: { kind: 'not-ok', shape: 'message' } });
  await clients.bulk('Refresh').click();
  await expect.poll(async () => (await newestRun())?.state).toBe('partial');
  const { rows } = await call('clients.list', {
    filter: {},
    sort: { by: 'name', direction: 'asc' },
    offset: 0,
    limit: 10,
  });
  expect(rows.filter(({ trafficAsOf }) => trafficAsOf !== null)).toHaveLength(2);
  const detail = desk.page.getByRole('complementary', { name: 'Selected job' });
  const failed = detail.getByText('1 client could not be refreshed; the earlier data is kept');
  await selectJob(desk.page, /Refreshing \d+ clients/, failed);
  await detail.getByRole('button', { name: 'Try 1 client again' }).click();
  await expect.poll(async () => await newestRun()).toMatchObject({ state: 'done', done: 2, failed: 0 });
});

test('a refresh of all clients is paused, waits in the status bar and resumes', async () => {
  for (let index = 1; index <= 6; index += 1) {
    await call('clients.add', { messengerId: index, clientKey: `c${index}`, name: `C${index}`, note: '', tags: [] });
  }
  await control.addFaults({ match: { path: '/vpn/info' }, skip: 1, fault: { kind: 'hold', when: 'before-commit' } });
  await clients.open();
  await clients.button('Refresh all').click();
  await control.waitForHeld(1);
  await clients.button(/^Refresh: /).click();
  const detail = desk.page.getByRole('complementary', { name: 'Selected job' });
  await detail.getByRole('button', { name: 'Pause' }).click();
  await expect(
    desk.page.getByRole('contentinfo').getByRole('button', { name: /^Refresh paused, \d \/ 6/ }),
  ).toBeVisible();
  await control.clearFaults();
  await detail.getByRole('button', { name: 'Resume' }).click();
  await expect(detail.getByText('Refreshed 6 / 6')).toBeVisible();
  await expect(desk.page.getByRole('contentinfo').getByRole('button', { name: /^Refresh/ })).toHaveCount(0);
});

test('the system and the bell announce an alert, and both open the client', async () => {
  const { id } = await call('clients.add', ANNA);
  await call('vpn.refresh', { clientId: id });
  const bell = desk.page.getByRole('contentinfo').getByRole('button', { name: /unread alert/ });
  await expect(bell).toBeVisible();
  await expect
    .poll(caught)
    .toMatchObject([{ title: 'Anna · anna-shop', body: expect.stringContaining('VPN subscription ends') }]);

  await bell.click();
  const list = desk.page.getByRole('dialog', { name: /alert/ });
  await expect(list.getByRole('heading', { name: 'today: VPN', exact: true })).toBeVisible();
  await expectAccessible(desk.page, 'alerts');
  await list.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(desk.page.getByRole('contentinfo').getByRole('button', { name: /alert, read/ })).toBeVisible();
  await list.getByRole('listitem').first().getByRole('button').first().click();
  await expect(clients.detail.getByRole('heading', { name: 'Anna' })).toBeVisible();
  await expect(list).toBeHidden();

  await desk.page.getByRole('navigation').getByText('Overview', { exact: true }).click();
  await clickNotification();
  await expect(clients.detail.getByRole('heading', { name: 'Anna' })).toBeVisible();
});
