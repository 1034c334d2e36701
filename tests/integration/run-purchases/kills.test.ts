import { afterEach, beforeEach, expect, it } from 'vitest';
import { NO_LOSS } from '../../support/kills/kill-counts.ts';
import { type Lane, openLane } from '../../support/kills/lane.ts';
import { runBulkKillLanes } from '../../support/kills/run-bulk-kills.ts';

const CLIENTS = 24;
/** The moment at which the process dies: the service is about to book a charge, has booked it, or returns a price. */
const MOMENTS = [
  { path: '/premium/traffic/buy', when: 'before-commit', skip: 1 },
  { path: '/premium/traffic/buy', when: 'after-commit', skip: 1 },
  { path: '/premium/traffic/quote', when: 'before-commit', skip: 2 },
] as const;
const KILLS = 12;
const RANDOM_KILLS = 40;

let lane: Lane;

beforeEach(async () => {
  lane = await openLane();
});
afterEach(() => lane.close());

it('a run whose process is killed again and again pays once for each client, and its ledger equals the service’s books', async () => {
  for (let round = 0; round < KILLS; round += 1) {
    const { path, when, skip } = MOMENTS[round % MOMENTS.length] ?? MOMENTS[0];
    await lane.control.addFaults({ match: { path }, skip, times: 1, fault: { kind: 'hold', when } });
    const child = lane.start('bulk-child', { round, clients: CLIENTS, runs: 'once' });
    await child.report('buying');
    await lane.control.waitForHeld(1);
    child.process.kill('SIGKILL');
    expect((await lane.waitForEnd(child)).signal).toBe('SIGKILL');
  }
  const last = lane.start('bulk-child', { round: KILLS, clients: CLIENTS, runs: 'once' });
  const finished = await last.report('finished');
  await last.ended;
  const { entries } = await lane.control.books();
  const perClient = new Map<string, number>();
  for (const { client } of entries) {
    const key = JSON.stringify(client);
    perClient.set(key, (perClient.get(key) ?? 0) + 1);
  }
  expect(Math.max(...perClient.values())).toBe(1);
  expect(entries).toHaveLength(CLIENTS);
  expect(finished.unknown).toBe(0);
  expect(finished.states.filter((state) => state === 'done')).toHaveLength(CLIENTS);
  expect(finished.chargedKopecks).toBe(entries.reduce((sum, { kopecks }) => sum + kopecks, 0));
}, 600_000);

it(`runs of every kind that are killed ${RANDOM_KILLS} times at any moment pay no line twice and forget no charge`, async () => {
  const counts = await runBulkKillLanes(RANDOM_KILLS, 2, 3);
  expect(counts).toMatchObject({ kills: RANDOM_KILLS, ...NO_LOSS });
  // The runs did make progress between the kills.
  expect(counts.charges).toBeGreaterThan(RANDOM_KILLS);
}, 600_000);
