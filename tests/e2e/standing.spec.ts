import { expect, type Locator, test } from '@playwright/test';
import { type Sandbox, SEED_CLIENTS, startSandbox } from '#sandbox/index.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { type ControlClient, createControlClient } from '../support/control-client.ts';
import type { RunningDesk } from '../support/electron-app.ts';
import { ClientsPage, openTab } from './pages/clients-page.ts';
import { callFrom } from './pages/open-desk.ts';
import { PurchasesRunPage } from './pages/purchases-run-page.ts';
import { shareWindow } from './pages/shared-window.ts';

let sandbox: Sandbox;
let control: ControlClient;
const shared = shareWindow();
let desk: RunningDesk;
let run: PurchasesRunPage;

const call = callFrom(() => desk.page);
const button = (name: string | RegExp): Locator => desk.page.getByRole('button', { name });
const orders = (): Locator => desk.page.getByRole('grid', { name: 'Standing orders' });
const detail = (): Locator => desk.page.getByRole('complementary', { name: 'Selected standing order' });
const choose = (group: string, option: string): Promise<void> =>
  desk.page.getByRole('radiogroup', { name: group }).getByText(option, { exact: true }).click();
/** Whether the card's scrolled contents stay under its head. */
const headIsOnTop = (): Promise<boolean> =>
  detail().evaluate((card) => {
    const head = card.querySelector('header');
    const choices = card.querySelectorAll('[role=radiogroup] label');
    if (head === null || choices.length === 0) return false;
    return [...choices].every((choice) => {
      choice.scrollIntoView({ block: 'start' });
      const { left, right, top, bottom } = choice.getBoundingClientRect();
      const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return bottom > head.getBoundingClientRect().bottom || (found !== null && head.contains(found));
    });
  });
const field = (name: string | RegExp): Locator => detail().getByRole('textbox', { name });

test.beforeEach(async () => {
  sandbox = await startSandbox({ stateDir: null, control: true, seed: 1 });
  control = createControlClient(sandbox.controlUrl ?? '');
  desk = await shared.openServiceDesk(sandbox, 'Test');
  run = new PurchasesRunPage(desk.page);
  for (const [index, name] of ['Anna', 'Boris', 'Clara', 'Denis'].entries()) {
    const { messengerId = 1, clientKey = '' } = SEED_CLIENTS[index] ?? {};
    const { id: clientId } = await call('clients.add', { messengerId, clientKey, name, note: '', tags: ['auto'] });
    await call('vpn.refresh', { clientId });
  }
});
test.afterEach(async () => {
  await desk.close();
  await sandbox.close();
});

test('an order that asks appears in the 30 days, asks, and its plan is opened and started', async () => {
  const { page } = desk;
  await page.keyboard.press('Control+8');
  await button('New standing order').click();
  await expectAccessible(page, 'the form of a standing order');
  await choose('For whom', 'A tag');
  await detail().getByRole('combobox', { name: 'Tag' }).click();
  await page.getByRole('option', { name: 'auto' }).click();
  await field('Days before the end').fill('7');
  await field('Name').fill('Regulars');
  await expect.poll(headIsOnTop).toBe(true);
  await button('Create the order').click();
  await expect(orders().getByRole('row').filter({ hasText: 'Regulars' })).toContainText('Asks: 3');
  await expect(detail()).toContainText('3 are due.');
  await expectAccessible(page, 'a standing order that asks');

  // The arrow keys continue from the focused tab, although each tab redraws the choice.
  const tabs = page.getByRole('radiogroup', { name: 'What to show', exact: true });
  await tabs.getByRole('radio', { name: 'Standing orders' }).focus();
  for (const next of ['Scheduled lists', 'Proxy checks', 'Reports', 'Next 30 days', 'Standing orders']) {
    await page.keyboard.press('ArrowRight');
    await expect(tabs.getByRole('radio', { name: next })).toBeFocused();
  }
  await expect(detail().getByRole('heading', { name: 'Regulars' })).toBeVisible();

  await choose('What to show', 'Next 30 days');
  const days = page.getByRole('list', { name: 'What the standing orders will do' });
  await expect(days.getByRole('listitem').first()).toContainText('Regulars: 3');
  await expect(days.getByRole('listitem').nth(1)).toContainText(/\d{1,2} [A-Z][a-z]+/);
  await expectAccessible(page, 'the next 30 days');
  await days.getByRole('button', { name: 'Regulars: 3' }).click();

  await detail().getByRole('button', { name: 'Open the plan' }).first().click();
  await expect(run.line('To do')).toHaveCount(3);
  await run.button(/^Renew 3 subscriptions for/).click();
  await expect(page.getByText(/^All 3 lines are done\./)).toBeVisible();
  expect((await control.books()).entries).toHaveLength(3);

  await button('Back').click();
  await expect(detail().getByRole('heading', { name: 'Regulars' })).toBeVisible();
  const history = detail().getByRole('grid', { name: 'History' });
  await expect(history.getByRole('row').filter({ hasText: 'Done' })).toHaveCount(3);
  await choose('What to show', 'Unfinished');
  await expect(detail().getByText('Everything that was due is done.')).toBeVisible();
});

