import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';

let desk: TestDesk;
beforeEach(async () => {
  desk = await startTestDesk();
});
afterEach(() => desk.close());

test('every change of the balance is stored with its time, the oldest first', async () => {
  const before = await desk.call('account.refreshBalance', {});
  await desk.control.setBalance((before.balanceKopecks - 12_050) / 100, (before.spentKopecks + 12_050) / 100);
  const after = await desk.call('account.refreshBalance', {});
  await desk.call('account.refreshBalance', {});

  const { rows } = await desk.call('account.balanceHistory', {});
  expect(rows.map(({ balanceKopecks, spentKopecks }) => [balanceKopecks, spentKopecks])).toEqual([
    [before.balanceKopecks, before.spentKopecks],
    [after.balanceKopecks, after.spentKopecks],
  ]);
  // The desk also reads the balance on its own and may have been first.
  expect(rows.at(-1)?.at).toBeGreaterThan(before.asOf);
  expect(rows.at(-1)?.at).toBeLessThanOrEqual(after.asOf);
});
