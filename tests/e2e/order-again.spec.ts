import { expect, test } from '@playwright/test';
import { type Sandbox, startSandbox } from '#sandbox/index.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { callAsColleague } from '../support/colleague.ts';
import { type ControlClient, createControlClient } from '../support/control-client.ts';
import type { RunningDesk } from '../support/electron-app.ts';
import { ClientsPage, openTab } from './pages/clients-page.ts';
import { callFrom } from './pages/open-desk.ts';
import { shareWindow } from './pages/shared-window.ts';
import { TrafficPage } from './pages/traffic-page.ts';
import { VpnPanel } from './pages/vpn-panel.ts';

/** The user confirms exactly what was shown, and the app names a possible earlier payment before another one. */
let sandbox: Sandbox;
let control: ControlClient;
const shared = shareWindow();
let desk: RunningDesk;
let clients: ClientsPage;
let vpn: VpnPanel;
let traffic: TrafficPage;
let clientId: number;

const call = callFrom(() => desk.page);
const PAIR = { messenger_id: 100_200_301, client_key: 'anna-shop' } as const;
const BUY = { method: 'POST', path: '/premium/traffic/buy' } as const;
const RENEW = { method: 'POST', path: '/vpn/renew' } as const;

test.beforeEach(async () => {
  sandbox = await startSandbox({ stateDir: null, control: true, seed: 1 });
  control = createControlClient(sandbox.controlUrl ?? '');
  desk = await shared.openServiceDesk(sandbox, 'Test');
  clients = new ClientsPage(desk.page);
  vpn = new VpnPanel(desk.page);
  traffic = new TrafficPage(desk.page);
  const anna = { messengerId: PAIR.messenger_id, clientKey: PAIR.client_key, name: 'Anna', note: '', tags: [] };
  clientId = (await call('clients.add', anna)).id;
  await clients.open();
  await clients.row('Anna').click();
  await openTab(desk.page, 'VPN');
  await expect(vpn.items).toHaveCount(2);
});
test.afterEach(async () => {
  await desk.close();
  await sandbox.close();
});

/** Loses a purchase through the core: its answer is lost and nothing was charged, so no evidence shows its outcome. */
const loseTraffic = async (gb: number): Promise<number> => {
  await control.addFaults({ match: BUY, times: 1, fault: { kind: 'drop', when: 'before-commit' } });
  const order = { kind: 'traffic', clientId, poolType: 'residential', gb } as const;
  const { offerId, priceKopecks } = await call('purchases.offer', { order });
  const { id, outcome } = await call('purchases.confirm', { offerId, priceKopecks, despite: [] });
  expect(outcome).toBe('open');
  return id;
};

test('an earlier purchase without an outcome is named, and paying once more is a choice', async () => {
  const { page } = desk;
  const first = await loseTraffic(2);
  await control.clearRequests();
  const confirm = await traffic.review('2');
  await expect(traffic.dialog).toContainText(
    new RegExp(`No. ${first} of .* for ₽579: the same thing was ordered before`),
  );
  await expect(confirm).toBeDisabled();
  await expectAccessible(page, 'an order that may be paid for already');
  await traffic.dialog
    .getByRole('checkbox', { name: new RegExp(`Pay again anyway.* no. ${first} may have been`) })
    .check();
  await confirm.click();
  await expect(traffic.dialog).toContainText('Bought: 2 GB of residential traffic');
  expect(await control.requests(BUY)).toHaveLength(1);

  await traffic.dialog.getByRole('button', { name: 'Done' }).click();
  await traffic.review('2');
  await traffic.dialog.getByRole('button', { name: `Show no. ${first}` }).click();
  const detail = page.getByRole('complementary', { name: 'Purchase' });
  await expect(detail.getByText('Number', { exact: true }).locator('+ dd')).toHaveText(String(first));
});

test('a purchase of the same target that is lost after the offer stops the confirmation', async () => {
  const confirm = await traffic.review('2');
  const first = await loseTraffic(2);
  await control.clearRequests();
  await confirm.click();
  await expect(traffic.dialog.getByRole('alert')).toContainText('There is an earlier purchase of the same thing');
  await expect(traffic.dialog).toContainText(`No. ${first} of`);
  await expect(traffic.dialog.getByRole('button', { name: /^Buy / })).toBeDisabled();
  expect(await control.requests(BUY)).toEqual([]);
});

test('a renewal that another computer has paid shows both ends, and needs a new confirmation for the new one', async () => {
  const { page } = desk;
  const before = await call('vpn.state', { clientId });
  const [{ uuid = '' } = {}] = before.subscriptions;
  await vpn.order(vpn.items.first().getByRole('button', { name: /^Renew the subscription/ }), '1 month');
  await expect(vpn.dialog.getByText('Current end', { exact: true })).toBeVisible();
  await callAsColleague(sandbox, '/vpn/renew', { ...PAIR, uuid, period_months: 1 });
  await control.clearRequests();
  await vpn.inDialog(/^Renew by 1 month for /).click();
  await expect(vpn.dialog.getByRole('alert')).toContainText('The end date is no longer the one you saw');
  const row = vpn.dialog.getByRole('table', { name: 'What has changed' }).getByRole('row').nth(1);
  const [seen, now] = [
    await row.getByRole('cell').first().textContent(),
    await row.getByRole('cell').last().textContent(),
  ];
  expect(now).not.toBe(seen);
  await expect(vpn.dialog.getByText('Current end', { exact: true }).locator('+ dd')).toHaveText(now ?? '');
  expect(await control.requests(RENEW)).toEqual([]);
  await expectAccessible(page, 'an order that has changed');

  await vpn.inDialog(/^Renew by 1 month for /).click();
  await expect(vpn.dialog.getByText(/Renewed: VPN \w{8} by 1 month/)).toBeVisible();
  // The dialog showed it, and no message repeats it.
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await control.requests(RENEW)).toHaveLength(1);
});

test('an order for a client who was corrected in the meantime shows both pairs', async () => {
  const confirm = await traffic.review('2');
  const { name, note, tags } = await call('clients.get', { clientId });
  await call('clients.update', { clientId, messengerId: 100_200_301, clientKey: 'anna-new', name, note, tags });
  await confirm.click();
  const row = traffic.dialog.getByRole('table', { name: 'What has changed' }).getByRole('row').nth(1);
  await expect(row.getByRole('cell')).toHaveText(['anna-shop · 100200301', 'anna-new · 100200301']);
  expect(await control.requests(BUY)).toEqual([]);
  await traffic.dialog.getByRole('button', { name: /^Buy / }).click();
  await expect(traffic.dialog).toContainText('Bought: 2 GB');
});
