import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import type { Order, Purchase } from '#shared/contract/purchases.ts';
import type { Fault } from '../../support/control-client.ts';
import { A_DAY_MS, PATHS, type ResolverDesk, startResolverDesk } from './resolver-desk.ts';

/** Very many charges that end badly, one after the other, without waiting for their resolution in between. */
const FAULTS: Readonly<Record<string, Fault>> = {
  lost: { kind: 'drop', when: 'after-commit' },
  vanished: { kind: 'drop', when: 'before-commit' },
  failed: { kind: 'respond', status: 500, commit: true },
  page: { kind: 'html-page', commit: true },
  cut: { kind: 'truncated-json' },
  nothing: { kind: 'empty-body', commit: false },
  refused: { kind: 'respond', status: 409, body: { ok: false, error: 'busy' } },
};
const KINDS = Object.keys(PATHS) as Order['kind'][];
const ALL = KINDS.flatMap((kind) => Object.keys(FAULTS).map((fault) => ({ kind, fault })));
type Trial = (typeof ALL)[number];

let desk: ResolverDesk;
afterEach(() => desk.close());

/**
 * Each top-up is for a client of its own, each renewal for another subscription, and each prolongation for other proxies.
 */
const ordersOf = async (trials: readonly Trial[]): Promise<readonly Order[]> => {
  const orders: Order[] = [];
  for (const [index, { kind }] of trials.entries()) {
    const order = await desk.order(kind);
    if (order.kind !== 'traffic') orders.push(order);
    else {
      const client = { messengerId: 100 + index, clientKey: `c${index}`, name: '', note: '', tags: [] };
      orders.push({ ...order, clientId: (await desk.call('clients.add', client)).id });
    }
  }
  return orders;
};

const entries = async (): Promise<number> => (await desk.control.books()).entries.length;

interface Ended extends Trial {
  readonly id: number;
  /** Whether the service's own books have the charge. */
  readonly isCharged: boolean;
}

const storm = async (trials: readonly Trial[], orders: readonly Order[]): Promise<readonly Ended[]> => {
  const ended: Ended[] = [];
  for (const [index, trial] of trials.entries()) {
    const before = await entries();
    const { id } = await desk.buyThrough(orders[index] as Order, FAULTS[trial.fault] as Fault);
    ended.push({ ...trial, id, isCharged: (await entries()) > before });
  }
  await desk.control.clearFaults();
  return ended;
};

const purchaseOf = (id: number): Promise<Purchase> => desk.call('purchases.get', { purchaseId: id });

/** Compares the app's claims with the books, and lists purchases that are still open. */
const compared = async (ended: readonly Ended[]) => {
  const wrong: string[] = [];
  const open: string[] = [];
  for (const { id, kind, fault, isCharged } of ended) {
    const { outcome, basis, resolution } = await purchaseOf(id);
    if (outcome === 'open') open.push(kind);
    else if ((outcome === 'charged') !== isCharged) {
      wrong.push(`${kind} ${fault} ${id}: ${outcome} by ${basis}, ${resolution?.reason}`);
    }
  }
  return { wrong, open };
};

const settleDown = async (ended: readonly Ended[]) => {
  for (const ms of [0, 16 * 60_000, A_DAY_MS, 60_000]) {
    desk.clock.skip(ms);
    await desk.afterOtherLooks();
    await desk.call('purchases.resolve', {});
    expect((await compared(ended)).wrong).toEqual([]);
  }
};

const DEDICATED = /^dedicated/;

it('all lost charges are resolved as far as goods can tell, in any order', async () => {
  const order = fc.shuffledSubarray(ALL, { minLength: ALL.length, maxLength: ALL.length });
  await fc.assert(
    fc.asyncProperty(order, async (trials) => {
      desk = await startResolverDesk();
      const ended = await storm(trials, await ordersOf(trials));
      await settleDown(ended);
      const { open } = await compared(ended);
      expect(open.filter((kind) => !DEDICATED.test(kind))).toEqual([]);
      const { books, ledger, unknownKopecks } = await desk.compareBooks();
      expect(books - ledger).toBeLessThanOrEqual(unknownKopecks);
      await desk.close();
    }),
    { numRuns: 2, endOnFailure: true },
  );
  desk = await startResolverDesk();
}, 600_000);
