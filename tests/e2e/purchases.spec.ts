import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, test } from '@playwright/test';
import type { Offer } from '#shared/contract/purchases.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { answerSaveDialog } from '../support/electron-app.ts';
import { openTrafficDesk, type TrafficDesk } from './pages/traffic-page.ts';

const BUY = { method: 'POST', path: '/premium/traffic/buy' } as const;

const agreed = ({ offerId, priceKopecks }: Offer) => ({ offerId, priceKopecks, despite: [] });

let desk: TrafficDesk;
test.beforeEach(async () => {
  desk = await openTrafficDesk();
});
test.afterEach(() => desk.close());

test('traffic is bought for the price on the button, once, and stands in the ledger', async () => {
  const { traffic, page, control } = desk;
  await traffic.openClient('Anna');
  const confirm = await traffic.review('5');
  await expect(confirm).toHaveText('Buy 5 GB residential for ₽1,447.50');
  await expect(traffic.dialog).toContainText('₽48,552.50');
  await confirm.dblclick();
  await expect(traffic.dialog).toContainText('There are 5 GB in this pool now.');
  await traffic.dialog.getByRole('button', { name: 'Done' }).click();
  await expect(traffic.traffic.getByRole('row', { name: 'Residential 5 GB' })).toBeVisible();
  await expect(page.getByText('Balance ₽48,552.50')).toBeVisible();

  await traffic.openScreen('Purchases');
  await expect(traffic.ledger.getByRole('row').filter({ hasText: 'Anna' })).toContainText('Bought');
  const { entries } = await control.books();
  expect(entries.map((entry) => entry.kopecks)).toEqual([144_750]);
});

test('a price that changed meanwhile is asked about again before anything is sent', async () => {
  const { traffic, control } = desk;
  await traffic.openClient('Anna');
  const confirm = await traffic.review('2');
  await control.setPriceMultiplier(2);
  await confirm.click();
  await expect(traffic.dialog).toContainText('The price has changed from ₽579 to ₽1,158');
  expect((await control.books()).entries).toEqual([]);
  await traffic.dialog.getByRole('button', { name: 'Buy 2 GB residential for ₽1,158' }).click();
  await expect(traffic.dialog).toContainText('Bought');
});

test('an unknown outcome is told, kept, and never sent again', async () => {
  const { traffic, control, page } = desk;
  await control.addFaults({ match: BUY, fault: { kind: 'drop', when: 'before-commit' } });
  await traffic.openClient('Anna');
  await (await traffic.review('3')).click();
  await expect(traffic.dialog).toContainText('It is not known whether this purchase went through.');
  await expect(traffic.dialog).toContainText('will not send it again');
  await traffic.dialog.getByRole('button', { name: 'Show in Purchases' }).click();

  await expect(page.getByText('The outcome of 1 purchase is not known')).toBeVisible();
  const detail = page.getByRole('complementary', { name: 'Purchase' });
  await expect(detail).toContainText('The connection broke, or no answer came in time.');
  await expectAccessible(page, 'an unknown purchase');
  await page.reload();
  await expect(traffic.ledger.getByRole('row').filter({ hasText: 'Unknown' })).toBeVisible();
  expect(await control.requests(BUY)).toHaveLength(1);
});

test('a lost purchase is found out while its dialog is open, with its evidence, and without a second request', async () => {
  const { traffic, control, page } = desk;
  await control.addFaults({ match: BUY, fault: { kind: 'drop', when: 'after-commit' } });
  await traffic.openClient('Anna');
  await (await traffic.review('3')).click();
  await expect(traffic.dialog).toContainText('From what the service shows since, it was probably charged.');
  await traffic.dialog.getByRole('button', { name: 'Show in Purchases' }).click();
  const detail = page.getByRole('complementary', { name: 'Purchase' });
  await expect(detail).toContainText('Probably bought');
  await detail.getByRole('button', { name: 'Look again' }).click();
  await expect(page.getByText('It was probably charged. What was found is shown with the purchase.')).toBeVisible();
  await expect(detail.getByText('Charged', { exact: true }).locator('+ dd')).toHaveText('₽868.50');
  const evidence = detail.getByRole('region', { name: 'What was found out' });
  await expect(evidence).toContainText('It was probably charged');
  await expect(evidence).toContainText('What was ordered is there, and its price was spent.');
  await expect(evidence).toContainText('this is no proof');
  await expect(evidence.getByRole('row', { name: /^Traffic in the pool/ })).toContainText('3 GB');
  await expectAccessible(page, 'the evidence');
  expect(await control.requests(BUY)).toHaveLength(1);
});

