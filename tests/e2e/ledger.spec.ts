import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import type { Offer } from '#shared/contract/purchases.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { answerSaveDialog } from '../support/electron-app.ts';
import { openTab } from './pages/clients-page.ts';
import { inEveryLook } from './pages/looks.ts';
import { resizeWindow } from './pages/resize-window.ts';
import { shareWindow } from './pages/shared-window.ts';
import { openTrafficDesk, type TrafficDesk } from './pages/traffic-page.ts';

const BUY = { method: 'POST', path: '/premium/traffic/buy' } as const;

const agreed = ({ offerId, priceKopecks }: Offer) => ({ offerId, priceKopecks, despite: [] });

const shared = shareWindow();
let desk: TrafficDesk;
test.beforeEach(async () => {
  desk = await openTrafficDesk(shared.openServiceDesk);
});
test.afterEach(() => desk.close());

test('the answer itself is shown, its secrets only on request; client and days filter the ledger', async () => {
  const { traffic, page, call } = desk;
  const order = { kind: 'dedicated', clientId: null, ipv: 6, countryCode: 'nl', period: 3, count: 1 } as const;
  await call('purchases.confirm', await call('purchases.offer', { order }).then(agreed));
  const [proxyId = 0] = (await call('dedicated.ids', { filter: {}, sort: { by: 'boughtAt', direction: 'asc' } })).ids;
  const { password } = await call('dedicated.password', { proxyId });
  await traffic.openClient('Anna');
  await (await traffic.review('1')).click();
  await traffic.dialog.getByRole('button', { name: 'Done' }).click();

  await traffic.openScreen('Purchases');
  await traffic.ledger.getByRole('row', { name: /IPv6/ }).click();
  const detail = page.getByRole('complementary', { name: 'Purchase' });
  await detail.getByRole('button', { name: 'Show the answer' }).click();
  await expect(detail).toContainText('HTTP 200');
  await expect(detail).not.toContainText(password);
  await detail.getByRole('button', { name: 'Show the secrets in it' }).click();
  await expect(detail).toContainText(password);
  await detail.getByRole('button', { name: 'Mask the secrets' }).click();
  await expect(detail).not.toContainText(password);

  await page.getByRole('button', { name: 'Client: All clients' }).click();
  const client = page.getByRole('combobox', { name: 'Client', exact: true });
  await client.fill('anna-k');
  await page.getByRole('option', { name: /Anna/ }).click();
  await expect(traffic.ledger.getByRole('row')).toHaveCount(2);
  await expect(traffic.ledger.getByRole('row').last()).toContainText('Anna');

  await page.getByRole('button', { name: 'All time' }).click();
  await page.getByRole('radio', { name: 'Custom range' }).check();
  await page.getByLabel('From', { exact: true }).fill('1.1.2020');
  const last = page.getByLabel('To (inclusive)');
  await last.fill('31.31.2020');
  await last.press('Enter');
  await expect(page.getByText(/^Day, month, year: /)).toBeVisible();
  await last.fill('30.1.2020');
  await last.press('ArrowUp');
  await expect(last).toHaveValue('31 Jan 2020');
  await expect(page.getByRole('dialog').getByText('January 2020')).toBeVisible();
  await expect(page.getByText('No matching purchases')).toBeVisible();
  await last.fill('');
  await expect(traffic.ledger.getByRole('row')).toHaveCount(2);
  await expectAccessible(page, 'the days of the ledger');
});

test('the ledger filters, finds, and is reachable by keyboard alone', async () => {
  const { traffic, page, control } = desk;
  await traffic.openScreen('Purchases');
  await expect(page.getByText('Nothing bought yet')).toBeVisible();
  await traffic.openClient('Anna');
  await (await traffic.review('1')).click();
  await traffic.dialog.getByRole('button', { name: 'Done' }).press('Enter');
  await control.addFaults({ match: BUY, fault: { kind: 'not-ok', shape: 'bare' } });
  await (await traffic.review('4')).click();
  await expect(traffic.dialog).toContainText('refused');
  await traffic.dialog.getByRole('button', { name: 'Done' }).click();

  await traffic.openScreen('Purchases');
  await expect(traffic.ledger.getByRole('row')).toHaveCount(3);
  await page.getByText('Not bought', { exact: true }).click();
  await expect(traffic.ledger.getByRole('row')).toHaveCount(2);
  await page.getByRole('searchbox', { name: 'Search purchases' }).fill('nobody');
  await expect(page.getByText('No matching purchases')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(traffic.ledger.getByRole('row')).toHaveCount(3);
  await traffic.ledger.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('complementary', { name: 'Purchase' })).toBeVisible();

  // The palette offers the same actions as the right click on the open purchase.
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Find…' }).getByRole('button', { name: 'Open the client' }).click();
  await expect(
    page.getByRole('complementary', { name: 'Client' }).getByRole('heading', { name: 'Anna' }),
  ).toBeVisible();
});

