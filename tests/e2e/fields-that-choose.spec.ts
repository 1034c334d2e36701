import { expect, type Locator, test } from '@playwright/test';
import type { ControlClient } from '../support/control-client.ts';
import { type RunningDesk, sandboxControl } from '../support/electron-app.ts';
import { buyProxies } from './pages/bought-proxies.ts';
import { GeneratorPage } from './pages/generator-page.ts';
import { callFrom, goTo } from './pages/open-desk.ts';
import { shareWindow } from './pages/shared-window.ts';

const shared = shareWindow({ sandboxControl: true });
let desk: RunningDesk;
let control: ControlClient;

const call = callFrom(() => desk.page);
const press = (keys: string) => desk.page.keyboard.press(keys);
const clientField = (within: Locator = desk.page.locator('body')) =>
  within.getByRole('combobox', { name: 'Client', exact: true });

/** Types into the field that shows the choice, as a person does: a click, and the letters. */
const type = async (field: Locator, text: string): Promise<void> => {
  await field.click();
  await desk.page.keyboard.type(text);
};

/** Types one client and then the key of another instead, all by keyboard. */
const chooseOneThenAnother = async (field: Locator): Promise<void> => {
  await type(field, 'Clara');
  await press('Enter');
  await expect(field).toHaveValue(/Clara Voss/);
  await type(field, 'anna-shop');
  await press('Enter');
  await expect(field).toHaveValue(/Анна Ковалёва/);
};

/** Leaves a text that chooses nothing in the field; Esc restores the previous choice. */
const leaveText = async (field: Locator, text: string): Promise<void> => {
  await type(field, text);
  await press('Tab');
  await expect(desk.page.getByText(`Nothing is chosen for “${text}”.`)).toBeVisible();
};

const bodiesOf = async (path: string): Promise<readonly unknown[]> =>
  (await control.requests({ path })).map(({ body }) => body);

test.beforeEach(async () => {
  desk = await shared.openSandboxDesk();
  control = await sandboxControl(desk.app);
});
test.afterEach(() => desk.close());

test('Enter before the countries are read chooses the typed one as soon as they are', async () => {
  await control.addFaults({
    match: { path: '/dedicated/country' },
    times: 1,
    fault: { kind: 'hold', when: 'before-commit' },
  });
  const { page } = desk;
  await page.getByRole('navigation').getByRole('button', { name: 'Dedicated', exact: true }).click();
  await page.getByRole('button', { name: 'Buy proxies' }).first().click();
  const country = page.getByRole('dialog').getByRole('combobox', { name: 'Country' });
  await expect(country).toBeFocused();
  await page.keyboard.type('nether');
  await page.keyboard.press('Enter');
  await control.waitForHeld(1);
  await expect(page.getByRole('listbox', { name: 'Countries' })).toHaveCount(0);
  await control.release();
  await expect(page.getByRole('option', { name: /Netherlands/, selected: true })).toBeVisible();
  await expect(page.getByRole('dialog').getByText(/Available: [\d,]+/)).toBeVisible();
});

test('Enter right after the last letter chooses what matches the letters, not the previous choice', async () => {
  const { page } = desk;
  await new GeneratorPage(page).open();
  const countries = page.getByRole('combobox', { name: 'Countries' });
  await countries.click();
  await expect(page.getByRole('listbox', { name: 'Countries' }).getByRole('option').first()).toBeVisible();
  await page.keyboard.type('netherl');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option', { name: 'Netherlands NL', selected: true })).toBeVisible();
  await expect(page.getByText('1 selected')).toBeVisible();
});

