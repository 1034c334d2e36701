import { expect, test } from '@playwright/test';
import { type Sandbox, startSandbox } from '#sandbox/index.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { type ControlClient, createControlClient } from '../support/control-client.ts';
import type { RunningDesk } from '../support/electron-app.ts';
import { ClientsPage, openTab } from './pages/clients-page.ts';
import { inEveryLook } from './pages/looks.ts';
import { callFrom } from './pages/open-desk.ts';
import { shareWindow } from './pages/shared-window.ts';
import { VpnPanel } from './pages/vpn-panel.ts';

let sandbox: Sandbox;
let control: ControlClient;
const shared = shareWindow();
let desk: RunningDesk;
let clients: ClientsPage;
let vpn: VpnPanel;

const call = callFrom(() => desk.page);
const press = (keys: string) => desk.page.keyboard.press(keys);
const action = (name: string) =>
  clients.detail.getByRole('toolbar', { name: 'Actions for the client' }).getByRole('button', { name });
const dialog = () => desk.page.getByRole('dialog');

/** A client that the service knows, with two subscriptions, and one that it does not know. */
const ANNA = { messengerId: 100_200_301, clientKey: 'anna-shop', name: 'Anna', note: '', tags: [] };
const ZOE = { messengerId: 777, clientKey: 'zoe-key', name: 'Zoe', note: '', tags: [] };

test.beforeEach(async () => {
  sandbox = await startSandbox({ stateDir: null, control: true, seed: 1 });
  control = createControlClient(sandbox.controlUrl ?? '');
  desk = await shared.openServiceDesk(sandbox, 'Test');
  clients = new ClientsPage(desk.page);
  vpn = new VpnPanel(desk.page);
  await call('clients.add', ANNA);
  await call('clients.add', ZOE);
  await clients.open();
});
test.afterEach(async () => {
  await desk.close();
  await sandbox.close();
});

test('the head says who it is and how they stand, and stays while the card scrolls', async () => {
  await clients.row('Anna').click();
  await expect(vpn.items).toHaveCount(2);
  const { detail } = clients;
  await expect(detail.getByText('100200301 · anna-shop', { exact: true })).toBeVisible();
  await expect(detail.getByRole('term').filter({ hasText: 'Traffic left' })).toBeVisible();
  await expect(detail.getByText(/^in [23] days/).first()).toBeVisible();
  await expect(detail.getByText(/^as of /).first()).toBeVisible();
  await openTab(desk.page, 'Traffic');
  await detail.getByRole('button', { name: 'New list' }).scrollIntoViewIfNeeded();
  await expect(detail.getByRole('heading', { level: 2, name: 'Anna' })).toBeInViewport();
  await expect(action('Renew')).toBeInViewport();

  // The next card opens with the same tab.
  await clients.row('Zoe').click();
  await expect(desk.page.getByRole('tab', { name: 'Traffic' })).toHaveAttribute('aria-selected', 'true');
  await openTab(desk.page, 'VPN');
});

test('the head says of VPN and of traffic when each was read, as their tabs do', async () => {
  await clients.row('Anna').click();
  await expect(vpn.items).toHaveCount(2);
  const { detail } = clients;
  const headAge = (name: string) =>
    detail.getByRole('term').filter({ hasText: name }).locator('time').getAttribute('datetime');
  const tabAge = (name: string) =>
    detail.getByRole('region', { name }).locator('time').first().getAttribute('datetime');
  await openTab(desk.page, 'Traffic');
  await expect(detail.getByRole('region', { name: 'Traffic left' }).locator('time')).toBeVisible();
  const traffic = await tabAge('Traffic left');
  await expect.poll(() => headAge('Traffic left')).toBe(traffic);
  await openTab(desk.page, 'VPN');
  const readVpn = await tabAge('VPN subscriptions');
  await expect.poll(() => headAge('VPN')).toBe(readVpn);
  expect(readVpn).not.toBe(traffic);
});

test('a key begins an action for the client of the card, and none while a text is typed', async () => {
  await clients.row('Zoe').click();
  await press('ArrowUp');
  await press('r');
  await expect(dialog()).toContainText('Renew the VPN of Anna · anna-shop');
  await expect(dialog().getByRole('radio', { name: '1 month', exact: true })).toBeFocused();
  await press('Escape');
  await press('t');
  await expect(dialog()).toContainText('Buy traffic for Anna · anna-shop');
  await press('Escape');
  await press('q');
  await expect(dialog().getByRole('img', { name: 'QR code of the subscription link' })).toBeVisible();
  await expect(dialog()).toContainText('Anna · anna-shop');
  await press('Escape');
  await expect(dialog()).toBeHidden();
  await press('m');
  await expect(desk.page.getByRole('tab', { name: 'Money' })).toHaveAttribute('aria-selected', 'true');

  await openTab(desk.page, 'Details');
  await clients.detail.getByRole('textbox', { name: 'Note' }).fill('');
  await clients.detail.getByRole('textbox', { name: 'Note' }).pressSequentially('hotrqlm');
  await expect(dialog()).toBeHidden();
  await expect(clients.detail.getByRole('textbox', { name: 'Note' })).toHaveValue('hotrqlm');
  await openTab(desk.page, 'VPN');
  await press('h');
  await expect(desk.page.getByRole('heading', { level: 1 })).toHaveText('Hand over to Anna · anna-shop');
});

