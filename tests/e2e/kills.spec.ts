import { expect, test } from '@playwright/test';
import { NO_LOSS } from '../support/kills/kill-counts.ts';
import { runWindowKills } from '../support/kills/run-window-kills.ts';

/** Every kind once with the answer outstanding, and at any moment; `npm run bench -- kills` makes many more. */
const KILLS = 7;

test('the app that is killed in the middle of purchases finds its charges, and sends nothing again', async () => {
  const counts = await runWindowKills(KILLS, 20_261_121);
  expect(counts).toMatchObject(NO_LOSS);
  // Two die at any moment, perhaps before the request has left; the service has a charge of all others.
  expect(counts.charges).toBeGreaterThanOrEqual(KILLS - 2);
  expect(counts.purchases).toBeLessThanOrEqual(KILLS);
});
