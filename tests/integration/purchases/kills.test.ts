import { expect, it } from 'vitest';
import { NO_LOSS } from '../../support/kills/kill-counts.ts';
import { runKillLanes } from '../../support/kills/run-kills.ts';

/** More than 100 together with those of the bulk runs; `npm run bench -- kills` kills a thousand times. */
const KILLS = 80;

it(`a core that is killed ${KILLS} times while it buys charges nothing twice, and loses no purchase and no credentials`, async () => {
  const counts = await runKillLanes(KILLS, 2, 1);
  expect(counts).toMatchObject({ kills: KILLS, ...NO_LOSS });
  // The core did buy, and it was charged while it died.
  expect(counts.charges).toBeGreaterThan(KILLS / 2);
  expect(counts.purchases).toBeGreaterThan(counts.charges);
}, 600_000);
