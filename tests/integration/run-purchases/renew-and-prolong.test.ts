import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SEED_CLIENTS } from '#sandbox/index.ts';
import { PROXIES_PER_CHARGE } from '#shared/domain/run-charges.ts';
import { callAsColleague } from '../../support/colleague.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { buy, held, idsOf, offerFor, serviceIdsOf } from '../dedicated/dedicated-desk.ts';
import { addSeedClients, createBulkActions, statesOf } from './purchases-desk.ts';

let desk: TestDesk;
let bulk: ReturnType<typeof createBulkActions>;

beforeEach(async () => {
  desk = await startTestDesk();
  bulk = createBulkActions(desk);
});
afterEach(() => desk.close());

describe('renewing in bulk', () => {
  const input = (clientIds: number[], endingWithinDays: number | null) =>
    ({ kind: 'vpn-renew', periodMonths: 3, endingWithinDays, clientIds }) as const;

  it('finds goods that run out, also of unread clients, and moves each end once', async () => {
    const clientIds = await addSeedClients(desk);
    await desk.control.clearRequests();
    const plan = await bulk.plan(input(clientIds, 7));
    expect(await desk.control.requests({ path: '/vpn/quote' })).toHaveLength(1);
    const lines = await bulk.lines(plan.id);
    expect(statesOf(lines)).toEqual(['waiting', 'waiting', 'cannot', 'waiting']);
    expect(lines[2]?.problem).toMatchObject({ code: 'nothing-ending' });

    const run = await bulk.run(plan);
    expect(run).toMatchObject({ state: 'done', counts: { done: 3 }, chargedKopecks: plan.totalKopecks });
    for (const { target, clientId, expiresAt } of lines.filter(({ state }) => state === 'waiting')) {
      const { subscriptions } = await desk.call('vpn.refresh', { clientId: clientId ?? 0 });
      const now = subscriptions.find(({ uuid }) => uuid === target)?.expiresAt ?? 0;
      expect(now).toBeGreaterThan((expiresAt ?? 0) + 80 * 86_400_000);
    }
    expect(await bulk.books()).toEqual({ count: 3, kopecks: plan.totalKopecks });
    expect(await bulk.ledger()).toEqual(await bulk.books());
  });

  it('stops planning when the service asks for a long pause, instead of leaving out the clients after it', async () => {
    const clientIds = await addSeedClients(desk);
    const limit = { kind: 'respond', status: 429, headers: { 'retry-after': '600' }, body: { ok: false } } as const;
    await desk.control.addFaults({ match: { path: '/vpn/info' }, times: 1, fault: limit });
    await desk.control.clearRequests();
    expect(await desk.callError('runs.plan', input(clientIds, 7))).toMatchObject({
      kind: 'rate-limited',
      details: { retryAfterMs: 600_000 },
    });
    expect(await desk.control.requests({ path: '/vpn/info' })).toHaveLength(1);
    const { rows } = await desk.call('runs.list', { offset: 0, limit: 10 });
    expect(rows.filter(({ kind }) => kind === 'purchases')).toEqual([]);
  });

  it('takes every subscription when asked for all, and reports a client without any', async () => {
    const clientIds = [...(await addSeedClients(desk)), ...(await bulk.addClients(1))];
    const plan = await bulk.plan(input(clientIds, null));
    expect(plan.counts).toMatchObject({ waiting: 5, cannot: 1 });
    expect((await bulk.lines(plan.id)).at(-1)).toMatchObject({ problem: { code: 'no-subscription' } });
  });

  it('leaves out a subscription that the service no longer has, and pays nothing for it', async () => {
    const clientIds = await addSeedClients(desk);
    const plan = await bulk.plan(input(clientIds, 7));
    const [first] = await bulk.lines(plan.id);
    const { messengerId, clientKey } = SEED_CLIENTS[0] ?? { messengerId: 0, clientKey: '' };
    const request = { messenger_id: messengerId, client_key: clientKey, uuid: first?.target };
    await callAsColleague(desk.sandbox, '/vpn/delete', request);
    const run = await bulk.run(plan);
    expect(run).toMatchObject({ state: 'partial', counts: { done: 2, cannot: 2 } });
    expect((await bulk.lines(plan.id))[0]).toMatchObject({ state: 'cannot', problem: { code: 'subscription-gone' } });
    expect((await bulk.books()).count).toBe(2);
  });
});

