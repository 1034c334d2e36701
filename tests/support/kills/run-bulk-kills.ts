import { addCounts, compareWithBooks, type KillCounts } from './kill-counts.ts';
import { openLane } from './lane.ts';
import { createRandom } from './random.ts';

/** Each client has a subscription and a proxy, and every run has this many lines. */
const CLIENTS = 6;
/** About the duration of two runs, so that some processes die while they plan the next one. */
const LONGEST_LIFE_MS = 600;

/**
 * Kills a process in the middle of bulk runs, `kills` times on one data folder and at random moments. The runs renew,
 * prolong and buy traffic in turn, and the next process resumes each of them. Then compares the app's ledger with the
 * service's books.
 */
const runBulkKills = async (kills: number, seed: number): Promise<KillCounts> => {
  const lane = await openLane();
  const random = createRandom(seed);
  try {
    for (let round = 0; round < kills; round += 1) {
      const child = lane.start('bulk-child', { round, clients: CLIENTS, runs: 'ever' });
      await child.report('buying');
      setTimeout(() => child.process.kill('SIGKILL'), random() * LONGEST_LIFE_MS);
      const { signal, complaint } = await lane.waitForEnd(child);
      if (signal !== 'SIGKILL') throw new Error(`the process was to be killed, and ended by itself: ${complaint}`);
    }
    return await compareWithBooks(lane, kills, await lane.ledger(kills), 2 * CLIENTS);
  } finally {
    await lane.close();
  }
};

/** Plays several of these at the same time and adds their counts up. */
export const runBulkKillLanes = async (kills: number, lanes: number, seed: number): Promise<KillCounts> => {
  const each = Array.from({ length: lanes }, (_, lane) => Math.ceil((kills - lane) / lanes));
  return addCounts(await Promise.all(each.map((share, lane) => runBulkKills(share, seed + lane * 7_919))));
};