test('an action that cannot be done says why, and a client without VPN gets a first subscription', async () => {
  await clients.row('Zoe').click();
  await expect(clients.detail.getByText('This client has no VPN subscription.')).toBeVisible();
  await expect(action('Link')).toBeDisabled();
  await expect(action('Link')).toHaveAccessibleDescription('No VPN');
  await press('l');
  await expect(desk.page.getByText('Copy the VPN link: No VPN')).toBeVisible();
  await press('r');
  await expect(dialog()).toContainText('VPN for Zoe · zoe-key');
  await vpn.inDialog('Review the order').click();
  await vpn.inDialog(/^Buy 1 month of VPN for /).click();
  await expect(dialog().getByText(/^Bought: VPN for 1 month/)).toBeVisible();
  await vpn.inDialog('Done').click();
  await expect(action('Link')).toBeEnabled();
  await press('l');
  await expect(desk.page.getByText('The VPN link of Zoe · zoe-key is copied')).toBeVisible();
  await expect.poll(() => desk.app.evaluate(({ clipboard }) => clipboard.readText())).toMatch(/^https:\/\//);
});

test('the menu of a row names its client and acts for it, whoever is in the card', async () => {
  await clients.row('Anna').click();
  await expect(vpn.items).toHaveCount(2);
  await clients.row('Zoe').click({ button: 'right' });
  await expect(desk.page.getByRole('menu')).toContainText('Zoe · zoe-key');
  await desk.page.getByRole('menuitem', { name: 'Top up traffic…' }).click();
  await expect(dialog()).toContainText('Buy traffic for Zoe · zoe-key');
  await press('Escape');
  await expect(clients.detail.getByRole('heading', { level: 2, name: 'Zoe' })).toBeVisible();
  expect(await control.requests({ method: 'POST', path: '/premium/traffic/buy' })).toHaveLength(0);
});

test('the proxies of the client stand in the card with their ends, and are extended and taken away there', async () => {
  const { ids } = await call('clients.ids', { filter: {}, sort: { by: 'name', direction: 'asc' } });
  const clientId = ids[0] ?? 0;
  await call('dedicated.countries', { ipv: 4 });
  const order = { kind: 'dedicated', clientId, ipv: 4, countryCode: 'de', period: 30, count: 2 } as const;
  const { offerId, priceKopecks } = await call('purchases.offer', { order });
  await call('purchases.confirm', { offerId, priceKopecks, despite: [] });
  await clients.row('Anna').click();
  await openTab(desk.page, 'Proxies');
  const section = clients.detail.getByRole('region', { name: 'Dedicated proxies' });
  const proxies = section.getByRole('listitem');
  await expect(proxies).toHaveCount(2);
  await expect(proxies.first()).toContainText(/\d+ days/);
  await section.getByRole('button', { name: 'Extend all 2…' }).click();
  await expect(dialog()).toContainText('Extend 2 proxies');
  await press('Escape');
  await proxies
    .first()
    .getByRole('button', { name: /^Actions for / })
    .click();
  await desk.page.getByRole('menuitem', { name: 'Extend…' }).click();
  await vpn.inDialog('Review the order').click();
  await vpn.inDialog(/^Extend 1 proxy by 30 days for/).click();
  await expect(dialog().getByText(/^Extended: 1 proxy/)).toBeVisible();
  // The message appears above the button, and would move it away from under the pointer.
  await expect(dialog().getByRole('textbox', { name: 'Message' })).toBeVisible();
  await vpn.inDialog('Done').click();

  await proxies.first().click({ button: 'right' });
  await desk.page.getByRole('menuitem', { name: 'Unassign from the client' }).click();
  await expect(proxies).toHaveCount(1);
  await clients.undo();
  await expect(proxies).toHaveCount(2);
  await expectAccessible(desk.page, 'the proxies in the card');
  await clients.row('Zoe').click();
  await expect(section).toContainText('No dedicated proxy is assigned to this client.');
  await openTab(desk.page, 'VPN');
});

test('the card is accessible in every look, with the longest name', async () => {
  const name = 'Константин Константинопольский '.repeat(9).trim();
  await call('clients.add', { ...ZOE, clientKey: 'k'.repeat(400), name });
  await clients.row('Константин').click();
  await expect(clients.detail.getByText('This client has no VPN subscription.')).toBeVisible();
  const right = (box: { readonly x: number; readonly width: number } | null) => (box?.x ?? 0) + (box?.width ?? 0);
  const card = desk.page.getByRole('complementary').last();
  const edge = right(await card.boundingBox());
  await inEveryLook({ page: desk.page, call }, async (_, look) => {
    await expectAccessible(desk.page, look);
    const last = card.getByRole('toolbar').getByRole('button').last();
    expect(right(await last.boundingBox())).toBeLessThanOrEqual(edge);
  });
});
