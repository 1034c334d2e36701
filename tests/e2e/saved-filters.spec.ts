import { expect, test } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import type { RunningDesk } from '../support/electron-app.ts';
import { ClientsPage } from './pages/clients-page.ts';
import { inEveryLook } from './pages/looks.ts';
import { callFrom, goTo } from './pages/open-desk.ts';
import { shareWindow } from './pages/shared-window.ts';

const shared = shareWindow();
let desk: RunningDesk;
let clients: ClientsPage;

const call = callFrom(() => desk.page);
const panel = () => desk.page.getByRole('dialog', { name: /^(Saved filters|Сохранённые фильтры)$/ });
const name = () => clients.grid.getByRole('columnheader', { name: 'Name' });
const open = () => desk.page.getByRole('button', { name: /^(Saved filters|Сохранённые фильтры)$/ }).click();
const saved = (name: string) => panel().getByRole('button', { name, exact: true });

const saveAs = async (name: string): Promise<void> => {
  await open();
  await panel().getByRole('textbox', { name: 'Name' }).fill(name);
  await panel().getByRole('textbox', { name: 'Name' }).press('Enter');
  await expect(panel().getByRole('listitem').filter({ hasText: name })).toBeVisible();
  await desk.page.keyboard.press('Escape');
  await expect(panel()).toBeHidden();
};

test.beforeEach(async () => {
  desk = await shared.openSandboxDesk();
  clients = new ClientsPage(desk.page);
});
test.afterEach(() => desk.close());

test('a filter with its order is saved by name, shown again, found in the palette, replaced and removed', async () => {
  const { page } = desk;
  await goTo(page, 'Clients');
  await clients.search.fill('Clara');
  await expect(clients.grid.getByRole('row').filter({ hasText: 'Clara' })).toHaveCount(1);
  await name().click();
  await expect(name()).toHaveAttribute('aria-sort', 'descending');
  await saveAs('Only Clara');

  await clients.search.fill('');
  await name().click();
  await expect(name()).toHaveAttribute('aria-sort', 'ascending');
  await saveAs('Everyone');
  await open();
  await saved('Only Clara').click();
  await expect(panel()).toBeHidden();
  await expect(clients.search).toHaveValue('Clara');
  await expect(name()).toHaveAttribute('aria-sort', 'descending');
  await open();
  await expect(panel().getByRole('listitem').filter({ hasText: 'Only Clara' }).getByLabel('Shown now')).toBeVisible();
  await page.keyboard.press('Escape');

  // The palette opens a filter with its order, also on the screen that is open, and both are for one visit.
  await open();
  await saved('Everyone').click();
  await expect(name()).toHaveAttribute('aria-sort', 'ascending');
  const findSaved = async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('only clara');
    await page.getByRole('dialog', { name: 'Find…' }).getByRole('button', { name: 'Clients: Only Clara' }).click();
    await expect(clients.search).toHaveValue('Clara');
    await expect(clients.grid.getByRole('row').filter({ hasText: 'Clara' })).toHaveCount(1);
    await expect(name()).toHaveAttribute('aria-sort', 'descending');
  };
  await findSaved();
  await goTo(page, 'Overview');
  await findSaved();
  await goTo(page, 'Overview');
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(name()).toHaveAttribute('aria-sort', 'descending');
  await name().click();
  await expect(name()).toHaveAttribute('aria-sort', 'ascending');
  await name().click();
  await expect(name()).toHaveAttribute('aria-sort', 'descending');

  await goTo(page, 'Overview');
  await goTo(page, 'Clients');
  await expect(name()).toHaveAttribute('aria-sort', 'ascending');
  await clients.search.fill('Voss');
  await open();
  await panel().getByRole('textbox', { name: 'Name' }).fill('Only Clara');
  await panel().getByRole('button', { name: 'Replace' }).click();
  await expect(page.getByText('Filter saved: Only Clara')).toBeVisible();
  await panel().getByRole('button', { name: 'Remove the filter Everyone' }).click();
  await expect(panel().getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await open();
  await expect(panel().getByRole('listitem')).toHaveCount(2);
});

test('proxies and purchases have saved filters of their own', async () => {
  const { page } = desk;
  await goTo(page, 'Dedicated');
  await page.getByRole('searchbox').fill('de');
  await saveAs('German');
  await goTo(page, 'Purchases');
  await page.getByRole('searchbox').fill('vpn');
  await page.getByText('Totals', { exact: true }).click();
  await saveAs('VPN by day');
  await page.getByRole('searchbox').fill('');
  await page.getByRole('radiogroup').getByText('Journal', { exact: true }).click();
  await open();
  await expect(panel().getByRole('listitem')).toHaveCount(1);
  await saved('VPN by day').click();
  await expect(page.getByRole('searchbox')).toHaveValue('vpn');
  await expect(page.getByRole('radio', { name: 'Totals' })).toBeChecked();
});

test('they are accessible in every look, empty and with long names', async () => {
  const { page } = desk;
  await goTo(page, 'Clients');
  await inEveryLook({ page, call }, async (_language, look) => {
    await open();
    await expectAccessible(page, `the empty saved filters, ${look}`);
    await page.keyboard.press('Escape');
  });
  await call('settings.update', { language: 'en' });
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await saveAs('Clients of Moscow without VPN that owe for a month and more');
  await inEveryLook({ page, call }, async (_language, look) => {
    await open();
    await expectAccessible(page, `the saved filters, ${look}`);
    await page.keyboard.press('Escape');
  });
});
