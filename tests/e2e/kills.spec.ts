import { expect, test } from '@playwright/test';
import { runWindowKills } from '../support/kills/run-window-kills.ts';

/** Every kind once with the answer outstanding, and at any moment; `npm run bench -- kills` does many more. */
const KILLS = 7;

test('the app that is killed in the middle of purchases finds out what it was charged for, and sends nothing again', async () => {
  test.setTimeout(180_000);
  const counts = await runWindowKills(KILLS, 20_261_121);
  expect(counts).toMatchObject({ doubleCharges: 0, lostPurchases: 0, lostCredentials: 0, differenceKopecks: 0 });
  // Whatever was carried out is told; what never arrived stays open until the service has had its time.
  expect(counts.charges).toBeGreaterThanOrEqual(KILLS - 2);
  expect(counts.purchases - counts.stillUnknown).toBeLessThanOrEqual(KILLS);
});
