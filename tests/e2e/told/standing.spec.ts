import { test } from '@playwright/test';
import { refuses, refusesUntilTriedAgain } from '../../support/request-recorder.ts';
import { openTab } from '../pages/clients-page.ts';
import { toldDesk } from './told-desk.ts';

const desk = toldDesk();
const { call, button, press } = desk;
const choose = (group: string, option: string) =>
  desk.page.getByRole('radiogroup', { name: group }).getByText(option, { exact: true }).click();
const inDetail = (name: string) =>
  desk.page.getByRole('complementary', { name: 'Selected standing order' }).getByRole('button', { name, exact: true });

test('standing orders', async () => {
  const { page } = desk;
  const { ids } = await call('clients.ids', { filter: {}, sort: { by: 'name', direction: 'asc' } });
  for (const clientId of ids.slice(0, 3)) await call('vpn.refresh', { clientId });
  await press('Control+1');
  await refusesUntilTriedAgain(desk, 'standing.list', () => press('Control+8'));
  await refusesUntilTriedAgain(desk, 'standing.knownCost', () => button('New standing order').click());
  await page.getByRole('combobox', { name: 'Client' }).click();
  await page.getByRole('option').first().click();
  await page.getByRole('textbox', { name: 'Days before the end' }).fill('27');
  await page.getByRole('textbox', { name: 'Name' }).fill('Told');
  await refuses(desk, 'standing.save', () => button('Create the order').click());
  await button('Create the order').click();
  const row = page.getByRole('grid', { name: 'Standing orders' }).getByRole('row').filter({ hasText: 'Told' });
  await row.waitFor();

  await refuses(desk, 'standing.setOn', () => inDetail('Switch off').click());
  await refuses(desk, 'standing.remove', () => inDetail('Delete').click());
  await refuses(desk, 'standing.plan', async () => {
    await inDetail('Open the plan').click();
  });
  const close = () => button('Close the standing order').click();
  await close();
  await refusesUntilTriedAgain(desk, 'standing.occasions', () => row.click());
  await close();
  await refusesUntilTriedAgain(desk, 'standing.get', () => row.click());
  await refusesUntilTriedAgain(desk, 'standing.forecast', () => choose('What to show', 'Next 30 days'));
  await desk.clients.open();
  await refusesUntilTriedAgain(desk, 'standing.ofClient', async () => {
    await desk.clients.grid.getByRole('row').nth(1).click();
    await openTab(desk.page, 'Money');
  });
});