test('what evidence cannot decide is settled by the word of the user, told as such, and can be changed', async () => {
  const { traffic, page, control, call, userDataDir } = desk;
  await control.addFaults({ match: BUY, fault: { kind: 'drop', when: 'before-commit' } });
  await traffic.openClient('Anna');
  await (await traffic.review('3')).click();
  await traffic.dialog.getByRole('button', { name: 'Show in Purchases' }).click();
  // Another workstation buys on the same token, for the very price.
  const { balanceKopecks, spentKopecks } = await call('account.refreshBalance', {});
  await control.setBalance((balanceKopecks - 86_850) / 100, (spentKopecks + 86_850) / 100);
  await page.getByRole('button', { name: 'Check all now' }).click();
  await expect(page.getByText('Settled: 0. Still unknown: 1.')).toBeVisible();
  const detail = page.getByRole('complementary', { name: 'Purchase' });
  await expect(detail).toContainText('Its price was spent, but the goods are not there.');

  await detail.getByRole('button', { name: 'Mark by hand…' }).click();
  const confirm = traffic.dialog.getByRole('button', { name: /^Mark( as|$)/ });
  await expect(confirm).toBeDisabled();
  await traffic.dialog.getByRole('radio', { name: 'It was not charged' }).check();
  await confirm.click();
  const reason = traffic.dialog.getByRole('textbox', { name: 'How you know' });
  await expect(reason).toHaveAccessibleDescription(/This field is required/);
  await reason.fill('Bought by the other office');
  await confirm.click();
  await expect(traffic.dialog).toContainText('The service may still carry this purchase out.');
  await expect(reason).toHaveValue('Bought by the other office');
  await expectAccessible(page, 'settling by hand');

  // As if the service had had its time.
  const db = new DatabaseSync(join(userDataDir, 'data', 'desk.db'));
  db.exec('UPDATE purchases SET sent_uptime = 1, ended_uptime = 1');
  db.close();
  await traffic.dialog.getByRole('button', { name: 'Mark as not charged' }).click();
  await expect(detail).toContainText(/Marked by you on .*: it was not charged\./);
  await expect(detail).toContainText('Reason: Bought by the other office');
  await expect(page.getByText('The outcome of 1 purchase is not known')).toBeHidden();
  await detail.getByRole('button', { name: 'Change this…' }).click();
  await reason.fill('The support says so');
  await traffic.dialog.getByRole('button', { name: 'Mark as charged' }).click();
  await expect(detail).toContainText(/Marked by you on .*: it was charged\./);
  await expect(detail.getByRole('list', { name: 'What happened' }).getByRole('listitem')).toHaveText([
    /^Recorded/,
    /^Sent/,
    /^No clear answer/,
    /^Marked by you: not charged/,
    /^Marked by you: charged/,
  ]);
  await expectAccessible(page, 'a purchase settled by hand');
  expect((await call('purchases.list', { filter: {}, offset: 0, limit: 1 })).totalSpentKopecks).toBe(86_850);
  expect(await control.requests(BUY)).toHaveLength(1);
});