test('a list is generated for the client typed last, and for nobody while the name is only typed', async () => {
  const { page } = desk;
  const generator = new GeneratorPage(page);
  await generator.open();
  await generator.chooseCountry('germany', 'Germany');
  await chooseOneThenAnother(clientField());
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await generator.quantity().fill('3');
  expect(await bodiesOf('/premium/proxies/generate')).toEqual([]);
  await press('Enter');
  await expect(generator.result.getByText('Complete')).toBeVisible();
  const bodies = await bodiesOf('/premium/proxies/generate');
  expect(bodies).toEqual([expect.objectContaining({ client_key: 'anna-shop' })]);

  // Down goes from the first match to the next, never to the previous choice.
  await type(clientField(), 'VIP');
  await expect(page.getByRole('option').filter({ hasNotText: 'vip' })).toHaveCount(0);
  await press('ArrowDown');
  await press('Enter');
  await expect(clientField()).toHaveValue(/Ирина/);

  await leaveText(clientField(), 'Office gr');
  await expect(generator.generateButton()).toHaveAttribute('aria-disabled', 'true');
  await expect(generator.generateButton()).toHaveAccessibleDescription(/Pick an entry from its list/);
  await generator.quantity().press('Enter');
  await generator.generateButton().click({ force: true });
  await clientField().focus();
  await press('Escape');
  await expect(clientField()).toHaveValue(/Ирина/);
  await expect(generator.generateButton()).not.toHaveAttribute('aria-disabled', 'true');

  // A field that is emptied chooses nobody.
  await clientField().fill('');
  await press('Tab');
  await generator.generateButton().click();
  await expect(page.getByText('Choose a client.')).toBeVisible();

  // The same for a field with several choices.
  await generator.chooseClient('Ирина');
  await leaveText(page.getByRole('combobox', { name: 'Countries' }), 'franc');
  await generator.quantity().press('Enter');
  await expect(generator.generateButton()).toHaveAttribute('aria-disabled', 'true');
  expect(await bodiesOf('/premium/proxies/generate')).toHaveLength(1);
});

test('proxies are bought for the client and country typed last, and not while they are only typed', async () => {
  const { page } = desk;
  await goTo(page, 'Dedicated');
  await page.getByRole('button', { name: 'Buy proxies' }).first().click();
  const dialog = page.getByRole('dialog');
  const country = dialog.getByRole('combobox', { name: 'Country' });
  await country.fill('nether');
  await country.press('Enter');
  await expect(country).toHaveValue('Netherlands');
  await country.fill('germ');
  await country.press('Enter');
  await expect(country).toHaveValue('Germany');
  await chooseOneThenAnother(clientField(dialog));
  const review = dialog.getByRole('button', { name: 'Review the order' });
  await leaveText(country, 'fran');
  await expect(review).toHaveAttribute('aria-disabled', 'true');
  await country.focus();
  await press('Escape');
  await expect(country).toHaveValue('Germany');
  await leaveText(clientField(dialog), 'Clara');
  await dialog.getByRole('textbox', { name: 'Number of proxies' }).press('Enter');
  await expect(review).toBeVisible();
  await expect(review).toHaveAttribute('aria-disabled', 'true');
  await clientField(dialog).focus();
  await press('Escape');
  await expect(clientField(dialog)).toHaveValue(/Анна Ковалёва/);
  await review.click();
  await expect(dialog).toContainText('anna-shop');
  await dialog.getByRole('button', { name: /^Buy 1 proxy/ }).click();
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeVisible();
  const { rows } = await call('dedicated.list', {
    filter: {},
    sort: { by: 'boughtAt', direction: 'desc' },
    offset: 0,
    limit: 1,
  });
  expect(rows).toMatchObject([{ clientName: 'Анна Ковалёва', countryCode: 'de' }]);
  const bought = await bodiesOf('/dedicated/buy');
  expect(JSON.stringify(bought)).toContain('"de"');
  expect(bought).toHaveLength(1);
});

test('proxies are assigned to the client typed last', async () => {
  const { page } = desk;
  await buyProxies(call, 1);
  await goTo(page, 'Dedicated');
  const grid = page.getByRole('grid', { name: 'Your dedicated proxies' });
  await expect(grid.getByRole('row')).toHaveCount(2);
  await grid.focus();
  await press('Control+a');
  const bar = page.getByRole('region', { name: 'Selected proxies' });
  await bar.getByRole('button', { name: 'Client' }).click();
  await chooseOneThenAnother(clientField(page.getByRole('dialog')));
  await type(clientField(page.getByRole('dialog')), 'Clara');
  await press('Tab');
  const assign = page.getByRole('dialog').getByRole('button', { name: 'Assign 1 proxy' });
  await expect(assign).toBeDisabled();
  await clientField(page.getByRole('dialog')).focus();
  await press('Escape');
  await assign.click();
  await expect(grid.getByRole('row').filter({ hasText: 'Анна Ковалёва' })).toHaveCount(1);
});

