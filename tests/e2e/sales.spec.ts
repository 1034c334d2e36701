import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { localDate } from '#shared/domain/local-date.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { answerSaveDialog } from '../support/electron-app.ts';
import { buyProxies } from './pages/bought-proxies.ts';
import { openTab } from './pages/clients-page.ts';
import { inEveryLook } from './pages/looks.ts';
import { shareWindow } from './pages/shared-window.ts';
import { openTrafficDesk, type TrafficDesk } from './pages/traffic-page.ts';

const shared = shareWindow();
let desk: TrafficDesk;
test.beforeEach(async () => {
  desk = await openTrafficDesk(shared.openServiceDesk);
});
test.afterEach(() => desk.close());

const price = (name: string) => desk.page.getByRole('textbox', { name: `Price: ${name}` });
const setPrice = async (name: string, roubles: string) => {
  await price(name).fill(roubles);
  await price(name).press('Enter');
  await expect(desk.page.getByText(`Price saved: ${name}`)).toBeVisible();
};
const view = (name: string) => desk.page.getByRole('radiogroup', { name: 'View' }).getByText(name, { exact: true });
const openPrices = async () => {
  await desk.page.keyboard.press('Control+k');
  const palette = desk.page.getByRole('dialog');
  await expect(palette.getByRole('textbox')).toBeFocused();
  await desk.page.keyboard.type('price list');
  await palette.getByRole('button', { name: 'Price list' }).click();
  await expect(desk.page.getByRole('table', { name: 'Price list' })).toBeVisible();
};
const undo = async (message: string) => {
  await expect(desk.page.getByText(message).last()).toBeVisible();
  await desk.page.getByRole('button', { name: 'Undo' }).last().click();
};
const money = () => desk.page.getByRole('region', { name: 'Money' });
const sale = () => desk.page.getByRole('region', { name: 'Sale' });

test('the palette opens the debts as soon as there is a price', async () => {
  const { page } = desk;
  const palette = page.getByRole('dialog', { name: 'Find…' });
  const search = async () => {
    await page.keyboard.press('Control+k');
    await palette.getByRole('textbox').fill('debt');
  };
  await search();
  await expect(palette.getByText('Nothing found')).toBeVisible();
  await page.keyboard.press('Escape');
  await openPrices();
  await setPrice('Residential, 1 GB', '200');
  await search();
  await palette.getByRole('button', { name: 'Debts' }).click();
  await expect(page.getByText('Nobody owes anything')).toBeVisible();
});

test('no sales are mentioned before there is a price, or after its removal', async () => {
  const { page, traffic } = desk;
  await traffic.openClient('Anna');
  await openTab(page, 'Money');
  await expect(money()).toHaveCount(0);
  await traffic.openScreen('Purchases');
  await expect(view('Debts')).toHaveCount(0);
  await expect(view('Prices')).toHaveCount(0);
  await traffic.openScreen('Settings');
  await page.getByRole('button', { name: 'Open the price list' }).click();
  await setPrice('Residential, 1 GB', '200');
  await expect(view('Debts')).toBeVisible();
  await undo('Price saved: Residential, 1 GB');
  await expect(price('Residential, 1 GB')).toHaveValue('');
  await view('Journal').click();
  await expect(view('Debts')).toHaveCount(0);
  await expect(view('Prices')).toHaveCount(0);
});