test('spending of the account on other computers is shown with its period', async () => {
  const { traffic, page, control, call } = desk;
  await traffic.openClient('Anna');
  await (await traffic.review('1')).click();
  await traffic.dialog.getByRole('button', { name: 'Done' }).click();
  await traffic.openScreen('Purchases');
  await page.getByText('Reconciliation', { exact: true }).click();
  await expect(page.getByText('Everything agrees since')).toBeVisible();
  await expect(page.getByText('No differences: every rouble is explained.')).toBeVisible();

  const { balanceKopecks, spentKopecks } = await call('account.refreshBalance', {});
  await control.setBalance((balanceKopecks - 12_000) / 100, (spentKopecks + 12_000) / 100);
  await call('account.refreshBalance', {});
  const windows = page.getByRole('region', { name: 'When it was spent' });
  await expect(windows.getByRole('listitem')).toHaveCount(1);
  await expect(windows).toContainText(/the account spent ₽120\.00 that this computer’s journal does not explain/);
  await expect(page.getByText('the account spent ₽120.00 more than this computer’s journal explains')).toBeVisible();
  const history = page.getByRole('region', { name: 'Balance and spending over time' });
  await expect(history.getByRole('slider', { name: /^Balance since .*, now ₽/ })).toBeVisible();
  await expect(history.getByRole('slider', { name: /^Spent through the API since .*, now ₽/ })).toBeVisible();
  await expectAccessible(page, 'the reconciliation');
});

test('the filtered rows are exported for Excel', async () => {
  const { traffic, page, app } = desk;
  await traffic.openClient('Anna');
  await (await traffic.review('1')).click();
  await traffic.dialog.getByRole('button', { name: 'Done' }).click();
  await traffic.openScreen('Purchases');
  const path = test.info().outputPath('ledger.csv');
  await answerSaveDialog(app, path);
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(page.getByText('1 purchase written to ledger.csv.')).toBeVisible();
  expect(await readFile(path, 'utf8')).toMatch(/Anna.*289[.,]50/);
  await rm(path);
  await page.getByRole('button', { name: 'Show in folder' }).click();
  await expect(page.getByText('The file no longer exists. Export the purchases again.')).toBeVisible();
});

test('totals stand in a table, a few days in words above it, and they lead to their purchases', async () => {
  const { traffic, page, call } = desk;
  await traffic.openClient('Anna');
  for (const gb of ['1', '2']) {
    await (await traffic.review(gb)).click();
    await traffic.dialog.getByRole('button', { name: 'Done' }).click();
  }
  await openTab(page, 'History');
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByRole('listitem')).toHaveText([/2 GB/, /1 GB/, /Client added/]);
  await expectAccessible(page, 'the history of a client');
  await history.getByRole('button', { name: '1 GB of residential traffic' }).click();
  await expect(page.getByRole('complementary', { name: 'Purchase' })).toContainText('₽289.50');

  await traffic.openScreen('Purchases');
  await page.getByText('Totals', { exact: true }).click();
  const table = page.getByRole('table', { name: 'Totals' });
  await expect(page.getByRole('figure', { name: /^Spent on/ }).getByRole('listitem')).toHaveText(/₽868.50$/);
  await expect(page.getByRole('slider')).toHaveCount(0);
  await expect(table.getByRole('row', { name: /^Total/ })).toContainText('₽868.50');
  await expectAccessible(page, 'the totals by day');
  await page.getByText('By product', { exact: true }).click();
  await expect(table.getByRole('row', { name: /^Traffic/ })).toContainText('₽868.50');

  await page.getByRole('button', { name: 'All products' }).click();
  await page.getByRole('checkbox', { name: 'VPN', exact: true }).press(' ');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Nothing was spent')).toBeVisible();
  await page.getByRole('button', { name: 'VPN', exact: true }).click();
  await page.getByRole('button', { name: 'Show all products' }).click();
  await page.keyboard.press('Escape');

  await page.getByText('By client', { exact: true }).click();
  await expectAccessible(page, 'the totals by client');
  await table.getByRole('button', { name: 'Anna' }).press('Enter');
  await expect(traffic.ledger.getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Client: Anna' })).toBeVisible();
  await call('settings.update', { language: 'ru', theme: 'dark' });
  await page.getByText('Сверка', { exact: true }).click();
  await expect(page.getByText('объяснён каждый рубль')).toBeVisible();
  await expectAccessible(page, 'the reconciliation in Russian, dark');
});

