import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Offer, Order, Purchase } from '#shared/contract/purchases.ts';
import type { Fault } from '../../support/control-client.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';

const BUY = { method: 'POST', path: '/premium/traffic/buy' } as const;
const PAGE = { filter: {}, offset: 0, limit: 100 };

let desk: TestDesk;
let clientId: number;

const addClient = async (messengerId: number, clientKey: string, name: string): Promise<number> =>
  (await desk.call('clients.add', { messengerId, clientKey, name, note: '', tags: [] })).id;

const orderOf = (gb: number, id = clientId): Order => ({ kind: 'traffic', clientId: id, poolType: 'residential', gb });
const offerOf = (gb: number): Promise<Offer> => desk.call('purchases.offer', { order: orderOf(gb) });
const confirm = (offer: Offer): Promise<Purchase> =>
  desk.call('purchases.confirm', { offerId: offer.offerId, priceKopecks: offer.priceKopecks });
const failWith = (fault: Fault) => desk.control.addFaults({ match: BUY, fault });
const sentCharges = async (): Promise<number> => (await desk.control.requests(BUY)).length;

/** Compares the ledger with the service's own books. */
const compareBooks = async () => {
  const books = await desk.control.books();
  const { rows, totalSpentKopecks, unknownKopecks } = await desk.call('purchases.list', PAGE);
  const spent = books.entries.reduce((sum, entry) => sum + entry.kopecks, 0);
  return { rows, spent, entries: books.entries.length, totalSpentKopecks, unknownKopecks };
};

beforeEach(async () => {
  desk = await startTestDesk();
  clientId = await addClient(5_000_000_007, 'buyer', 'Анна Ёлкина');
});
afterEach(() => desk.close());

describe('buying traffic', () => {
  it('charges once, hands over the goods, and the ledger equals the books to the kopeck', async () => {
    const first = await offerOf(5);
    const purchase = await confirm(first);
    expect(purchase).toMatchObject({
      outcome: 'charged',
      basis: 'answer',
      clientName: 'Анна Ёлкина',
      priceKopecks: first.priceKopecks,
      goods: { kind: 'traffic', gb: 5, trafficGb: 5 },
      balanceBeforeKopecks: first.balanceKopecks,
      reason: null,
    });
    await confirm(await offerOf(0.125));

    const books = await compareBooks();
    expect(books.entries).toBe(2);
    expect(books.totalSpentKopecks).toBe(books.spent);
    const state = await desk.call('premium.state', { clientId });
    expect(state.balance?.pools.find((pool) => pool.poolType === 'residential')?.trafficGb).toBe(5.125);
    expect(await desk.call('clients.get', { clientId })).toMatchObject({ trafficGb: 5.125 });
    expect((await desk.call('clients.get', { clientId })).lastPurchaseAt).not.toBeNull();
  });

  it('shows the new balance after it', async () => {
    const offer = await offerOf(5);
    await confirm(offer);
    const left = (offer.balanceKopecks ?? 0) - offer.priceKopecks;
    await desk.waitForEvent(
      'account.changed',
      (state: { accounts: { balance: { balanceKopecks: number } | null }[] }) =>
        state.accounts.some((account) => account.balance?.balanceKopecks === left),
    );
  });

  it('charges once when the same offer is confirmed twice at the same time', async () => {
    const offer = await offerOf(2);
    const results = await Promise.allSettled([confirm(offer), confirm(offer), confirm(offer)]);
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    expect(await desk.callError('purchases.confirm', { offerId: offer.offerId, priceKopecks: 1 })).toMatchObject({
      kind: 'conflict',
      details: { code: 'offer-used' },
    });
    expect((await compareBooks()).entries).toBe(1);
  });

  it('sends one charge at a time, and the last one finds the balance used up', async () => {
    const { priceKopecks } = await offerOf(10);
    await desk.control.setBalance((priceKopecks * 2 + 100) / 100);
    const offers: Offer[] = [];
    for (const messengerId of [1, 2, 3]) {
      const id = await addClient(messengerId, 'queue', 'Queued');
      offers.push(await desk.call('purchases.offer', { order: orderOf(10, id) }));
    }
    await failWith({ kind: 'hold', when: 'before-commit' });
    const all = Promise.allSettled(offers.map(confirm));
    await desk.control.waitForHeld(1);
    expect(desk.core.hasChargeInFlight()).toBe(true);
    expect(await sentCharges()).toBe(1);
    await desk.control.clearFaults();
    const results = await all;
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(results[2]).toMatchObject({ reason: { kind: 'insufficient-balance' } });
    expect(desk.core.hasChargeInFlight()).toBe(false);
    const books = await compareBooks();
    expect(books.entries).toBe(2);
    expect(books.totalSpentKopecks).toBe(books.spent);
  });

  it('asks again when the price has changed, and sends nothing until then', async () => {
    const offer = await offerOf(4);
    await desk.control.setPriceMultiplier(1.5);
    const error = await desk.callError('purchases.confirm', {
      offerId: offer.offerId,
      priceKopecks: offer.priceKopecks,
    });
    expect(error.kind).toBe('price-changed');
    expect(await sentCharges()).toBe(0);
    const params = error.details?.params ?? {};
    expect(Number(params.priceKopecks)).toBeGreaterThan(offer.priceKopecks);
    expect(params.agreedKopecks).toBe(offer.priceKopecks);

    const purchase = await desk.call('purchases.confirm', {
      offerId: Number(params.offerId),
      priceKopecks: Number(params.priceKopecks),
    });
    expect(purchase).toMatchObject({ outcome: 'charged', basis: 'answer', priceKopecks: params.priceKopecks });
    const books = await compareBooks();
    expect(books.totalSpentKopecks).toBe(books.spent);
  });

  it('sends nothing when the balance does not cover it, and says how much is missing', async () => {
    const offer = await offerOf(100);
    await desk.control.setBalance(1);
    const error = await desk.callError('purchases.confirm', offerInput(offer));
    expect(error).toMatchObject({
      kind: 'insufficient-balance',
      details: { params: { balanceKopecks: 100, missingKopecks: offer.priceKopecks - 100 } },
    });
    expect(await sentCharges()).toBe(0);
    expect((await compareBooks()).rows).toEqual([]);
  });

  it.each([
    [0, 'gb-not-positive'],
    [-1, 'gb-not-positive'],
    [0.0001, 'gb-too-precise'],
    [1e9, 'gb-too-large'],
  ])('refuses %d GB by its field', async (gb, code) => {
    const error = await desk.callError('purchases.offer', { order: orderOf(gb) });
    expect(error).toMatchObject({ kind: 'invalid-input', details: { problems: [{ field: 'gb', code }] } });
  });

  it('does not sell to a client that was removed', async () => {
    await desk.call('clients.remove', { clientIds: [clientId] });
    expect(await desk.callError('purchases.offer', { order: orderOf(1) })).toMatchObject({ kind: 'not-found' });
  });
});