test('a price list is filled, and a purchase is sold at its price, changed, paid, and owed', async () => {
  const { page, traffic } = desk;
  await openPrices();
  await page.getByRole('button', { name: 'Get the costs' }).click();
  const costs = page.getByRole('table', { name: 'Price list' }).getByRole('row', { name: /^VPN for 1 month/ });
  await expect(costs).toContainText('₽');
  await page.getByLabel('Markup, %').fill('50');
  await page.getByRole('button', { name: 'Fill in the empty prices' }).click();
  await expect(page.getByText('8 prices filled in')).toBeVisible();
  await setPrice('Residential, 1 GB', '1 000,50');
  const proxies = page.getByRole('form', { name: 'Price of dedicated proxies' });
  await proxies.getByLabel('Country').fill('Germany!');
  await proxies.getByLabel('For one proxy, RUB').fill('abc');
  await proxies.getByRole('button', { name: 'Add' }).click();
  await expect(proxies.getByText(/^This is not an amount/)).toBeVisible();
  await expect(proxies.getByText(/^There is no such country/)).toBeVisible();
  await proxies.getByLabel('Country').fill('германия');
  await proxies.getByLabel('For one proxy, RUB').fill('150');
  await proxies.getByRole('button', { name: 'Add' }).click();
  await expect(price('Proxies IPv4, Germany, 30 days')).toHaveValue('150');

  await traffic.openClient('Anna');
  await (await traffic.review('2')).click();
  await expect(traffic.dialog.getByRole('region', { name: 'Sale' })).toContainText('Owes ₽2,001.00');
  await traffic.dialog.getByRole('button', { name: 'Done' }).click();
  await openTab(page, 'Money');
  await expect(money()).toContainText('Owes ₽2,001.00');

  await traffic.openScreen('Purchases');
  await traffic.ledger.getByRole('row', { name: /residential/i }).click();
  await sale().getByRole('button', { name: 'Change…' }).click();
  await sale().getByLabel('Price for the client, RUB').fill('');
  await sale().getByRole('button', { name: 'Save' }).click();
  await expect(sale().getByText('Enter the amount in roubles.')).toBeVisible();
  await sale().getByLabel('Price for the client, RUB').fill('1500');
  await sale().getByLabel('Pay by').fill('1.2.2026');
  await sale().getByRole('button', { name: 'Save' }).click();
  await expect(sale()).toContainText('Owes ₽1,500.00');
  await expect(sale()).toContainText('overdue, 1 Feb 2026');

  await view('Debts').click();
  const debts = page.getByRole('grid', { name: 'Debts' });
  const debtor = debts.getByRole('row', { name: /Anna/ });
  await expect(debtor).toContainText('₽1,500.00');
  await debtor.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Money received…' }).click();
  await expect(traffic.dialog).toContainText('Money received from Anna');
  await expect(traffic.dialog.getByLabel('Amount, RUB')).toHaveValue('1500');
  await traffic.dialog.getByLabel('Amount, RUB').fill('200');
  await page.keyboard.press('Enter');
  await expect(traffic.dialog).toBeHidden();
  await expect(debtor).toContainText('₽1,300.00');
  await undo('Recorded: ₽200.00 received');
  await expect(debtor).toContainText('₽1,500.00');
  await debtor.dblclick();
  await expect(money()).toContainText('Owes ₽1,500.00');
  await traffic.openScreen('Overview');
  await expect(page.getByText('1 client is overdue and owes ₽1,500')).toBeVisible();

  await traffic.openClient('Anna');
  await openTab(page, 'Money');
  await money().getByRole('button', { name: 'Money received…' }).click();
  await money().getByLabel('Amount, RUB').fill('500');
  await money().getByLabel('Note').fill('cash');
  await money().getByRole('button', { name: 'Record' }).click();
  await expect(money()).toContainText('Owes ₽1,000.00');
  await expect(money().getByRole('list', { name: 'Payments' })).toContainText('Received · cash');
  await money()
    .getByRole('button', { name: /^Remove the payment of ₽500/ })
    .click();
  await expect(money()).toContainText('Owes ₽1,500.00');
  await undo('Payment removed');
  await expect(money()).toContainText('Owes ₽1,000.00');
  await money().getByRole('button', { name: 'Own prices' }).click();
  await setPrice('Residential, 1 GB', '900');

  await view('Journal').click();
  await traffic.ledger.getByRole('row', { name: /residential/i }).click();
  await sale().getByRole('button', { name: 'Paid', exact: true }).click();
  await expect(sale().getByRole('button', { name: 'Paid', exact: true })).toHaveCount(0);
  await expect(sale()).toContainText('Paid');
  await undo('Payment recorded');
  await expect(sale()).toContainText('Owes ₽1,000.00');

  await view('Totals').click();
  const totals = page.getByRole('table', { name: 'Totals' });
  await expect(totals.getByRole('columnheader', { name: 'Profit' })).toBeVisible();
  await expect(totals.getByRole('row', { name: /^Total/ })).toContainText('₽1,500.00');
  const path = join(desk.userDataDir, 'totals.csv');
  await answerSaveDialog(desk.app, path);
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(page.getByText('1 row written to totals.csv.')).toBeVisible();
  expect(await readFile(path, 'utf8')).toMatch(/Day;Purchases;Spent, RUB;.*;Sold for, RUB;Profit, RUB\r\n.*;1500\.00;/);
});

