import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fetch } from '#core/ports.ts';
import type { Order } from '#shared/contract/purchases.ts';
import type { Fault } from '../../support/control-client.ts';
import { createFastClock } from '../../support/skipping-clock.ts';
import { FAULT_TABLE } from '../api/fault-table.ts';
import { A_DAY_MS, PATHS, type ResolverDesk, startResolverDesk } from './resolver-desk.ts';

/** How a charge ends at first: with its goods, with a refusal that moved no money, or with an unknown outcome. */
const ENDINGS = {
  bought: { outcome: 'charged', basis: 'answer' },
  refused: { outcome: 'not-charged', basis: 'answer' },
  open: { outcome: 'open', basis: null },
} as const;

/** A fault of the charge, and the immediate state of the journal. */
interface Trial {
  readonly fault: Fault;
  readonly standing: (typeof ENDINGS)[keyof typeof ENDINGS];
}

/** The pacer has a test of its own for an hour of waiting. */
const TOO_LONG = '429 for an hour';

const TRIALS: readonly (readonly [name: string, trial: Trial])[] = [
  ...Object.entries(FAULT_TABLE)
    .filter(([name]) => name !== TOO_LONG)
    .map(([name, { fault, kind, sent }]): readonly [string, Trial] => [
      name,
      { fault, standing: sent === 'answered' && kind !== 'malformed' ? ENDINGS.refused : ENDINGS.open },
    ]),
  ['502 as a page, though it was carried out', { fault: { kind: 'html-page', commit: true }, standing: ENDINGS.open }],
  [
    '500 without a word, though it was carried out',
    { fault: { kind: 'respond', status: 500, commit: true }, standing: ENDINGS.open },
  ],
  ['an empty answer, though it was carried out', { fault: { kind: 'empty-body' }, standing: ENDINGS.open }],
  ['an empty answer, and nothing was done', { fault: { kind: 'empty-body', commit: false }, standing: ENDINGS.open }],
  ['204, though it was carried out', { fault: { kind: 'no-content' }, standing: ENDINGS.open }],
  ['success, and nothing else', { fault: { kind: 'reshape-data', shape: 'empty' }, standing: ENDINGS.open }],
  [
    'a redirect, though it was carried out',
    { fault: { kind: 'redirect', location: 'http://127.0.0.1:9/', commit: true }, standing: ENDINGS.open },
  ],
  [
    'another content type',
    { fault: { kind: 'wrong-content-type', contentType: 'text/plain' }, standing: ENDINGS.bought },
  ],
  ['numbers as texts', { fault: { kind: 'numbers-as-strings' }, standing: ENDINGS.bought }],
];

describe.each(Object.keys(PATHS) as Order['kind'][])('%s', (kind) => {
  let desk: ResolverDesk;
  let order: Order;
  let isSlow = false;
  /** The code of the network failure for the next charge. */
  let failure: string | null = null;

  const breakable: Fetch = (url, init) => {
    if (failure === null || !url.endsWith(PATHS[kind])) return fetch(url, init);
    const cause = Object.assign(new Error(failure), { code: failure, syscall: 'connect' });
    return Promise.reject(new TypeError('fetch failed', { cause }));
  };

  beforeAll(async () => {
    const clock = createFastClock(() => (isSlow ? desk.control.waitForHeld(1) : null));
    desk = await startResolverDesk({ clock, fetch: breakable });
    order = await desk.order(kind);
  });
  afterAll(() => desk.close());

  const sent = async () => (await desk.control.requests({ method: 'POST', path: PATHS[kind] })).length;

  /** Expects that nothing is open any more, nothing was sent again, and both books agree. */
  const expectSettled = async (purchaseId: number, sentBefore: number) => {
    await desk.call('purchases.resolve', { purchaseId });
    desk.clock.skip(A_DAY_MS);
    const { purchases } = await desk.call('purchases.resolve', { purchaseId });
    expect(purchases[0]?.outcome).toMatch(/^(not-)?charged$/);
    const { books, ledger, unknownKopecks } = await desk.compareBooks();
    expect({ ledger, unknownKopecks }).toEqual({ ledger: books, unknownKopecks: 0 });
    expect(await sent()).toBeLessThanOrEqual(sentBefore + 1);
  };

  it.each(TRIALS)('%s', async (_, { fault, standing }) => {
    const before = await sent();
    const purchase = await desk.buyThrough(order, fault);
    await desk.control.clearFaults();
    expect(purchase).toMatchObject(standing);
    await expectSettled(purchase.id, before);
  });

  it.each(['ENETUNREACH', 'ENOTFOUND', 'ECONNREFUSED'])('%s: it never left', async (code) => {
    const before = await sent();
    failure = code;
    const purchase = await desk.buy(order);
    failure = null;
    expect(purchase).toMatchObject({ outcome: 'not-charged', basis: 'answer', reason: 'not-sent' });
    await expectSettled(purchase.id, before);
    expect(await sent()).toBe(before);
  });

  it('an answer after the limit: it was carried out after the wait had ended', async () => {
    const before = await sent();
    isSlow = true;
    const purchase = await desk.buyThrough(order, { kind: 'hold', when: 'before-commit' });
    isSlow = false;
    expect(purchase).toMatchObject({ outcome: 'open', reason: 'timeout' });
    await desk.control.release();
    await desk.control.clearFaults();
    await expectSettled(purchase.id, before);
    expect(await desk.call('purchases.get', { purchaseId: purchase.id })).toMatchObject({
      chargedKopecks: purchase.priceKopecks,
    });
  });
});