const offerInput = ({ offerId, priceKopecks }: Offer) => ({ offerId, priceKopecks });

describe('a charge with an unusual answer', () => {
  const UNKNOWN: readonly (readonly [name: string, fault: Fault, charged: boolean, reason: string])[] = [
    ['the connection is cut before it is carried out', { kind: 'drop', when: 'before-commit' }, false, 'timeout'],
    ['the connection is cut after it was carried out', { kind: 'drop', when: 'after-commit' }, true, 'timeout'],
    ['half of the answer comes', { kind: 'drop', when: 'mid-answer' }, true, 'timeout'],
    ['a web page comes with 502', { kind: 'html-page' }, false, 'server'],
    ['500 comes though it was carried out', { kind: 'respond', status: 500, commit: true }, true, 'server'],
    ['the answer is cut JSON', { kind: 'truncated-json' }, true, 'unreadable'],
    ['the answer is empty', { kind: 'empty-body' }, true, 'unreadable'],
    ['a web page comes with 200', { kind: 'html-page', status: 200, commit: true }, true, 'unreadable'],
    ['another server answers 404', { kind: 'html-page', status: 404 }, false, 'unreadable'],
  ];

  it.each(UNKNOWN)('is unknown, kept and never sent again when %s', async (_, fault, charged, reason) => {
    await failWith(fault);
    const purchase = await confirm(await offerOf(3));
    expect(purchase).toMatchObject({ outcome: 'open', reason, goods: null, chargedKopecks: null });
    await desk.control.clearFaults();
    const lost = await compareBooks();
    // This holds unless the resolver has decided it in the meantime.
    expect(lost.totalSpentKopecks + lost.unknownKopecks).toBe(purchase.priceKopecks);
    expect(lost.spent).toBe(charged ? purchase.priceKopecks : 0);

    await desk.restart();
    await desk.call('purchases.resolve', {});
    const found = await compareBooks();
    const standing = charged
      ? { outcome: 'charged', basis: 'evidence', goodsState: 'here' }
      : { outcome: 'open', basis: null };
    expect(found.rows).toMatchObject([{ id: purchase.id, ...standing }]);
    expect(found.totalSpentKopecks).toBe(found.spent);
    expect(await sentCharges()).toBe(1);
  });

  it.each(['error-object', 'error-text', 'message', 'errors-list', 'errors-map', 'data-message'] as const)(
    "is rejected with the service's message when it refuses as %s",
    async (shape) => {
      await failWith({ kind: 'not-ok', shape, message: 'Пакеты закончились' });
      const purchase = await confirm(await offerOf(3));
      expect(purchase).toMatchObject({ outcome: 'not-charged', basis: 'answer', reason: 'refused' });
      expect(purchase.note).toContain('Пакеты закончились');
      expect((await compareBooks()).spent).toBe(0);
    },
  );

  it.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [429, 'rate-limited'],
  ])('is rejected on %d with a message of the API, and not sent a second time', async (status, reason) => {
    await failWith({ kind: 'respond', status, body: { ok: false, error: 'no' } });
    expect(await confirm(await offerOf(3))).toMatchObject({ outcome: 'not-charged', basis: 'answer', reason });
    expect(await sentCharges()).toBe(1);
  });

  it.each([401, 403])(
    'is open on %d without a message of the API, because anybody on the way may have answered',
    async (status) => {
      await failWith({ kind: 'respond', status });
      expect(await confirm(await offerOf(3))).toMatchObject({ outcome: 'open', basis: null, reason: 'unreadable' });
      expect(await sentCharges()).toBe(1);
    },
  );

  it.each<[string, Fault]>([
    ['with numbers as text', { kind: 'numbers-as-strings' }],
    ['with keys nobody knows', { kind: 'extra-keys' }],
    ['without the new balance of the pool', { kind: 'missing-key', key: 'traffic_gb' }],
  ])('succeeds on an answer %s', async (_, fault) => {
    await failWith(fault);
    expect(await confirm(await offerOf(3))).toMatchObject({ outcome: 'charged', basis: 'answer' });
    const books = await compareBooks();
    expect(books.totalSpentKopecks).toBe(books.spent);
  });

  it('keeps the token out of the note, even when the service repeats it', async () => {
    await failWith({ kind: 'not-ok', shape: 'message', message: `bad token ${desk.sandbox.token}` });
    const purchase = await confirm(await offerOf(3));
    expect(purchase.note).toContain('bad token');
    expect(purchase.note).not.toContain(desk.sandbox.token);
  });
});

