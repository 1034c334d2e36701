import { expect, type Page, test } from '@playwright/test';
import { type Sandbox, startSandbox } from '#sandbox/index.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { type ControlClient, createControlClient } from '../support/control-client.ts';
import type { RunningDesk } from '../support/electron-app.ts';
import { type Postgres, startPostgres } from '../support/shared-desk/postgres.ts';
import { ClientsPage } from './pages/clients-page.ts';
import { inEveryLook } from './pages/looks.ts';
import { callFrom, goTo, openServiceDesk } from './pages/open-desk.ts';
import { VpnPanel } from './pages/vpn-panel.ts';

const PASSPHRASE = 'seven wet lamps under a bridge';
const IN_TIME = { timeout: 50_000 };
const RENEW = { method: 'POST', path: '/vpn/renew' } as const;

let postgres: Postgres;
let service: Sandbox;
let control: ControlClient;
let anna: RunningDesk;
let boris: RunningDesk;

const barItem = ({ page }: RunningDesk, text: string | RegExp) =>
  page.getByRole('contentinfo').getByRole('button', { name: text });

/** Shares the desk as a person does in shared-desk.spec.ts. */
const share = async (): Promise<void> => {
  const [first, second] = [callFrom(() => anna.page), callFrom(() => boris.page)];
  await first('sharedDesk.make', { connection: postgres.connection(), name: 'Shop', computer: 'Anna, office' });
  await first('sharedDesk.copyInvitation', { passphrase: PASSPHRASE, repeated: PASSPHRASE });
  const text = await anna.app.evaluate(({ clipboard }) => clipboard.readText());
  const { offerId } = await second('sharedDesk.openInvitation', { text, passphrase: PASSPHRASE });
  await second('sharedDesk.join', { offerId, computer: 'Boris, laptop' });
  for (const desk of [anna, boris]) await expect(barItem(desk, /^With .+ · up to date$/)).toBeVisible(IN_TIME);
};

test.beforeEach(async () => {
  [postgres, service] = await Promise.all([startPostgres(), startSandbox({ stateDir: null, control: true, seed: 1 })]);
  control = createControlClient(service.controlUrl ?? '');
  anna = await openServiceDesk(service, 'Shop');
  boris = await openServiceDesk(service, 'Shop');
  await callFrom(() => anna.page)('clients.add', {
    messengerId: 100_200_301,
    clientKey: 'anna-shop',
    name: 'Lena',
    note: '',
    tags: ['vip'],
  });
  await share();
});
test.afterEach(async () => {
  await Promise.all([anna.close(), boris.close()]);
  await Promise.all([postgres.close(), service.close()]);
});

/** Orders a renewal, up to the button that pays. */
const reviewRenewal = async (page: Page): Promise<VpnPanel> => {
  const [clients, vpn] = [new ClientsPage(page), new VpnPanel(page)];
  await clients.open();
  await clients.row('Lena').click();
  await expect(vpn.items).toHaveCount(2, IN_TIME);
  await vpn.order(vpn.items.first().getByRole('button', { name: /^Renew the subscription/ }), '1 month');
  await expect(vpn.inDialog(/^Renew by 1 month for /)).toBeEnabled();
  return vpn;
};