describe('prolonging in bulk', () => {
  const input = (proxyIds: number[]) => ({ kind: 'dedicated-prolong', period: 30, proxyIds }) as const;

  it('pays for many proxies with each charge, one client’s in each, and gives every one its new date', async () => {
    const [clientId = 0] = await bulk.addClients(1);
    await desk.control.setBalance(1_000_000);
    await buy(desk, { count: PROXIES_PER_CHARGE + 5 });
    await buy(desk, { count: 4, clientId });
    const before = await held(desk);
    const { count: bought } = await bulk.books();
    await desk.control.clearRequests();

    const plan = await bulk.plan(input(idsOf(before)));
    expect(plan).toMatchObject({ total: PROXIES_PER_CHARGE + 9, waitingCharges: 3 });
    const lines = await bulk.lines(plan.id);
    expect(lines.every(({ priceKopecks }) => (priceKopecks ?? 0) > 0)).toBe(true);
    expect(lines.reduce((sum, { priceKopecks }) => sum + (priceKopecks ?? 0), 0)).toBe(plan.totalKopecks);

    const run = await bulk.run(plan);
    expect(run).toMatchObject({ state: 'done', chargedKopecks: plan.totalKopecks });
    expect(await desk.control.requests({ method: 'POST', path: '/dedicated/prolong' })).toHaveLength(3);
    expect((await bulk.books()).count).toBe(bought + 3);
    expect(await bulk.ledger()).toEqual(await bulk.books());
    const ends = new Map((await held(desk)).map(({ id, expiresAt }) => [id, expiresAt ?? 0]));
    for (const { id, expiresAt } of before) expect(ends.get(id)).toBe((expiresAt ?? 0) + 30 * 86_400_000);
  });

  it('finds the one that the service no longer has, and prolongs the others', async () => {
    await buy(desk, { count: 5 });
    const proxies = await held(desk);
    // The service forgets the five proxies and counts its ids from the start again, so four of the five ids exist once more.
    await desk.control.reset(2);
    await buy(desk, { count: 4 });
    const plan = await bulk.plan(input(idsOf(proxies)));
    const lines = await bulk.lines(plan.id);
    expect(statesOf(lines)).toEqual(['waiting', 'waiting', 'waiting', 'waiting', 'cannot']);
    expect(lines.at(-1)?.problem).toMatchObject({ code: 'refused', words: expect.stringMatching(/./) });
    expect(await bulk.run(plan)).toMatchObject({ state: 'done', counts: { done: 4, cannot: 1 } });
    const prolonged = await desk.control.requests({ method: 'POST', path: '/dedicated/prolong' });
    expect(prolonged.map(({ status }) => status)).toEqual(prolonged.map(() => 200));
  });

  it('prolongs no proxy for a client who does not have it any more, and sells it to nobody', async () => {
    const [clientId = 0, otherId = 0] = await bulk.addClients(2);
    await desk.call('sales.setPrice', { clientId: null, product: 'dedicated 4 de 30', priceKopecks: 50_000 });
    await buy(desk, { count: 2, clientId });
    await buy(desk, { count: 1, clientId: otherId });
    const proxies = await held(desk);
    const owed = async (of: number) =>
      (await desk.call('sales.client', { clientId: of, offset: 0, limit: 1 })).owedKopecks;
    const plan = await bulk.plan(input(idsOf(proxies)));
    const order = {
      kind: 'dedicated-prolong',
      clientId,
      serviceIds: serviceIdsOf(proxies.slice(0, 2)),
      period: 30,
    } as const;
    const offer = await offerFor(desk, order);
    await desk.call('dedicated.assign', { proxyIds: idsOf(proxies.slice(0, 1)), clientId: otherId });

    expect(
      await desk.callError('purchases.confirm', { offerId: offer.offerId, priceKopecks: offer.priceKopecks }),
    ).toMatchObject({
      kind: 'target-changed',
      details: { params: { what: 'client', before: 'bulk-1 · 7000000001', after: 'bulk-2 · 7000000002' } },
    });
    expect(await desk.callError('purchases.offer', { order })).toMatchObject({
      details: { code: 'proxies-reassigned' },
    });
    const run = await bulk.run(plan);
    expect(run).toMatchObject({ state: 'partial', counts: { done: 1, cannot: 2 } });
    expect((await bulk.lines(plan.id))[0]).toMatchObject({
      state: 'cannot',
      problem: { code: 'target-changed', before: 'bulk-1 · 7000000001', after: 'bulk-2 · 7000000002' },
    });
    expect([await owed(clientId), await owed(otherId)]).toEqual([100_000, 100_000]);
    expect(await desk.control.requests({ method: 'POST', path: '/dedicated/prolong' })).toHaveLength(1);
  });

  it('prolongs a proxy once if it is chosen twice', async () => {
    await buy(desk, { count: 2 });
    const ids = idsOf(await held(desk));
    const plan = await bulk.plan(input([...ids, ...ids]));
    expect(plan).toMatchObject({ total: 2, waitingCharges: 1 });
  });
});
