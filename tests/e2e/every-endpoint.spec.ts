import { expect, test } from '@playwright/test';
import { ENDPOINTS } from '#shared/api/endpoints.ts';
import type { RunningDesk } from '../support/electron-app.ts';
import { type StrangerService, startStranger } from '../support/stranger/service.ts';
import { ClientsPage, openTab } from './pages/clients-page.ts';
import { GeneratorPage } from './pages/generator-page.ts';
import { openServiceDesk } from './pages/open-desk.ts';
import { TrafficPage } from './pages/traffic-page.ts';
import { VpnPanel } from './pages/vpn-panel.ts';

const CLIENT = { messengerId: '-1002003004005', clientKey: 'every-key', name: 'Esther' };

let service: StrangerService;
let desk: RunningDesk;

test.beforeEach(async () => {
  service = await startStranger({ balanceKopecks: 5_000_000 });
  desk = await openServiceDesk(service, 'Stranger');
});
test.afterEach(async () => {
  await desk.close();
  await service.close();
});

const called = (): Set<string> =>
  new Set(service.requests.map(({ method, path }) => `${method} ${path.replace(/\?.*$/, '')}`));

const periods = (root: ReturnType<RunningDesk['page']['getByRole']>) => root.getByRole('radio');

const useVpn = async (): Promise<void> => {
  const vpn = new VpnPanel(desk.page);
  await openTab(desk.page, 'VPN');
  await vpn.button('Buy a subscription…').first().click();
  // The periods that the service sells (docs/api.md#limits), and no others.
  await expect(periods(vpn.dialog)).toHaveCount(4);
  await vpn.dialog.getByRole('radio', { name: '12 months', exact: true }).check();
  await vpn.inDialog('Review the order').click();
  await vpn.inDialog(/^Buy 12 months of VPN for .*1,799/).click();
  await vpn.inDialog('Done').click();
  await vpn.order(vpn.items.first().getByRole('button', { name: /^Renew the subscription/ }), '1 month');
  await vpn.inDialog(/^Renew by 1 month for .*199\.90/).click();
  await vpn.inDialog('Done').click();
  await vpn.items
    .first()
    .getByRole('button', { name: /^Delete the subscription/ })
    .click();
  await vpn.inDialog('Delete the subscription').click();
  await expect(vpn.items).toHaveCount(0);
};

const usePremium = async (traffic: TrafficPage): Promise<void> => {
  const { page, whitelist, password, dialog } = traffic;
  await (await traffic.review('2')).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await whitelist.getByRole('textbox', { name: 'IP address' }).fill('203.0.113.9');
  await whitelist.getByRole('textbox', { name: 'IP address' }).press('Enter');
  await whitelist.getByRole('button', { name: 'Remove 203.0.113.9' }).click();
  await expect(whitelist.getByRole('listitem')).toHaveCount(0);
  await password.getByRole('button', { name: 'Load the password' }).last().click();
  await password.getByRole('button', { name: 'Reset…' }).click();
  await dialog.getByRole('button', { name: 'Reset the password' }).click();
  await expect(page.getByText('The password was reset')).toBeVisible();
};

const useGenerator = async (): Promise<void> => {
  const generator = new GeneratorPage(desk.page);
  await generator.open();
  await generator.chooseClient(CLIENT.name);
  await generator.chooseCountry('land de', 'Germany');
  await desk.page.getByText('Narrow down: states, cities, zip codes, ASNs').click();
  for (const name of ['States', 'Cities', 'Zip codes', 'ASNs']) {
    await desk.page.getByRole('combobox', { name }).click();
    await expect(desk.page.getByRole('option').first()).toBeVisible();
    await desk.page.keyboard.press('Escape');
  }
  await generator.quantity().fill('3');
  await generator.generate();
};

const useDedicated = async (): Promise<void> => {
  const { page } = desk;
  const dialog = page.getByRole('dialog');
  await page.getByRole('navigation').getByText('Dedicated', { exact: true }).click();
  await page.getByRole('button', { name: 'Buy proxies' }).first().click();
  for (const [kind, days] of [
    ['IPv4 individual', 5],
    ['IPv4 shared', 5],
    ['IPv6 individual', 6],
  ] as const) {
    await dialog.getByText(kind, { exact: true }).click();
    await expect(dialog.getByRole('radio', { name: /^\d+ days$/ })).toHaveCount(days);
    await expect(dialog.getByRole('radio', { name: '3 days' })).toHaveCount(days === 6 ? 1 : 0);
  }
  const country = dialog.getByRole('combobox', { name: 'Country' });
  await country.fill('nether');
  await country.press('Enter');
  await expect(dialog.getByText('Available: 321')).toBeVisible();
  await dialog.getByText('3 days', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Review the order' }).click();
  await dialog.getByRole('button', { name: /^Buy 1 proxy, IPv6, Netherlands, 3 days for ₽1\.65$/ }).click();
  await dialog.getByRole('button', { name: 'Show the proxies' }).click();

  const grid = page.getByRole('grid', { name: 'Your dedicated proxies' });
  await expect(grid.getByRole('row')).toHaveCount(2);
  await grid.focus();
  await page.keyboard.press('Control+a');
  const bar = page.getByRole('region', { name: 'Selected proxies' });
  await bar.getByRole('button', { name: 'Extend…' }).click();
  await expect(dialog.getByRole('radio', { name: /^\d+ days$/ })).toHaveCount(6);
  await dialog.getByText('90 days', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Review the order' }).click();
  await dialog.getByRole('button', { name: /^Extend 1 proxy by 90 days for ₽49\.50$/ }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await bar.getByRole('button', { name: 'Protocol' }).click();
  await page.getByRole('menuitem', { name: 'Switch to SOCKS' }).click();
  await expect(grid.getByRole('row', { name: /SOCKS/ })).toHaveCount(1);
};

test('everything the service offers is used from the window, and its books and the ledger agree', async () => {
  const { page } = desk;
  const clients = new ClientsPage(page);
  const traffic = new TrafficPage(page);
  await clients.open();
  await clients.add(CLIENT);
  await traffic.openClient(CLIENT.name);
  await useVpn();
  await usePremium(traffic);
  await useGenerator();
  await useDedicated();

  const all = Object.values(ENDPOINTS).map(({ method, path }) => `${method} ${path}`);
  expect(all).toHaveLength(27);
  expect(all.filter((one) => !called().has(one))).toEqual([]);

  const spent = service.books.spentKopecks();
  await traffic.openScreen('Purchases');
  await expect(traffic.ledger.getByRole('row')).toHaveCount(service.books.charges.length + 1);
  const roubles = new Intl.NumberFormat('en', { minimumFractionDigits: 2 }).format(spent / 100);
  await expect(page.getByText(`${service.books.charges.length} purchases · Spent ₽${roubles}`)).toBeVisible();
  await expect(page.getByRole('contentinfo').getByText(`Total spent ₽${roubles}`)).toBeVisible();
  await page.getByText('Reconciliation', { exact: true }).click();
  await expect(page.getByText('Everything agrees since')).toBeVisible();
});