test('an order for a selection buys automatically within its limits, and is edited, duplicated and deleted', async () => {
  const { page } = desk;
  const clients = new ClientsPage(page);
  await clients.open();
  await clients.select('Anna', 'Boris');
  await clients.bulk('More actions').click();
  await page.getByRole('menuitem', { name: 'Standing order…' }).click();
  await expect(detail()).toContainText('Anna');
  await choose('When it is due', 'Buy automatically');
  await expect(detail().getByText('The price of one purchase is not known yet.')).toBeVisible();
  await field('Days before the end').fill('40');
  await button('Create the order').click();
  await expect(detail()).toContainText('from 0 to 27');
  await expect(detail().getByText('Enter an amount above 0')).toHaveCount(2);
  await field('Days before the end').fill('7');
  await field(/^Limit for each/).fill('5000');
  await field(/^Limit per month/).fill('20 000');
  await button('Create the order').click();
  const row = orders().getByRole('row').filter({ hasText: 'Renew VPN for 1 month' });
  await expect(row).toContainText('Buys');
  const history = detail().getByRole('grid', { name: 'History' });
  await expect(history.getByRole('row').filter({ hasText: 'Done' })).toHaveCount(2);
  expect((await control.books()).entries).toHaveLength(2);

  await detail().getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(detail().getByText(/^One purchase costs ₽[\d,.]+ \(price as of \d\d:\d\d\)\.$/)).toBeVisible();
  await choose('Client’s payment', 'Owes nothing');
  await field('Times for each, at most').fill('0');
  await button('Save the order').click();
  await expect(detail()).toContainText('from 1 to 999');
  await field('Times for each, at most').fill('3');
  await field('Name').fill('Both');
  await detail().getByRole('combobox', { name: 'Time zone' }).fill('tokyo');
  await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
  await button('Save the order').click();
  await expect(orders().getByRole('row').filter({ hasText: 'Both' })).toBeVisible();
  // The zone differs from this computer's, so the card names it.
  await expect(detail()).toContainText('Asia/Tokyo');
  await expect(detail()).toContainText('Owes nothing');
  await expect(detail()).toContainText('Times for each, at most');
  await detail().getByRole('button', { name: 'Switch off' }).click();
  await expect(orders().getByRole('row').filter({ hasText: 'Both' })).toContainText('Off');
  await detail().getByRole('button', { name: 'Duplicate' }).click();
  await field('Name').fill('Copy');
  await button('Create the order').click();
  await expect(orders().getByRole('row').filter({ hasText: 'Copy' })).toBeVisible();
  await detail().getByRole('button', { name: 'Delete' }).click();
  await expect(orders().getByRole('row').filter({ hasText: 'Copy' })).toHaveCount(0);
  await button('Undo').click();
  await expect(orders().getByRole('row').filter({ hasText: 'Copy' })).toBeVisible();

  await clients.open();
  await clients.row('Anna').click();
  await openTab(page, 'Money');
  const covering = page.getByRole('region', { name: 'Standing orders' });
  await covering.getByRole('button', { name: 'Both' }).click();
  await expect(detail()).toContainText('Both');
  await detail().getByRole('button', { name: 'Boris' }).first().click();
  await expect(clients.detail.getByRole('heading', { name: 'Boris' })).toBeVisible();
});