test('a scheduled list and a standing order use the client and the tag typed last', async () => {
  const { page } = desk;
  for (const name of ['Анна', 'Clara']) {
    const { ids } = await call('clients.ids', { filter: { search: name }, sort: { by: 'name', direction: 'asc' } });
    await call('clients.tag', { clientIds: ids, add: [`tag of ${name}`], remove: [] });
  }
  await goTo(page, 'Schedule');
  await page.getByRole('radiogroup', { name: 'What to show' }).getByText('Scheduled lists').click();
  await page.getByRole('button', { name: 'New scheduled list' }).click();
  await chooseOneThenAnother(clientField());
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await leaveText(clientField(), 'Clara');
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('textbox', { name: 'Name', exact: true }).press('Enter');
  // The form would name other missing fields.
  await expect(page.getByText('Choose at least one country.')).toHaveCount(0);
  await page.getByRole('radiogroup', { name: 'For whom' }).getByText('By tag').click();
  const tag = page.getByRole('combobox', { name: 'Tag' });
  for (const name of ['Clara', 'Анна']) {
    await type(tag, `of ${name}`);
    await press('Enter');
    await expect(tag).toHaveValue(`tag of ${name}`);
  }
  await leaveText(tag, 'of Cl');
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await tag.focus();
  await press('Escape');
  await expect(tag).toHaveValue('tag of Анна');

  await page.keyboard.press('Control+8');
  await page.getByRole('radiogroup', { name: 'What to show' }).getByText('Standing orders').click();
  await page.getByRole('button', { name: 'New standing order' }).click();
  const card = page.getByRole('complementary', { name: 'Selected standing order' });
  for (const name of ['Clara', 'Анна']) {
    await type(clientField(card), name);
    await press('Enter');
    await expect(card.getByText(name)).toBeVisible();
    await expect(clientField(card)).toHaveValue('');
  }
  await leaveText(clientField(card), 'Office');
  await expect(card.getByRole('button', { name: 'Create the order' })).toHaveAttribute('aria-disabled', 'true');
});

test('a filter uses the client typed last, and a sale is recorded for nobody while a name is only typed', async () => {
  const { page } = desk;
  await buyProxies(call, 1);
  await call('sales.setPrice', { clientId: null, product: 'traffic residential', priceKopecks: 20_000 });
  await goTo(page, 'Purchases');
  await page.getByRole('grid', { name: 'Purchases' }).getByRole('row', { name: /IPv4/ }).click();
  const sale = page.getByRole('region', { name: 'Sale' });
  await sale.getByRole('button', { name: 'Set the price…' }).click();
  await sale.getByLabel('Price for the client, RUB').fill('300');
  await chooseOneThenAnother(clientField(sale));
  await leaveText(clientField(sale), 'Clara');
  await sale.getByLabel('Price for the client, RUB').press('Enter');
  await expect(sale.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true');
  await clientField(sale).focus();
  await press('Escape');
  await sale.getByRole('button', { name: 'Save' }).click();
  await expect(sale.getByText('Owes ₽300.00')).toBeVisible();
  const { ids } = await call('clients.ids', { filter: { search: 'Анна' }, sort: { by: 'name', direction: 'asc' } });
  const sold = await call('sales.client', { clientId: ids[0] ?? 0, offset: 0, limit: 10 });
  expect(sold.owedKopecks).toBe(30_000);

  for (const name of ['Clara', 'Анна']) {
    await page.getByRole('button', { name: /^Client: / }).click();
    await type(clientField(page.getByRole('dialog')), name);
    await press('Enter');
    await expect(page.getByRole('button', { name: new RegExp(`^Client: ${name}`) })).toBeVisible();
  }
});
