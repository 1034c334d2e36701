import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { shareWindow } from './pages/shared-window.ts';
import { openTrafficDesk, type TrafficDesk } from './pages/traffic-page.ts';

const BUY = { method: 'POST', path: '/premium/traffic/buy' } as const;

const shared = shareWindow();
let desk: TrafficDesk;
test.beforeEach(async () => {
  desk = await openTrafficDesk(shared.openServiceDesk);
});
test.afterEach(() => desk.close());

test('an unknown outcome is shown, kept, and never sent again', async () => {
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

test('a lost purchase is resolved while its dialog is open, with its evidence, and without a second request', async () => {
  const { traffic, control, page } = desk;
  await control.addFaults({ match: BUY, fault: { kind: 'drop', when: 'after-commit' } });
  await traffic.openClient('Anna');
  await (await traffic.review('3')).click();
  await expect(traffic.dialog).toContainText('Judging by the service’s data since then, it was probably charged.');
  await traffic.dialog.getByRole('button', { name: 'Show in Purchases' }).click();
  const detail = page.getByRole('complementary', { name: 'Purchase' });
  await expect(detail).toContainText('Probably bought');
  await detail.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('It was probably charged. See the purchase for what was found.')).toBeVisible();
  await expect(detail.getByText('Charged', { exact: true }).locator('+ dd')).toHaveText('₽868.50');
  const evidence = detail.getByRole('region', { name: 'What was found out' });
  await expect(evidence).toContainText('It was probably charged');
  await expect(evidence).toContainText('The ordered goods are there, and their price was spent.');
  await expect(evidence).toContainText('this is not proof');
  await expect(evidence.getByRole('row', { name: /^Traffic in the pool/ })).toContainText('3 GB');
  await expectAccessible(page, 'the evidence');
  expect(await control.requests(BUY)).toHaveLength(1);
});

test('a purchase that evidence cannot decide is settled by the user, marked so, and can be changed', async () => {
  const { traffic, page, control, call, userDataDir } = desk;
  await control.addFaults({ match: BUY, fault: { kind: 'drop', when: 'before-commit' } });
  await traffic.openClient('Anna');
  await (await traffic.review('3')).click();
  await traffic.dialog.getByRole('button', { name: 'Show in Purchases' }).click();
  // Another workstation buys on the same token at exactly the same price.
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
  await expect(traffic.dialog).toContainText('The service may still carry out this purchase.');
  await expect(reason).toHaveValue('Bought by the other office');
  await expectAccessible(page, 'settling by hand');

  // The database looks as if the service had had its time.
  const db = openDatabase(join(userDataDir, 'data', 'desk.db'));
  db.exec('UPDATE purchases SET sent_uptime = 1, ended_uptime = 1');
  db.close();
  await traffic.dialog.getByRole('button', { name: 'Mark as not charged' }).click();
  await expect(detail).toContainText(/Marked by hand on .*: it was not charged\./);
  await expect(detail).toContainText('Reason: Bought by the other office');
  await expect(page.getByText('The outcome of 1 purchase is not known')).toBeHidden();
  await detail.getByRole('button', { name: 'Change this…' }).click();
  await reason.fill('The support says so');
  await traffic.dialog.getByRole('button', { name: 'Mark as charged' }).click();
  await expect(detail).toContainText(/Marked by hand on .*: it was charged\./);
  await expect(detail.getByRole('list', { name: 'What happened' }).getByRole('listitem')).toHaveText([
    /^Recorded/,
    /^Sent/,
    /^No clear answer/,
    /^Marked by hand: not charged/,
    /^Marked by hand: charged/,
  ]);
  await expectAccessible(page, 'a purchase settled by hand');
  expect((await call('purchases.list', { filter: {}, offset: 0, limit: 1 })).totalSpentKopecks).toBe(86_850);
  expect(await control.requests(BUY)).toHaveLength(1);
});

test('a refusal that needed evidence is shown as a refusal, not as a guess', async () => {
  const { traffic, control, page } = desk;
  const fault = { kind: 'not-ok', shape: 'error-object', message: 'Pool is closed for the night' } as const;
  await control.addFaults({ match: BUY, fault });
  await traffic.openClient('Anna');
  const confirm = await traffic.review('3');
  // The balance cannot be read right after the refusal.
  const unread = { kind: 'respond', status: 500 } as const;
  await control.addFaults({ match: { path: '/balance' }, skip: 1, times: 2, fault: unread });
  await confirm.click();
  await expect(traffic.dialog).toContainText('The service refused the purchase. Nothing was charged.');
  await traffic.dialog.getByRole('button', { name: 'Show in Purchases' }).click();
  const detail = page.getByRole('complementary', { name: 'Purchase' });
  const evidence = detail.getByRole('region', { name: 'What was found out' });
  await expect(evidence).toContainText('The service refused it');
  await expect(evidence).toContainText('the amount spent has not risen because of this purchase');
  await expect(evidence).not.toContainText(/probably|not proof/);
});

test('an outcome that is settled while its dialog is open is shown there in its new state', async () => {
  const { traffic, control, call, userDataDir } = desk;
  await control.addFaults({ match: BUY, fault: { kind: 'drop', when: 'before-commit' } });
  await traffic.openClient('Anna');
  await (await traffic.review('3')).click();
  await expect(traffic.dialog).toContainText('Do not buy the same thing again until then.');
  // The database looks as if the service had had its time.
  const db = openDatabase(join(userDataDir, 'data', 'desk.db'));
  db.exec('UPDATE purchases SET sent_uptime = 1, ended_uptime = 1');
  db.close();
  const [{ id: purchaseId } = { id: 0 }] = (await call('purchases.list', { filter: {}, offset: 0, limit: 1 })).rows;
  await call('purchases.settle', { purchaseId, verdict: 'not-charged', reason: 'The support says so' });
  await expect(traffic.dialog).toContainText(/Marked by hand on .*: it was not charged\. *Reason: The support says so/);
  await expect(traffic.dialog).not.toContainText('Do not buy the same thing again');
});

test('the proxies of a purchase whose answer was lost are entered from its card', async () => {
  const { traffic, page, control, call } = desk;
  await control.addFaults({
    match: { method: 'POST', path: '/dedicated/buy' },
    fault: { kind: 'drop', when: 'after-commit' },
  });
  const order = { kind: 'dedicated', clientId: null, ipv: 4, countryCode: 'de', period: 30, count: 1 } as const;
  const { offerId, priceKopecks } = await call('purchases.offer', { order });
  const { id: purchaseId, outcome } = await call('purchases.confirm', { offerId, priceKopecks, despite: [] });
  expect(outcome).toBe('open');
  await traffic.openScreen('Purchases');
  const goods = async () => {
    await call('purchases.resolve', {});
    return (await call('purchases.get', { purchaseId })).goodsState;
  };
  await expect.poll(goods).toBe('missing');
  await traffic.ledger.getByRole('row').nth(1).click();
  await page.getByRole('button', { name: 'Enter the proxies…' }).click();
  const dialog = page.getByRole('dialog', { name: `Proxies of purchase no. ${purchaseId}` });
  await dialog.getByRole('textbox', { name: 'List or table' }).fill('203.0.113.7:8000:anna:secret');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('1 new proxy', { exact: true })).toBeVisible();
  await expectAccessible(page, 'entering the proxies of a purchase');
  await dialog.getByRole('button', { name: 'Import 1 proxy' }).click();
  const row = page.getByRole('grid', { name: 'Your dedicated proxies' }).getByRole('row', { name: /203\.0\.113\.7/ });
  await expect(row).toContainText('Germany');
  await expect(row).toContainText('30 days');
});