test('all payments are shown without losing one that is being typed', async () => {
  const { traffic, call } = desk;
  await call('sales.setPrice', { clientId: null, product: 'vpn 1', priceKopecks: 100 });
  await traffic.openClient('Anna');
  const { ids } = await call('clients.ids', { filter: {}, sort: { by: 'name', direction: 'asc' } });
  for (let day = 1; day <= 6; day += 1) {
    const payment = { amountKopecks: day * 100, day: `2026-01-0${day}`, note: '' };
    await call('sales.receive', { clientId: ids[0] ?? 0, ...payment });
  }
  await openTab(desk.page, 'Money');
  const payments = money().getByRole('list', { name: 'Payments' }).getByRole('listitem');
  await expect(payments).toHaveCount(5);
  await money().getByRole('button', { name: 'Money received…' }).click();
  await money().getByLabel('Note').fill('half of it in cash');
  await money().getByRole('button', { name: 'Show all (6)' }).click();
  await expect(payments).toHaveCount(6);
  await expect(money().getByLabel('Note')).toHaveValue('half of it in cash');
});

test('earlier purchases get their price, and a purchase for nobody is sold by hand', async () => {
  const { page, traffic, call } = desk;
  await traffic.openClient('Anna');
  await (await traffic.review('1')).click();
  await traffic.dialog.getByRole('button', { name: 'Done' }).click();
  await buyProxies(call, 1);
  await openPrices();
  await setPrice('Residential, 1 GB', '200');
  await page.getByRole('button', { name: 'Give prices to earlier purchases' }).click();
  await expect(page.getByText('1 purchase has a price now')).toBeVisible();
  await view('Journal').click();
  await traffic.ledger.getByRole('row', { name: /residential/i }).click();
  await expect(sale()).toContainText('₽200.00');
  await expect(sale()).toContainText('Paid');

  await traffic.ledger.getByRole('row', { name: /IPv4/ }).click();
  await sale().getByRole('button', { name: 'Set the price…' }).click();
  await sale().getByLabel('Price for the client, RUB').fill('300');
  await sale().getByRole('button', { name: 'Save' }).click();
  await expect(sale().getByText('Choose the client it was sold to.')).toBeVisible();
  await sale().getByRole('combobox', { name: 'Client' }).fill('Anna');
  await page.getByRole('option', { name: /Anna/ }).click();
  await sale().getByRole('button', { name: 'Save' }).click();
  await expect(sale()).toContainText('Owes ₽300.00');
});

test('the payments received in the chosen period are written to a file for the tax service', async () => {
  const { app, page, traffic, call, userDataDir } = desk;
  await call('sales.setPrice', { clientId: null, product: 'traffic residential', priceKopecks: 20_000 });
  const { rows } = await call('clients.list', {
    filter: {},
    sort: { by: 'name', direction: 'asc' },
    offset: 0,
    limit: 1,
  });
  const clientId = rows[0]?.id ?? 0;
  await call('sales.receive', { clientId, amountKopecks: 50_000, day: '2026-01-15', note: 'January' });
  await call('sales.receive', { clientId, amountKopecks: 70_000, day: localDate(Date.now()), note: 'today' });
  await traffic.openScreen('Purchases');
  await page.getByRole('button', { name: 'All time' }).click();
  await page.getByRole('radio', { name: 'This month' }).check();
  await page.keyboard.press('Escape');
  const path = join(userDataDir, 'payments.csv');
  await answerSaveDialog(app, path);
  await page.getByRole('button', { name: 'Other tables' }).click();
  await page.getByRole('menuitem', { name: 'Payments received…' }).click();
  await expect(page.getByText('1 row written to payments.csv.')).toBeVisible();
  const text = await readFile(path, 'utf8');
  expect(text).toContain(';700.00;;;today');
  expect(text).not.toContain('January');
});

