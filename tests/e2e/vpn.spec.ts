import { expect, test } from '@playwright/test';
import { type Sandbox, startSandbox } from '#sandbox/index.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { type ControlClient, createControlClient } from '../support/control-client.ts';
import type { RunningDesk } from '../support/electron-app.ts';
import { ClientsPage, openTab } from './pages/clients-page.ts';
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

/** A client that the sandbox's service already knows, with two subscriptions. */
const ANNA = { messengerId: 100_200_301, clientKey: 'anna-shop', name: 'Anna', note: '', tags: [] };

const openAnna = async (): Promise<number> => {
  const { id } = await call('clients.add', ANNA);
  await clients.open();
  await clients.row('Anna').click();
  await openTab(desk.page, 'VPN');
  await expect(vpn.items).toHaveCount(2);
  return id;
};

test.beforeEach(async () => {
  sandbox = await startSandbox({ stateDir: null, control: true, seed: 1 });
  control = createControlClient(sandbox.controlUrl ?? '');
  desk = await shared.openServiceDesk(sandbox, 'Test');
  clients = new ClientsPage(desk.page);
  vpn = new VpnPanel(desk.page);
});
test.afterEach(async () => {
  await desk.close();
  await sandbox.close();
});

test('a client’s subscriptions are read when its card is opened, and their links stay hidden until revealed', async () => {
  const clientId = await openAnna();
  const [soon, later] = [vpn.items.first(), vpn.items.last()];
  await expect(soon).toContainText('Active');
  await expect(soon).toContainText(/in [23] days/);
  await expect(soon).toContainText('200 GiB');
  await expect(later).toContainText('Unlimited');
  await expect(clients.row('Anna').getByText(/in [23] days/)).toBeVisible();

  await expect(desk.page.getByText('https://sub.sandbox.test')).toHaveCount(0);
  await soon.getByRole('button', { name: 'Show subscription link' }).click();
  const link = (await soon.getByText(/^https:\/\/sub\.sandbox\.test\/s\//).textContent()) ?? '';
  await soon.getByRole('button', { name: 'Hide subscription link' }).click();
  await expect(desk.page.getByText(link)).toHaveCount(0);

  await soon.getByRole('button', { name: 'Copy subscription link' }).click();
  await expect.poll(() => desk.app.evaluate(({ clipboard }) => clipboard.readText())).toBe(link);

  await soon.getByRole('button', { name: 'Show subscription link' }).focus();
  await desk.page.keyboard.press('Shift+F10');
  await expect(desk.page.getByRole('menuitem', { name: 'Renew…' })).toBeVisible();
  await desk.page.keyboard.press('Escape');
  await soon.click({ button: 'right' });
  await desk.page.getByRole('menuitem', { name: 'Show the link as a QR code' }).click();
  await expect(vpn.dialog.getByRole('img', { name: 'QR code of the subscription link' })).toBeVisible();
  await desk.page.keyboard.press('Escape');
  await expect(vpn.dialog).toBeHidden();
  expect((await call('vpn.state', { clientId })).subscriptions).toHaveLength(2);
});

test('another subscription is bought with the price on the button, and one is renewed', async () => {
  const clientId = await openAnna();
  await vpn.order(vpn.button('Buy a subscription…'), '3 months');
  await vpn.inDialog(/^Buy 3 months of VPN for .*549/).click();
  await expect(vpn.dialog.getByText(/Bought: VPN for 3 months for .*549/)).toBeVisible();
  await vpn.inDialog('Done').click();
  await expect(vpn.items).toHaveCount(3);
  expect((await control.books()).entries).toHaveLength(1);

  const before = await call('vpn.state', { clientId });
  await vpn.order(vpn.items.first().getByRole('button', { name: /^Renew the subscription/ }), '12 months');
  await vpn.inDialog(/^Renew by 12 months for .*1,790/).click();
  await expect(vpn.dialog.getByText(/Renewed: VPN \w{8} by 12 months/)).toBeVisible();
  await vpn.inDialog('Done').click();
  const renewed = before.subscriptions[0]?.uuid ?? '';
  await expect(vpn.items.last()).toContainText(renewed.slice(0, 8));
  const books = await control.books();
  const ledger = await call('purchases.list', { filter: {}, offset: 0, limit: 10 });
  expect(books.entries.reduce((sum, entry) => sum + entry.kopecks, 0)).toBe(ledger.totalSpentKopecks);
});

test('deleting names the loss before it happens', async () => {
  await openAnna();
  await vpn.items
    .first()
    .getByRole('button', { name: /^Delete the subscription/ })
    .click();
  await expect(vpn.dialog.getByText(/You lose subscription \w{8} \(Active\), paid until .*in [23] days/)).toBeVisible();
  await vpn.inDialog('Cancel').click();
  await expect(vpn.items).toHaveCount(2);
  await vpn.items
    .first()
    .getByRole('button', { name: /^Delete the subscription/ })
    .click();
  await vpn.inDialog('Delete the subscription').click();
  await expect(vpn.items).toHaveCount(1);
  await expect(vpn.dialog).toBeHidden();
});

test('a purchase without an answer is shown with its true outcome, and it is charged once', async () => {
  await openAnna();
  await control.addFaults({
    match: { method: 'POST', path: '/vpn/buy' },
    fault: { kind: 'drop', when: 'after-commit' },
  });
  await vpn.order(vpn.button('Buy a subscription…'), '1 month');
  await vpn.inDialog(/^Buy 1 month of VPN for/).click();
  await expect(
    vpn.dialog.getByText('Judging by the service’s data since then, it was probably charged.'),
  ).toBeVisible();
  await vpn.inDialog('Show in Purchases').click();
  await expect(desk.page.getByRole('complementary', { name: 'Purchase' })).toContainText('Probably bought');
  expect(await control.requests({ method: 'POST', path: '/vpn/buy' })).toHaveLength(1);
  expect((await control.books()).entries).toHaveLength(1);
});

test('data stays readable when the service is gone, and a failure keeps it', async () => {
  await openAnna();
  await control.addFaults({ match: { path: '/vpn/info' }, fault: { kind: 'respond', status: 401 } });
  await vpn.button('Refresh the subscriptions').click();
  await expect(vpn.root.getByRole('alert')).toBeVisible();
  await expect(vpn.items).toHaveCount(2);
});

for (const [language, theme, texts] of [
  [
    'en',
    'light',
    { qr: 'Show the link as a QR code', buy: 'Buy a subscription…', review: 'Review the order', del: /^Delete the/ },
  ],
  [
    'ru',
    'dark',
    { qr: 'Показать ссылку QR-кодом', buy: 'Купить подписку…', review: 'Проверить заказ', del: /^Удалить подписку/ },
  ],
] as const) {
  test(`is accessible in ${language}, ${theme}`, async () => {
    await openAnna();
    await call('settings.update', { language, theme });
    await expect(desk.page.locator('html')).toHaveAttribute('lang', language);
    const card = desk.page.getByRole('complementary');
    const button = (name: string | RegExp) => card.getByRole('button', { name }).first();
    const dialog = desk.page.getByRole('dialog');
    await expectAccessible(desk.page, 'card');

    await button(texts.qr).click();
    await expect(dialog.locator('path').first()).toBeVisible();
    await expectAccessible(desk.page, 'QR code');
    await desk.page.keyboard.press('Escape');

    await button(texts.del).click();
    await expectAccessible(desk.page, 'confirmation');
    await desk.page.keyboard.press('Escape');

    await button(texts.buy).click();
    await expect(dialog.getByText(/1[\s,.\u00a0\u202f]?790/).first()).toBeVisible();
    await expectAccessible(desk.page, 'order');
    await dialog.getByRole('button', { name: texts.review }).click();
    await expect(dialog.getByRole('button', { name: /199/ })).toBeVisible();
    await expectAccessible(desk.page, 'review');
  });
}
