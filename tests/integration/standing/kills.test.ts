import { afterEach, beforeEach, expect, it } from 'vitest';
import { compareWithBooks, NO_LOSS } from '../../support/kills/kill-counts.ts';
import { type Lane, openLane } from '../../support/kills/lane.ts';
import { createRandom } from '../../support/kills/random.ts';
import { DAY } from './standing-desk.ts';

/** The moment at which the process dies: the service is about to book a charge, has booked it, or returns a price. */
const MOMENTS = [
  { path: '/vpn/renew', when: 'before-commit', skip: 1 },
  { path: '/vpn/renew', when: 'after-commit', skip: 1 },
  { path: '/vpn/quote', when: 'before-commit', skip: 0 },
] as const;
const KILLS = 20;
/** More clients than these processes can renew. */
const CLIENTS = 60;
/** About the duration of two charges. */
const LONGEST_LIFE_MS = 80;

let lane: Lane;

beforeEach(async () => {
  lane = await openLane();
});
afterEach(() => lane.close());

it(`a standing order whose process is killed ${KILLS} times renews each once, and reports unknown outcomes`, async () => {
  const random = createRandom(11);
  const start = (round: number, part: 'stock' | 'work' | 'last') =>
    lane.start('standing-child', { round, clients: CLIENTS, part });
  // Bought ten days ago, each ends within the time in which the order renews it, and not any more once it is renewed.
  await lane.control.setClockShift(-10 * DAY);
  expect((await lane.waitForEnd(start(0, 'stock'))).complaint).toBe('');
  await lane.control.setClockShift(0);

  for (let round = 1; round <= KILLS; round += 1) {
    const moment = MOMENTS[round % (MOMENTS.length + 1)];
    if (moment !== undefined) {
      const { path, when, skip } = moment;
      await lane.control.addFaults({ match: { path }, skip, times: 1, fault: { kind: 'hold', when } });
    }
    const child = start(round, 'work');
    if (moment !== undefined) await Promise.race([lane.control.waitForHeld(1), child.ended]);
    else {
      await child.report('buying');
      await new Promise((resolve) => setTimeout(resolve, random() * LONGEST_LIFE_MS));
    }
    child.process.kill('SIGKILL');
    const { signal, complaint } = await lane.waitForEnd(child);
    expect(signal, complaint).toBe('SIGKILL');
  }
  const last = start(KILLS + 1, 'last');
  const { occasions } = await last.report('settled');
  await last.ended;

  const counts = await compareWithBooks(lane, KILLS, await lane.ledger(KILLS + 2), CLIENTS);
  expect(counts).toMatchObject({ kills: KILLS, ...NO_LOSS });
  const renewed = (await lane.control.books()).entries.filter(({ endpoint }) => endpoint === 'POST /vpn/renew');
  expect(new Set(renewed.map(({ client }) => JSON.stringify(client))).size).toBe(renewed.length);
  // There is one for each client. Paid items are known, and items that evidence calls unpaid are left to the user.
  expect(new Set(occasions.map(({ clientId }) => clientId)).size).toBe(CLIENTS);
  const paid = occasions.filter(({ state }) => state === 'bought');
  expect(paid).toHaveLength(renewed.length);
  expect(new Set(paid.map(({ purchaseId }) => purchaseId)).size).toBe(paid.length);
  expect(occasions.filter(({ state }) => state !== 'bought').every(({ state }) => state === 'needs-confirmation')).toBe(
    true,
  );
  expect(occasions).toHaveLength(CLIENTS);
  expect(renewed.length).toBeGreaterThan(CLIENTS / 2);
}, 600_000);