test('two users who renew the same subscription at once pay once, and the other one learns who has paid', async () => {
  const [first, second] = [await reviewRenewal(anna.page), await reviewRenewal(boris.page)];
  const pay = (vpn: VpnPanel) => vpn.inDialog(/^Renew by 1 month for /).click();
  await Promise.all([pay(first), pay(second)]);
  const renewed = ({ dialog }: VpnPanel) => dialog.getByText(/Renewed: VPN \w{8} by 1 month/);
  const refused = ({ dialog }: VpnPanel) =>
    dialog.getByRole('alert').getByText('The end date is no longer the one you saw');
  await expect.poll(async () => (await renewed(first).count()) + (await renewed(second).count()), IN_TIME).toBe(1);
  const isFirst = await renewed(first).isVisible();
  const [desk, vpn, who] = isFirst ? [boris, second, 'Anna, office'] : [anna, first, 'Boris, laptop'];
  await expect(refused(vpn)).toBeVisible(IN_TIME);
  await expect(vpn.dialog.getByText(new RegExp(`^Bought by ${who} · `))).toBeVisible();
  expect(await control.requests(RENEW)).toHaveLength(1);
  await expectAccessible(desk.page, 'a renewal that a colleague was quicker with');
  await desk.page.keyboard.press('Escape');
  await goTo(desk.page, 'Purchases');
  await expect(desk.page.getByRole('columnheader', { name: 'Bought by' })).toBeVisible();
  const bought = desk.page.getByRole('row').filter({ hasText: 'Lena' });
  await expect(bought.filter({ hasText: who })).toBeVisible();

  const call = callFrom(() => desk.page);
  const { rows } = await call('clients.list', {
    filter: {},
    sort: { by: 'name', direction: 'asc' },
    offset: 0,
    limit: 1,
  });
  const order = { kind: 'traffic', clientId: rows[0]?.id ?? 0, poolType: 'mobile', gb: 1 } as const;
  const { offerId, priceKopecks } = await call('purchases.offer', { order });
  await call('purchases.confirm', { offerId, priceKopecks });
  await expect(bought.filter({ hasText: 'this computer' })).toBeVisible(IN_TIME);
  await desk.page.getByRole('button', { name: 'Bought by: All computers' }).click();
  await desk.page.getByRole('radio', { name: who }).click();
  await expect(bought).toHaveCount(1);
  await expect(bought).toContainText(who);
  await inEveryLook({ page: desk.page, call }, (_, look) => expectAccessible(desk.page, `${look}, of one computer`));
});

test("a buyer learns that a colleague's computer died while paying, and may buy anyway", async () => {
  const vpn = await reviewRenewal(anna.page);
  const call = callFrom(() => anna.page);
  const state = await call('sharedDesk.state', {});
  const away = state.status === 'none' ? undefined : state.computers.find(({ isThis }) => !isThis);
  await postgres.ask(`INSERT INTO reseller_desk.leases
    SELECT desk, 'paying:' || id, id, clock_timestamp() FROM reseller_desk.computers WHERE id = '${away?.id}'`);
  await vpn.inDialog(/^Renew by 1 month for /).click();
  const alert = vpn.dialog.getByRole('alert');
  await expect(alert).toContainText('Another computer of the shared desk went offline', IN_TIME);
  await expect(vpn.dialog.getByText(/The computer “Boris, laptop” went offline while paying/)).toBeVisible();
  expect(await control.requests(RENEW)).toHaveLength(0);
  await expectAccessible(anna.page, 'a renewal while a colleague’s purchases are not known');
  await vpn.inDialog(/^Renew by 1 month for /).click();
  await expect(vpn.dialog.getByText(/Renewed: VPN \w{8} by 1 month/)).toBeVisible(IN_TIME);
  await anna.page.keyboard.press('Escape');

  await goTo(anna.page, 'Settings');
  const notice = anna.page.getByText(/Start the app there and connect it/);
  await expect(notice).toBeVisible();
  await inEveryLook({ page: anna.page, call }, (_, look) => expectAccessible(anna.page, look));
  // The computer is back and has published everything.
  await callFrom(() => boris.page)('sharedDesk.rename', { computer: 'Boris, office' });
  await expect(anna.page.getByText(/Запустите на нём приложение/)).toHaveCount(0, IN_TIME);
  await expect(anna.page.getByText('Boris, office').first()).toBeVisible(IN_TIME);
});

test('a standing order is seen on both computers, with the one that carries it out', async () => {
  await callFrom(() => anna.page)('standing.save', {
    name: 'Keep VPN alive',
    mode: 'ask',
    ceilingKopecks: null,
    monthCapKopecks: null,
    hours: null,
    action: { kind: 'vpn-renew', periodMonths: 1, daysBefore: 3 },
    targets: { of: 'tag', tag: 'vip' },
  });
  for (const { page } of [anna, boris]) {
    await goTo(page, 'Schedule');
    await page.getByRole('radiogroup', { name: 'What to show' }).getByText('Standing orders', { exact: true }).click();
    await page.getByRole('row', { name: /Keep VPN alive/ }).click();
  }
  const carried = /^Carried out by /;
  for (const { page } of [anna, boris]) await expect(page.getByText(carried).first()).toBeVisible(IN_TIME);
  await expect(boris.page.getByText(/^Changed by Anna, office · /)).toBeVisible();
  const call = callFrom(() => boris.page);
  await inEveryLook({ page: boris.page, call }, (_, look) => expectAccessible(boris.page, look));
});