test('the overview shows the sales of the month with their cost, profit and margin', async () => {
  const { page, traffic, call } = desk;
  const months = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' });
  const month = () => page.getByRole('region', { name: /^(Sales in|Продажи за) / });
  await traffic.openScreen('Overview');
  await expect(page.getByRole('region', { name: 'Money' })).toBeVisible();
  await expect(month()).toHaveCount(0);

  await call('sales.setPrice', { clientId: null, product: 'traffic residential', priceKopecks: 50_000 });
  await expect(month()).toContainText('Nothing was sold in the last 6 months.');
  await traffic.openClient('Anna');
  await (await traffic.review('2')).click();
  await traffic.dialog.getByRole('button', { name: 'Done' }).click();
  const { rows } = await call('purchases.list', {
    filter: {},
    sort: { by: 'time', direction: 'desc' },
    offset: 0,
    limit: 1,
  });
  const cost = rows[0]?.chargedKopecks ?? 0;
  expect(cost).toBeGreaterThan(0);

  await traffic.openScreen('Overview');
  await expect(month()).toHaveAccessibleName(`Sales in ${months.format(Date.now())}`);
  const roubles = (kopecks: number) => `₽${(kopecks / 100).toLocaleString('en-GB', { minimumFractionDigits: 2 })}`;
  await expect(month()).toContainText(`Sold${roubles(100_000)}`);
  await expect(month()).toContainText(`Cost${roubles(cost)}`);
  await expect(month()).toContainText(`Profit${roubles(100_000 - cost)}`);
  await expect(month()).toContainText(`Margin${Math.round(((100_000 - cost) / 100_000) * 100)}%`);
  await inEveryLook(desk, async (_, look) => {
    await expectAccessible(page, `the sales of the month, ${look}`);
  });
  await month()
    .getByRole('button', { name: /^(Day by day|По дням)$/ })
    .click();
  await expect(page.getByRole('radio', { name: /^(Totals|Итоги)$/ })).toBeChecked();
});

test('is accessible in both languages and themes', async () => {
  const { page, traffic, call } = desk;
  await call('sales.setPrice', { clientId: null, product: 'traffic residential', priceKopecks: 20_000 });
  await traffic.openClient('Anna');
  await (await traffic.review('1')).click();
  await traffic.dialog.getByRole('button', { name: 'Done' }).click();
  await openTab(page, 'Money');
  await inEveryLook(desk, async (_, look) => {
    for (const name of [/^(Money received…|Деньги получены…)$/, /^(Cancel|Отмена)$/]) {
      await page.getByRole('button', { name }).last().click();
      await expectAccessible(page, `the client's money, ${look}`);
    }
    await page
      .getByRole('navigation')
      .getByText(/^(Purchases|Покупки)$/)
      .click();
    for (const name of [/^(Prices|Цены)$/, /^(Debts|Долги)$/, /^(Totals|Итоги)$/, /^(Journal|Журнал)$/]) {
      await page
        .getByRole('radiogroup', { name: /^(View|Вид)$/ })
        .getByText(name)
        .click();
      await expectAccessible(page, `${name}, ${look}`);
    }
    await page.getByRole('grid').getByRole('row').nth(1).click();
    await page.getByRole('button', { name: /^(Change…|Изменить…)$/ }).click();
    await expectAccessible(page, `a sale that is changed, ${look}`);
    await page.getByRole('button', { name: /^(Cancel|Отмена)$/ }).click();
    await page
      .getByRole('navigation')
      .getByText(/^(Clients|Клиенты)$/)
      .click();
    await page.getByRole('grid').getByRole('row').filter({ hasText: 'Anna' }).click();
  });
});
