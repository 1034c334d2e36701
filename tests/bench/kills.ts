import { runKillLanes } from '../support/kills/run-kills.ts';

/** DESIGN 12. The suite itself kills 200 times; here there is time for more, and for another seed every day. */
const KILLS = 1_000;
const LANES = 2;

/** What must be 0 after so many random kills, as lines for the report. */
export const countKills = async (): Promise<readonly (readonly [what: string, count: number, target: number])[]> => {
  const counts = await runKillLanes(KILLS, LANES, Math.floor(Date.now() / 86_400_000));
  const after = `after ${counts.kills} kills (${counts.charges} charges)`;
  return [
    [`double charges ${after}`, counts.doubleCharges, 0],
    [`purchases the service knows and the ledger does not ${after}`, counts.lostPurchases, 0],
    [`credentials lost ${after}`, counts.lostCredentials, 0],
    [`outcomes still unknown ${after}`, counts.stillUnknown, 0],
  ];
};
