import { expect, test } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { goToWelcome, launchDesk, type RunningDesk } from '../support/electron-app.ts';
import { inEveryLook } from './pages/looks.ts';
import { callFrom } from './pages/open-desk.ts';

let desk: RunningDesk;
test.beforeEach(async () => {
  desk = await launchDesk({ sandboxPast: true });
  await goToWelcome(desk.page);
  await desk.page.getByRole('button', { name: 'Try the sandbox' }).click();
  await desk.page.waitForURL('app://desk/**');
});
test.afterEach(() => desk.close());

test('the first screen of the sandbox is a working day: tasks, charts, lists, an unknown purchase', async () => {
  const { page } = desk;
  const needs = page.getByRole('region', { name: 'Needs attention today', exact: true });
  await expect(needs.getByText('The outcome of 1 purchase is not known.')).toBeVisible();
  await expect(needs.getByText(/VPN subscriptions end within 7 days/)).toBeVisible();
  await expect(needs.getByRole('button', { name: /^\d+ within a day$/ }).first()).toBeVisible();
  await expect(needs.getByText(/clients have less than 1 GB left/).first()).toBeVisible();
  await expect(needs.getByText(/not been refreshed/)).toHaveCount(0);
  for (const name of ['Ends in the next 30 days', /^Spent in the last/, 'Balance', 'GB left in the pools']) {
    await expect(page.getByRole('figure', { name }).getByRole('button', { name: /^Copy the table/ })).toBeVisible();
  }
  await expect(page.getByRole('figure', { name: 'Balance' }).getByRole('slider')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Recent lists' }).getByRole('row').nth(3)).toBeVisible();
  await expect(
    page
      .getByRole('list', { name: /[Pp]rices/ })
      .getByText(/^\d+ × ₽/)
      .first(),
  ).toBeVisible();
  await inEveryLook({ page, call: callFrom(() => page) }, async (_, look) => {
    await expectAccessible(page, `the working day, ${look}`);
  });
});

test('the unknown purchase is settled by hand, and every rouble is explained', async () => {
  const { page } = desk;
  await page
    .getByRole('region', { name: 'Needs attention today', exact: true })
    .getByText('1 purchase', { exact: true })
    .click();
  await page.getByRole('gridcell', { name: 'Clara Voss' }).click();
  const detail = page.getByRole('complementary', { name: 'Purchase' });
  await detail.getByRole('button', { name: 'Check again' }).click();
  await detail.getByRole('button', { name: 'Mark by hand…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'It was not charged' }).check();
  await dialog.getByRole('textbox', { name: 'How you know' }).fill('Nothing came');
  await dialog.getByRole('button', { name: 'Mark as not charged' }).click();
  await expect(detail).toContainText(/Marked by hand on .*: it was not charged\./);
  await page.getByText('Reconciliation', { exact: true }).click();
  await expect(page.getByText('No differences: every rouble is explained.')).toBeVisible();
});

test('three tasks lead through the work of a seller, VPN first, and are remembered', async () => {
  const { page } = desk;
  const tasks = page.getByRole('region', { name: 'Try it: nothing costs money here' });
  await expect(tasks.getByRole('listitem')).toHaveText([/^Sell a month/, /^Make a list/, /^Renew everything/]);
  await tasks.getByRole('button', { name: 'Open the client' }).click();
  const card = page.getByRole('complementary', { name: 'Client' });
  await expect(card.getByRole('heading', { level: 2 })).toBeVisible();
  await card.getByRole('button', { name: 'Hand over' }).click();
  await page.getByRole('button', { name: 'Copy message' }).click();
  await page.keyboard.press('Control+1');
  const sold = tasks.getByRole('listitem').filter({ hasText: 'Sell a month' });
  await expect(sold).toContainText('done');
  await expect(sold.getByRole('button')).toHaveCount(0);

  await tasks.getByRole('button', { name: 'Make the plan' }).click();
  await expect(page.getByText(/^for \d+ selected subscriptions/)).toBeVisible();
  await page.keyboard.press('Control+1');
  await page.reload();
  await expect(sold).toContainText('done');
  await tasks.getByRole('button', { name: 'Hide' }).click();
  await expect(tasks).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(tasks).toBeVisible();
});
