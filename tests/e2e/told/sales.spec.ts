import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { answerSaveDialog } from '../../support/electron-app.ts';
import { isDone, isRefused, refuses, refusesUntilTriedAgain } from '../../support/request-recorder.ts';
import { openTab } from '../pages/clients-page.ts';
import { goTo } from '../pages/open-desk.ts';
import { toldDesk } from './told-desk.ts';

const desk = toldDesk();
const { call, button } = desk;

const view = (name: string) =>
  desk.page.getByRole('radiogroup', { name: 'View' }).getByText(name, { exact: true }).click();
const field = () => desk.page.getByRole('textbox', { name: 'Price: VPN for 3 months' });
const type = async (text: string) => {
  await field().fill(text);
  await field().press('Enter');
};
const money = () => desk.page.getByRole('region', { name: 'Money' });
const sale = () => desk.page.getByRole('region', { name: 'Sale' });
const inMoney = (name: string | RegExp) => () => money().getByRole('button', { name }).first().click();
const inSale = (name: string) => () => sale().getByRole('button', { name, exact: true }).click();

test('prices', async () => {
  await goTo(desk.page, 'Settings');
  await refusesUntilTriedAgain(desk, 'sales.prices', () => button('Open the price list').click());
  await refuses(desk, 'sales.refreshCosts', () => button('Get the costs').click());
  await isDone(desk, 'sales.refreshCosts', () => button('Get the costs').click());
  await refuses(desk, 'sales.fillPrices', () => button('Fill in the empty prices').click());
  await isDone(desk, 'sales.fillPrices', () => button('Fill in the empty prices').click());
  await refuses(desk, 'sales.setPrice', () => type('1000'));
  await isDone(desk, 'sales.setPrice', () => type('1000'));
  await refuses(desk, 'sales.priceEarlier', () => button('Give prices to earlier purchases').click());
  await isDone(desk, 'sales.priceEarlier', () => button('Give prices to earlier purchases').click());
});

test('sales, payments and debts', async () => {
  const { ids } = await call('clients.ids', { filter: {}, sort: { by: 'name', direction: 'asc' } });
  const [clientId = 0] = ids;
  const { name } = await call('clients.get', { clientId });
  const order = { kind: 'vpn-buy', clientId, periodMonths: 3 } as const;
  const { offerId, priceKopecks } = await call('purchases.offer', { order });
  await call('purchases.confirm', { offerId, priceKopecks, despite: [] });

  await goTo(desk.page, 'Purchases');
  await view('Journal');
  await desk.page
    .getByRole('grid')
    .getByRole('row', { name: /VPN for 3 months/ })
    .first()
    .click();
  await inSale('Change…')();
  await refuses(desk, 'sales.set', inSale('Save'));
  await isDone(desk, 'sales.set', inSale('Not a sale'));
  await refusesUntilTriedAgain(desk, 'sales.suggest', inSale('Set the price…'));
  await isDone(desk, 'sales.set', inSale('Save'));
  await refuses(desk, 'sales.paid', inSale('Paid'));
  await refusesUntilTriedAgain(desk, 'sales.debts', () => view('Debts'));

  await desk.clients.open();
  await refusesUntilTriedAgain(desk, 'sales.client', async () => {
    await desk.page.getByRole('grid').getByRole('row').filter({ hasText: name }).first().click();
    await openTab(desk.page, 'Money');
  });
  await inMoney('Money received…')();
  await refuses(desk, 'sales.receive', inMoney('Record'));
  await money().getByLabel('Amount, RUB').fill('0');
  await isRefused(desk, 'sales.receive', inMoney('Record'), { tells: 'The amount cannot be zero.' });
  await money().getByLabel('Amount, RUB').fill('5');
  await isDone(desk, 'sales.receive', inMoney('Record'));
  await call('settings.update', { sellerDetails: 'Ivan Petrov' });
  const path = join(desk.folder, 'receipt.pdf');
  await answerSaveDialog(desk.app, path);
  const receipt = inMoney(/^Receipt for/);
  await refuses(desk, 'documents.saveReceipt', receipt);
  await isDone(desk, 'documents.saveReceipt', receipt);
  expect((await readFile(path, 'latin1')).slice(0, 5)).toBe('%PDF-');
  const show = () => desk.page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Show' }).click();
  await refuses(desk, 'documents.show', show);
  await receipt();
  await isDone(desk, 'documents.show', show);
  await answerSaveDialog(desk.app, join(desk.folder, 'invoice.pdf'));
  await refuses(desk, 'documents.saveInvoice', inMoney('Invoice…'));
  await isDone(desk, 'documents.saveInvoice', inMoney('Invoice…'));
  await refuses(desk, 'sales.removePayment', inMoney(/^Remove the payment/));
  await isDone(desk, 'sales.removePayment', inMoney(/^Remove the payment/));

  await goTo(desk.page, 'Activity');
  await refusesUntilTriedAgain(desk, 'overview.buyers', () => goTo(desk.page, 'Overview'));
});
