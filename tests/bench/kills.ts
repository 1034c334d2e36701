import { addCounts } from '../support/kills/kill-counts.ts';
import { runBulkKillLanes } from '../support/kills/run-bulk-kills.ts';
import { runKillLanes } from '../support/kills/run-kills.ts';
import { runWindowKills } from '../support/kills/run-window-kills.ts';
import type { Bench } from './measure.ts';

/** The test suite kills at least 220 times; here there is time for more kills, and for another seed every day. */
const SINGLE_KILLS = 670;
const BULK_KILLS = 300;
/** Kills of the whole app with its window, each of which takes seconds. */
const WINDOW_KILLS = 30;
const LANES = 2;

/** The counts that must be 0 after that many random kills. */
export const countKills: Bench = async () => {
  const seed = Math.floor(Date.now() / 86_400_000);
  const single = await runKillLanes(SINGLE_KILLS, LANES, seed);
  const bulk = await runBulkKillLanes(BULK_KILLS, LANES, seed + 1);
  const windows = await runWindowKills(WINDOW_KILLS, seed + 2);
  const counts = addCounts([single, bulk, windows]);
  const after = `after ${counts.kills} kills, ${bulk.kills} of them in bulk runs and ${windows.kills} of the whole app (${counts.charges} charges)`;
  const none = (what: string, count: number) => ({
    what: `${what} ${after}`,
    unit: '' as const,
    values: [count],
    target: 0,
  });
  return [
    none('double charges', counts.doubleCharges),
    none('charges that the ledger neither has nor has open', counts.lostPurchases),
    none('credentials lost', counts.lostCredentials),
    // All kills of the whole app happen within a few minutes, in which the sum may lag. If several open purchases explain
    // the sum, they stay open in the ledger, as they should.
    none('outcomes still unknown', single.stillUnknown + bulk.stillUnknown),
  ];
};
