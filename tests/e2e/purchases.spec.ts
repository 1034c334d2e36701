import { expect, test } from '@playwright/test';
import { shareWindow } from './pages/shared-window.ts';
import { openTrafficDesk, type TrafficDesk } from './pages/traffic-page.ts';

const BUY = { method: 'POST', path: '/premium/traffic/buy' } as const;

const shared = shareWindow();
let desk: TrafficDesk;
test.beforeEach(async () => {
  desk = await openTrafficDesk(shared.openServiceDesk);
});
test.afterEach(() => desk.close());

test('traffic is bought for the price on the button, once, and appears in the ledger', async () => {
  const { traffic, page, control } = desk;
  await traffic.openClient('Anna');
  const confirm = await traffic.review('5');
  await expect(confirm).toHaveText('Buy 5 GB residential for ₽1,447.50');
  await expect(traffic.dialog).toContainText('₽48,552.50');
  await confirm.dblclick();
  await expect(traffic.dialog).toContainText('This pool now has 5 GB.');
  await traffic.dialog.getByRole('button', { name: 'Done' }).click();
  await expect(traffic.traffic.getByRole('row', { name: 'Residential 5 GB' })).toBeVisible();
  await expect(page.getByText('Balance ₽48,552.50')).toBeVisible();

  await traffic.openScreen('Purchases');
  await expect(traffic.ledger.getByRole('row').filter({ hasText: 'Anna' })).toContainText('Bought');
  const { entries } = await control.books();
  expect(entries.map((entry) => entry.kopecks)).toEqual([144_750]);
});

test('a price that has changed needs a new confirmation before anything is sent', async () => {
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

test("a refusal is shown with the service's message", async () => {
  const { traffic, control, page } = desk;
  const fault = { kind: 'not-ok', shape: 'error-object', message: 'Pool is closed for the night' } as const;
  await control.addFaults({ match: BUY, fault });
  await traffic.openClient('Anna');
  await (await traffic.review('3', 'Mobile')).click();
  await expect(traffic.dialog).toContainText('Nothing was charged.');
  await expect(traffic.dialog).toContainText('Pool is closed for the night');
  await traffic.dialog.getByRole('button', { name: 'Show in Purchases' }).click();
  await page.getByRole('complementary', { name: 'Purchase' }).getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('Still no sign of a charge.')).toBeVisible();
});

test('an order above the balance cannot be bought', async () => {
  const { traffic, control } = desk;
  await control.setBalance(100);
  await traffic.openClient('Anna');
  const confirm = await traffic.review('5');
  await expect(confirm).toBeDisabled();
  await expect(traffic.dialog).toContainText('₽1,347.50 short');
});