test('the answer itself is shown, its secrets only when asked for; client and days narrow the ledger down', async () => {
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
  await page.getByRole('radio', { name: 'From date to date' }).check();
  await page.getByLabel('From', { exact: true }).fill('1.1.2020');
  const last = page.getByLabel('To (inclusive)');
  await last.fill('31.31.2020');
  await last.press('Enter');
  await expect(page.getByText(/^Day, month, year: /)).toBeVisible();
  await last.fill('30.1.2020');
  await last.press('ArrowUp');
  await expect(last).toHaveValue('31/01/2020');
  await expect(page.getByRole('dialog').getByText('January 2020')).toBeVisible();
  await expect(page.getByText('No matching purchases')).toBeVisible();
  await last.fill('');
  await expect(traffic.ledger.getByRole('row')).toHaveCount(2);
  await expectAccessible(page, 'the days of the ledger');
});

test('a refusal is told in the words of the service', async () => {
  const { traffic, control, page } = desk;
  const fault = { kind: 'not-ok', shape: 'error-object', message: 'Pool is closed for the night' } as const;
  await control.addFaults({ match: BUY, fault });
  await traffic.openClient('Anna');
  await (await traffic.review('3', 'Mobile')).click();
  await expect(traffic.dialog).toContainText('Nothing was charged.');
  await expect(traffic.dialog).toContainText('Pool is closed for the night');
  await traffic.dialog.getByRole('button', { name: 'Show in Purchases' }).click();
  await page.getByRole('complementary', { name: 'Purchase' }).getByRole('button', { name: 'Look again' }).click();
  await expect(page.getByText('Still no sign of it.')).toBeVisible();
});

test('a refusal that had to be looked into is told as one, not as a guess', async () => {
  const { traffic, control, page } = desk;
  const fault = { kind: 'not-ok', shape: 'error-object', message: 'Pool is closed for the night' } as const;
  await control.addFaults({ match: BUY, fault });
  await traffic.openClient('Anna');
  const confirm = await traffic.review('3');
  // Just after the refusal the balance cannot be read.
  const unread = { kind: 'respond', status: 500 } as const;
  await control.addFaults({ match: { path: '/balance' }, skip: 1, times: 2, fault: unread });
  await confirm.click();
  await expect(traffic.dialog).toContainText('The service refused the purchase. Nothing was charged.');
  await traffic.dialog.getByRole('button', { name: 'Show in Purchases' }).click();
  const detail = page.getByRole('complementary', { name: 'Purchase' });
  const evidence = detail.getByRole('region', { name: 'What was found out' });
  await expect(evidence).toContainText('The service refused it');
  await expect(evidence).toContainText('what was spent has not risen because of this purchase');
  await expect(evidence).not.toContainText(/probably|no proof/);
});

test('an outcome that is settled while its dialog is open is told there as it is now', async () => {
  const { traffic, control, call, userDataDir } = desk;
  await control.addFaults({ match: BUY, fault: { kind: 'drop', when: 'before-commit' } });
  await traffic.openClient('Anna');
  await (await traffic.review('3')).click();
  await expect(traffic.dialog).toContainText('Do not buy the same again until then.');
  // As if the service had had its time.
  const db = new DatabaseSync(join(userDataDir, 'data', 'desk.db'));
  db.exec('UPDATE purchases SET sent_uptime = 1, ended_uptime = 1');
  db.close();
  const [{ id: purchaseId } = { id: 0 }] = (await call('purchases.list', { filter: {}, offset: 0, limit: 1 })).rows;
  await call('purchases.settle', { purchaseId, verdict: 'not-charged', reason: 'The support says so' });
  await expect(traffic.dialog).toContainText(/Marked by you on .*: it was not charged\. *Reason: The support says so/);
  await expect(traffic.dialog).not.toContainText('Do not buy the same again');
});

test('what the balance does not cover cannot be bought', async () => {
  const { traffic, control } = desk;
  await control.setBalance(100);
  await traffic.openClient('Anna');
  const confirm = await traffic.review('5');
  await expect(confirm).toBeDisabled();
  await expect(traffic.dialog).toContainText('₽1,347.50 short');
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

  // The palette offers what the right click on the open purchase does.
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Find…' }).getByRole('button', { name: 'Open the client' }).click();
  await expect(
    page.getByRole('complementary', { name: 'Client' }).getByRole('heading', { name: 'Anna' }),
  ).toBeVisible();
});

