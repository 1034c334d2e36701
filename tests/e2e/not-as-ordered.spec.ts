import { expect, type Locator, test } from '@playwright/test';
import { type Sandbox, startSandbox } from '#sandbox/index.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { createControlClient } from '../support/control-client.ts';
import { type RunningDesk, screenshot } from '../support/electron-app.ts';
import { ClientsPage, openTab } from './pages/clients-page.ts';
import { inEveryLook } from './pages/looks.ts';
import { callFrom, openServiceDesk } from './pages/open-desk.ts';
import { VpnPanel } from './pages/vpn-panel.ts';

const FOREIGN = '0b1c2d3e-4f50-4617-8829-3a4b5c6d7e8f';

let sandbox: Sandbox;
let desk: RunningDesk;
const call = callFrom(() => desk.page);

test.beforeEach(async () => {
  sandbox = await startSandbox({ stateDir: null, control: true, seed: 1 });
  desk = await openServiceDesk(sandbox, 'Test');
});
test.afterEach(async () => {
  await desk.close();
  await sandbox.close();
});

test('a renewal whose answer names another subscription is shown beside the order, and does not change the client', async () => {
  const { page } = desk;
  const { id: clientId } = await call('clients.add', {
    messengerId: 100_200_301,
    clientKey: 'anna-shop',
    name: 'Anna',
    note: '',
    tags: [],
  });
  await createControlClient(sandbox.controlUrl ?? '').addFaults({
    match: { method: 'POST', path: '/vpn/renew' },
    fault: { kind: 'replace-data', data: { uuid: FOREIGN, expireAt: '2031-01-01T00:00:00.000Z' } },
  });
  const [clients, vpn] = [new ClientsPage(page), new VpnPanel(page)];
  await clients.open();
  await clients.row('Anna').click();
  await openTab(page, 'VPN');
  await expect(vpn.items).toHaveCount(2);
  const uuids = async () => (await call('vpn.state', { clientId })).subscriptions.map(({ uuid }) => uuid);
  const known = await uuids();
  await vpn.order(vpn.items.first().getByRole('button', { name: /^Renew the subscription/ }), '1 month');
  await vpn.inDialog(/^Renew by 1 month for /).click();

  const { dialog } = vpn;
  await expect(
    dialog.getByText('The service charged for this, but its answer does not match the order.'),
  ).toBeVisible();
  await expect(dialog.getByText(/^The answer contains nothing from the order/)).toBeVisible();
  const row = (place: Locator) =>
    place.getByRole('table', { name: 'How the answer differs from the order' }).getByRole('row').nth(1);
  await expect(row(dialog)).toContainText('Subscription');
  await expect(row(dialog)).toContainText(FOREIGN);
  await expect(row(dialog)).toContainText(known[0] ?? 'no subscription');
  await expectAccessible(page, 'the outcome of a purchase that is not as ordered');
  await screenshot(page, 'out/reports/not-as-ordered-outcome.png');

  await dialog.getByRole('button', { name: 'Show in Purchases' }).click();
  const card = page.getByRole('complementary');
  await expect(card.getByText('Not as ordered', { exact: true })).toBeVisible();
  await expect(row(card)).toContainText(FOREIGN);
  await inEveryLook({ page, call }, async (language, look) => {
    await expectAccessible(page, look);
    await screenshot(page, `out/reports/not-as-ordered-${language}.png`);
  });
  await call('settings.update', { language: 'en', theme: 'light' });
  await clients.open();
  await clients.row('Anna').click();
  await openTab(page, 'VPN');
  await expect(vpn.items).toHaveCount(2);
  expect((await uuids()).toSorted()).toEqual(known.toSorted());
});