describe('the ledger', () => {
  it('finds by client, pool and amount in any letter case, filters by outcome, and puts open ones first', async () => {
    // The charge never arrived, so evidence cannot decide it.
    await failWith({ kind: 'drop', when: 'before-commit' });
    const lost = await confirm(await offerOf(3));
    await desk.control.clearFaults();
    const other = await addClient(-77, 'second', 'Boris');
    const good = await confirm(await desk.call('purchases.offer', { order: orderOf(8, other) }));

    const found = async (filter: object) =>
      (await desk.call('purchases.list', { filter, offset: 0, limit: 10 })).rows.map((row) => row.id);
    expect(await found({})).toEqual([lost.id, good.id]);
    expect(await found({ search: 'елкина' })).toEqual([lost.id]);
    expect(await found({ search: 'BORIS residential' })).toEqual([good.id]);
    expect(await found({ search: '-77' })).toEqual([good.id]);
    expect(await found({ search: '8 GB' })).toEqual([good.id]);
    expect(await found({ search: '%' })).toEqual([]);
    expect(await found({ outcomes: ['charged'] })).toEqual([good.id]);
    expect(await found({ goodsStates: ['none'] })).toEqual([lost.id]);
    expect(await found({ clientId })).toEqual([lost.id]);

    const sorted = async (by: 'client' | 'price' | 'state' | 'time', direction: 'asc' | 'desc') =>
      (await desk.call('purchases.list', { filter: {}, sort: { by, direction }, offset: 0, limit: 10 })).rows.map(
        (row) => row.id,
      );
    expect(await sorted('price', 'desc')).toEqual([good.id, lost.id]);
    expect(await sorted('client', 'asc')).toEqual([good.id, lost.id]);
    expect(await sorted('state', 'asc')).toEqual([lost.id, good.id]);
    expect(await sorted('state', 'desc')).toEqual([good.id, lost.id]);
    expect(await sorted('time', 'asc')).toEqual([lost.id, good.id]);
  });

  it('stays readable when the client is removed and the network is gone', async () => {
    const bought = await confirm(await offerOf(1));
    await desk.call('clients.remove', { clientIds: [clientId] });
    await desk.control.addFaults({ fault: { kind: 'drop', when: 'before-commit' } });
    expect(await desk.call('purchases.get', { purchaseId: bought.id })).toMatchObject({ clientName: 'Анна Ёлкина' });
  });
});