test('what the account spent without this computer is shown with its window of time', async () => {
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

test('what the filter shows is written for Excel', async () => {
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
  await expect(page.getByText('The file is not there any more. Export the purchases again.')).toBeVisible();
});

test('totals are drawn, stand in a table, and lead to what they are made of', async () => {
  const { traffic, page, call } = desk;
  await traffic.openClient('Anna');
  for (const gb of ['1', '2']) {
    await (await traffic.review(gb)).click();
    await traffic.dialog.getByRole('button', { name: 'Done' }).click();
  }
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByRole('listitem')).toHaveText([/2 GB/, /1 GB/, /Client added/]);
  await expectAccessible(page, 'the history of a client');
  await history.getByRole('button', { name: '1 GB of residential traffic' }).click();
  await expect(page.getByRole('complementary', { name: 'Purchase' })).toContainText('₽289.50');

  await traffic.openScreen('Purchases');
  await page.getByText('Totals', { exact: true }).click();
  const table = page.getByRole('table', { name: 'Totals' });
  await expect(page.getByRole('slider', { name: /^Spent on/ })).toBeVisible();
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

/** Outcome, basis and goods of each word that a chip can say; of a request that was never sent, the reason tells. */
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

test('every state is a whole word beside an open purchase in a window of 1280 px', async () => {
  const { traffic, page, app, call, control, userDataDir } = desk;
  await (await app.browserWindow(page)).evaluate((window) => window.setContentSize(1280, 800));
  const order = { kind: 'vpn-buy', clientId: 1, periodMonths: 1 } as const;
  for (const _ of STANDINGS) await call('purchases.confirm', await call('purchases.offer', { order }).then(agreed));
  // Nothing is found out about them meanwhile: neither from the service, nor from an answer that was kept.
  await control.addFaults({ match: { path: '/balance' }, fault: { kind: 'respond', status: 500 } });
  const db = new DatabaseSync(join(userDataDir, 'data', 'desk.db'));
  db.exec('UPDATE purchases SET raw_answer = NULL');
  const update = db.prepare('UPDATE purchases SET outcome = ?, basis = ?, goods = ?, reason = ? WHERE id = ?');
  STANDINGS.forEach(([outcome, basis, goods, reason = null], index) => {
    update.run(outcome, basis, goods, reason, index + 1);
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
    const words = await labels.evaluateAll((all) =>
      all.map((one) => [one.textContent, one.scrollWidth, one.clientWidth]),
    );
    expect(words.filter(([, needed, given]) => Number(needed) > Number(given))).toEqual([]);
  }
});

for (const language of ['en', 'ru'] as const) {
  for (const theme of ['light', 'dark'] as const) {
    test(`the ledger and the purchase are accessible in ${language}, ${theme}`, async () => {
      const { traffic, page, call } = desk;
      await traffic.openClient('Anna');
      await (await traffic.review('1')).click();
      await traffic.dialog.getByRole('button', { name: 'Done' }).click();
      await traffic.traffic.getByRole('button', { name: 'Buy traffic' }).click();
      await call('settings.update', { language, theme });
      await traffic.dialog.getByRole('textbox').fill('7');
      await expect(traffic.dialog).toContainText(/2.026,50|2,026\.50/);
      await expectAccessible(page, 'the order');
      await traffic.dialog.getByRole('button').last().click();
      await expect(traffic.dialog).toContainText(
        language === 'ru' ? 'Проверьте перед оплатой' : 'Check before you pay',
      );
      await expectAccessible(page, 'the review');
      await page.keyboard.press('Escape');
      await expect(traffic.dialog).toBeHidden();
      await traffic.openScreen(language === 'ru' ? 'Покупки' : 'Purchases');
      await page.getByRole('grid').getByRole('row').nth(1).click();
      await expect(page.getByRole('complementary')).toBeVisible();
      await expectAccessible(page, 'the ledger');
    });
  }
}
