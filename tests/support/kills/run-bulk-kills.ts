import { createDice } from './dice.ts';
import { addCounts, countDamage, type KillCounts } from './kill-counts.ts';
import { openLane } from './lane.ts';

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
  const dice = createDice(seed);
  try {
    for (let round = 0; round < kills; round += 1) {
      const mortal = lane.start('bulk-child', { round, clients: CLIENTS, runs: 'ever' });
      await mortal.report('buying');
      setTimeout(() => mortal.process.kill('SIGKILL'), dice() * LONGEST_LIFE_MS);
      const { signal, complaint } = await lane.bury(mortal);
      if (signal !== 'SIGKILL') throw new Error(`the process was to be killed, and ended by itself: ${complaint}`);
    }
    return await countDamage(lane, kills, await lane.ledger(kills), 2 * CLIENTS);
  } finally {
    await lane.close();
  }
};

/** Several of them at the same time, added up. */
export const runBulkKillLanes = async (kills: number, lanes: number, seed: number): Promise<KillCounts> => {
  const each = Array.from({ length: lanes }, (_, lane) => Math.ceil((kills - lane) / lanes));
  return addCounts(await Promise.all(each.map((share, lane) => runBulkKills(share, seed + lane * 7_919))));
};
