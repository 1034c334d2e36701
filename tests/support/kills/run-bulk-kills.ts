import { addCounts, compareWithBooks, type KillCounts } from './kill-counts.ts';
import { openLane } from './lane.ts';
import { createRandom } from './random.ts';

/** A subscription and a proxy each, and so many lines in every run. */
const CLIENTS = 6;
/** About the time that two runs take: some processes die while they plan the next one. */
const LONGEST_LIFE_MS = 600;

/**
 * Kills a process in the middle of bulk runs, `kills` times, on one data folder: renewals, prolongations and traffic in
 * turn, each resumed by the next process, at random moments. Then compares what the app says with the service's books.
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

/** Several of them at the same time, added up. */
export const runBulkKillLanes = async (kills: number, lanes: number, seed: number): Promise<KillCounts> => {
  const each = Array.from({ length: lanes }, (_, lane) => Math.ceil((kills - lane) / lanes));
  return addCounts(await Promise.all(each.map((share, lane) => runBulkKills(share, seed + lane * 7_919))));
};