test("an order's question appears on the overview, and also in its card while it waits for money", async () => {
  const { page } = desk;
  const { ids } = await call('clients.ids', { filter: {}, sort: { by: 'name', direction: 'asc' } });
  const clientId = ids[0] ?? 0;
  const order = { kind: 'dedicated', clientId, countryCode: 'de', period: 7, count: 1 } as const;
  const prices: number[] = [];
  for (const ipv of [4, 6] as const) {
    await call('dedicated.countries', { ipv });
    const { offerId, priceKopecks } = await call('purchases.offer', { order: { ...order, ipv } });
    await call('purchases.confirm', { offerId, priceKopecks, despite: [] });
    prices.push(priceKopecks);
  }
  await control.setBalance(0.01);
  const asked = page
    .getByRole('region', { name: 'Needs attention today' })
    .getByText('Standing orders ask about 1 purchase');
  await expect(page.getByRole('region', { name: 'Needs attention today' })).toBeVisible();
  const { id: orderId } = await call('standing.save', {
    name: 'Both kinds',
    targets: { of: 'clients', clientIds: [clientId] },
    mode: 'do',
    hours: null,
    action: { kind: 'dedicated-prolong', period: 30, daysBefore: 10 },
    // Only one of the two is cheap enough to be bought without asking.
    ceilingKopecks: Math.round(((prices[0] ?? 0) + (prices[1] ?? 0)) / 2),
    monthCapKopecks: 10_000_000,
  });
  await expect(asked).toBeVisible();
  await page.keyboard.press('Control+8');
  await orders().getByRole('row').filter({ hasText: 'Both kinds' }).click();
  await expect(detail()).toContainText('short. Once you top it up');
  await expect(detail().getByRole('button', { name: 'Open the plan' })).toBeVisible();
  await page.keyboard.press('Control+1');
  await expect(asked).toBeVisible();
  await call('standing.setOn', { orderId, isOn: false });
  await expect(asked).toHaveCount(0);
});

test('an order whose clients were all removed says that nothing is left for it to buy', async () => {
  const { page } = desk;
  const { rows } = await call('clients.list', {
    filter: { search: 'Clara' },
    sort: { by: 'name', direction: 'asc' },
    offset: 0,
    limit: 1,
  });
  const clientIds = rows.map(({ id }) => id);
  await call('standing.save', {
    name: 'Clara’s VPN',
    action: { kind: 'vpn-renew', periodMonths: 1, daysBefore: 1 },
    targets: { of: 'clients', clientIds },
    mode: 'ask',
    ceilingKopecks: null,
    monthCapKopecks: null,
    hours: null,
  });
  await page.keyboard.press('Control+8');
  const row = orders().getByRole('row').filter({ hasText: 'Clara’s VPN' });
  await expect(row).toContainText('On');
  const { undoId } = await call('clients.remove', { clientIds });
  await expect(row).toContainText('No clients left');
  await row.click();
  await expect(detail()).toContainText('Renew VPN for 1 month, 1 day before the end');
  await expect(detail()).toContainText('Everything that this order names was removed or archived');
  await call('undo.takeBack', { undoId });
  await expect(row).toContainText('1 client');
  await expect(detail()).not.toContainText('Everything that this order names');
});

test('what was typed into the form of an order is there again after another screen, until it is closed', async () => {
  const { page } = desk;
  await page.keyboard.press('Control+8');
  await button('New standing order').click();
  await field('Name').fill('Regulars');
  await choose('For whom', 'A tag');
  await page.keyboard.press('Control+1');
  await page.keyboard.press('Control+8');
  await expect(field('Name')).toHaveValue('Regulars');
  await expect(detail().getByRole('combobox', { name: 'Tag' })).toBeVisible();
  await detail().getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press('Control+1');
  await page.keyboard.press('Control+8');
  await button('New standing order').click();
  await expect(field('Name')).toHaveValue('');
});