/** Outcome, basis and goods for each word of a chip; the reason identifies a request that was never sent. */
const STANDINGS = [
  ['pending', null, 'none'],
  ['open', null, 'none'],
  ['charged', 'answer', 'here'],
  ['charged', 'evidence', 'here'],
  ['charged', 'user', 'here'],
  ['charged', 'evidence', 'missing'],
  ['not-charged', 'answer', 'none'],
  ['not-charged', 'answer', 'none', 'not-sent'],
  ['not-charged', 'evidence', 'none'],
  ['not-charged', 'user', 'none'],
] as const;

test('every state is a whole word or its own icon beside an open purchase in a window of 1280 px', async () => {
  const { traffic, page, app, call, control, userDataDir } = desk;
  await resizeWindow({ app }, 1280, 800);
  const [clientId = 0] = (await call('clients.ids', { filter: {}, sort: { by: 'name', direction: 'asc' } })).ids;
  const order = { kind: 'vpn-buy', clientId, periodMonths: 1 } as const;
  const ids: number[] = [];
  for (const _ of STANDINGS)
    ids.push((await call('purchases.confirm', await call('purchases.offer', { order }).then(agreed))).id);
  // Nothing about them is resolved meanwhile, neither from the service nor from a stored answer.
  await control.addFaults({ match: { path: '/balance' }, fault: { kind: 'respond', status: 500 } });
  const db = openDatabase(join(userDataDir, 'data', 'desk.db'));
  db.exec('UPDATE purchases SET raw_answer = NULL');
  const update = 'UPDATE purchases SET outcome = ?, basis = ?, goods = ?, reason = ? WHERE id = ?';
  STANDINGS.forEach(([outcome, basis, goods, reason = null], index) => {
    db.run(update, outcome, basis, goods, reason, ids[index] ?? 0);
  });
  db.close();
  for (const [language, screen] of [
    ['en', 'Purchases'],
    ['ru', 'Покупки'],
  ] as const) {
    await call('settings.update', { language });
    await traffic.openScreen(screen);
    await page.getByRole('grid').getByRole('row').nth(1).click();
    await expect(page.getByRole('complementary')).toBeVisible();
    const labels = page.getByRole('grid').getByRole('row').locator('svg + span');
    await expect(labels).toHaveCount(STANDINGS.length);
    await expect.poll(async () => new Set(await labels.allTextContents()).size).toBe(STANDINGS.length);
    const chips = await labels.evaluateAll((all) =>
      all.map((word) => {
        const chip = word.parentElement?.getBoundingClientRect();
        const { top, right } = word.getBoundingClientRect();
        const isWhole = word.scrollWidth <= word.clientWidth && right <= (chip?.right ?? 0);
        return {
          word: word.textContent,
          isCut: !isWhole && top < (chip?.bottom ?? 0),
          icon: word.previousElementSibling?.innerHTML,
        };
      }),
    );
    expect(chips.filter(({ isCut }) => isCut)).toEqual([]);
    expect(new Set(chips.map(({ icon }) => icon)).size).toBe(STANDINGS.length);
    const cell = page
      .getByRole('gridcell')
      .filter({ has: page.locator('svg + span') })
      .first();
    await cell.hover();
    await expect(cell).toHaveAttribute('title', /./);
    // Client, order, time and price are in sight without scrolling sideways.
    const grid = await page.getByRole('grid').evaluate((one) => [one.scrollWidth, one.clientWidth]);
    expect(grid[0]).toBe(grid[1]);
  }
});

test('the order, the ledger and the purchase are accessible in both languages and themes', async () => {
  const { traffic, page, call } = desk;
  const { dialog } = traffic;
  await traffic.openClient('Anna');
  await (await traffic.review('1')).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await inEveryLook(desk, async (language, look) => {
    await call('settings.update', { language: 'en' });
    await traffic.openClient('Anna');
    await traffic.traffic.getByRole('button', { name: 'Buy traffic' }).click();
    await call('settings.update', { language });
    await dialog.getByRole('textbox').fill('7');
    await expect(dialog).toContainText(/2.026,50|2,026\.50/);
    await expectAccessible(page, `the order, ${look}`);
    await dialog.getByRole('button').last().click();
    await expect(dialog).toContainText(language === 'ru' ? 'Проверьте перед оплатой' : 'Check before you pay');
    await expectAccessible(page, `the review, ${look}`);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await traffic.openScreen(language === 'ru' ? 'Покупки' : 'Purchases');
    await page.getByRole('grid').getByRole('row').nth(1).click();
    await expect(page.getByRole('complementary')).toBeVisible();
    await expectAccessible(page, `the ledger, ${look}`);
  });
});
