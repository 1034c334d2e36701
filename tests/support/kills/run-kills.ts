import type { Order } from '#shared/contract/purchases.ts';
import { wasKilled } from './death.ts';
import { addCounts, compareWithBooks, type KillCounts } from './kill-counts.ts';
import { type Lane, openLane } from './lane.ts';
import { KINDS } from './orders.ts';
import { KILL_STEPS, type KillStep } from './protocol.ts';
import { createRandom } from './random.ts';

const CHARGE_PATHS = ['/vpn/buy', '/vpn/renew', '/dedicated/buy', '/dedicated/prolong', '/premium/traffic/buy'];

/** How one process ends: at a step of the journal, while the service works on the charge, or at any moment. */
type Ending =
  | { readonly kind: 'step'; readonly step: KillStep }
  | { readonly kind: 'held'; readonly when: 'before-commit' | 'after-commit' }
  | { readonly kind: 'random'; readonly afterMs: number };

const endingOf = (round: number, random: () => number): Ending => {
  const turn = round % (KILL_STEPS.length + 3);
  const step = KILL_STEPS[turn];
  if (step !== undefined) return { kind: 'step', step };
  if (turn === KILL_STEPS.length) return { kind: 'held', when: 'before-commit' };
  if (turn === KILL_STEPS.length + 1) return { kind: 'held', when: 'after-commit' };
  return { kind: 'random', afterMs: random() * 120 };
};

/** Runs one process, which settles open purchases, buys and dies. */
const runOnce = async (lane: Lane, round: number, ending: Ending, orders: readonly Order['kind'][]): Promise<void> => {
  if (ending.kind === 'held') {
    const fault = { kind: 'hold', when: ending.when } as const;
    await lane.control.addFaults(...CHARGE_PATHS.map((path) => ({ match: { method: 'POST' as const, path }, fault })));
  }
  const child = lane.start('child', { round, orders, step: ending.kind === 'step' ? ending.step : null });
  await child.report('buying');
  if (ending.kind === 'held') {
    await lane.control.waitForHeld(1);
    child.process.kill('SIGKILL');
  } else if (ending.kind === 'random') {
    setTimeout(() => child.process.kill('SIGKILL'), ending.afterMs);
  }
  const { code, signal, complaint } = await lane.waitForEnd(child);
  if (!wasKilled(code, signal)) throw new Error(`the process was to be killed, and ended by itself: ${complaint}`);
};

/**
 * Kills a buying process `kills` times on one data folder: at every step of the journal in turn, while the service works on
 * the charge, and at random moments. Then compares the app's ledger with the service's own books.
 */
const runKills = async (kills: number, seed: number): Promise<KillCounts> => {
  const lane = await openLane();
  const random = createRandom(seed);
  try {
    for (let round = 0; round < kills; round += 1) {
      const ending = endingOf(round, random);
      const first = Math.floor(random() * KINDS.length);
      await runOnce(lane, round, ending, [...KINDS.slice(first), ...KINDS.slice(0, first)]);
    }
    return await compareWithBooks(lane, kills, await lane.ledger(kills));
  } finally {
    await lane.close();
  }
};

/** Plays several of these at the same time and adds their counts up. */
export const runKillLanes = async (kills: number, lanes: number, seed: number): Promise<KillCounts> => {
  const each = Array.from({ length: lanes }, (_, lane) => Math.ceil((kills - lane) / lanes));
  return addCounts(await Promise.all(each.map((share, lane) => runKills(share, seed + lane * 7_919))));
};
