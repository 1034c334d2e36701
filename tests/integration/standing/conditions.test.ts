import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buy as buyProxies, held } from '../dedicated/dedicated-desk.ts';
import { DAY, RENEW, type StandingDesk, startStandingDesk } from './standing-desk.ts';

const PRICE = 450_00;

let standing: StandingDesk;
let clientIds: number[];
beforeEach(async () => {
  standing = await startStandingDesk();
  clientIds = await standing.readClients();
});
afterEach(() => standing.desk.close());

const charges = async (): Promise<number> => (await standing.desk.control.requests(RENEW)).length;
const receive = (clientId: number, amountKopecks: number) =>
  standing.desk.call('sales.receive', { clientId, amountKopecks, day: '2026-01-01', note: '' });
const setPrice = (months = 1) =>
  standing.desk.call('sales.setPrice', { clientId: null, product: `vpn ${months}`, priceKopecks: PRICE });
const owed = async (clientId: number): Promise<number> =>
  (await standing.desk.call('sales.client', { clientId, offset: 0, limit: 1 })).owedKopecks ?? 0;
/** The clients of the due items, by state. */
const clientsIn = async (orderId: number, state: string): Promise<(number | null)[]> =>
  (await standing.history(orderId)).filter((one) => one.state === state).map(({ clientId }) => clientId);

/** The clients with something due within a week, each once for everything that is due. */
const dueClients = async (): Promise<number[]> => {
  const { save, renewing, comesTo, desk } = standing;
  const { id } = await save(renewing(clientIds, { mode: 'ask' }));
  const items = await comesTo(id, ['asked', 'asked', 'asked']);
  await desk.call('standing.remove', { orderId: id });
  return items.flatMap(({ clientId }) => clientId ?? []);
};

describe('an order for clients who have paid ahead', () => {
  it('waits without a price or without money, and renews as soon as the money covers the price', async () => {
    const { save, renewing, comesTo, look, order } = standing;
    const due = await dueClients();
    const [first = 0] = due;
    const { id } = await save(renewing(clientIds, { payment: 'paid-ahead' }));
    await comesTo(id, ['awaiting-payment', 'awaiting-payment', 'awaiting-payment']);
    await receive(first, PRICE - 1);
    await look();
    expect(await charges()).toBe(0);
    await setPrice();
    await look();
    expect(await charges()).toBe(0);
    await receive(first, 1);
    await look();
    expect(await clientsIn(id, 'bought')).toEqual([first]);
    expect(await charges()).toBe(1);
    // The money is used up by the sale, which the order noted as every purchase does.
    expect(await owed(first)).toBe(0);
    await look();
    expect(await charges()).toBe(1);
    expect(await order(id)).toMatchObject({ asks: 0, failed: 0, blockedReason: null, payment: 'paid-ahead' });
  });

  it('uses the money of one client once, although more of that client is due', async () => {
    const { save, renewing, look, desk, history } = standing;
    await setPrice(3);
    const counts = await Promise.all(
      clientIds.map(async (clientId) => {
        const { subscriptions } = await desk.call('vpn.state', { clientId });
        return { clientId, count: subscriptions.length };
      }),
    );
    const { clientId } = counts.toSorted((one, other) => other.count - one.count)[0] ?? { clientId: 0 };
    await receive(clientId, PRICE);
    const { id } = await save(
      renewing([clientId], { action: { kind: 'vpn-renew', periodMonths: 3, daysBefore: 60 }, payment: 'paid-ahead' }),
    );
    await look();
    const states = (await history(id)).map(({ state }) => state);
    expect(states.length).toBeGreaterThan(1);
    expect(states.filter((state) => state === 'bought')).toHaveLength(1);
    expect(new Set(states)).toEqual(new Set(['bought', 'awaiting-payment']));
    expect(await charges()).toBe(1);
  });

  it('pays for nobody whose payment was removed while it was paying for others', async () => {
    const { save, renewing, desk, look } = standing;
    const due = await dueClients();
    await setPrice();
    for (const clientId of due) await receive(clientId, PRICE);
    await desk.control.addFaults({ match: RENEW, times: 1, fault: { kind: 'hold', when: 'after-commit' } });
    const { id } = await save(renewing(clientIds, { payment: 'paid-ahead' }));
    await desk.control.waitForHeld(1);
    for (const clientId of due) {
      const { payments } = await desk.call('sales.client', { clientId, offset: 0, limit: 9 });
      for (const payment of payments) await desk.call('sales.removePayment', { paymentId: payment.id });
    }
    await desk.control.release();
    await look();
    expect(await charges()).toBe(1);
    expect(await clientsIn(id, 'bought')).toHaveLength(1);
    expect(await clientsIn(id, 'awaiting-payment')).toHaveLength(2);
  });
});

describe('an order for clients who owe nothing', () => {
  it('renews everything of a client who owed nothing at first, and then waits for the payment', async () => {
    const { save, renewing, look, comesTo } = standing;
    const due = await dueClients();
    await setPrice();
    const [debtor = 0] = due;
    await receive(debtor, -1_00);
    const { id } = await save(renewing(clientIds, { payment: 'no-debt' }));
    await comesTo(id, ['awaiting-payment', 'bought', 'bought']);
    expect(await clientsIn(id, 'awaiting-payment')).toEqual([debtor]);
    expect(await charges()).toBe(2);
    await receive(debtor, 1_00);
    await look();
    expect(await clientsIn(id, 'awaiting-payment')).toEqual([]);
    expect(await charges()).toBe(3);
    expect(await owed(debtor)).toBe(PRICE);
  });

  it('asks only about those who have paid, and its plan holds nobody else', async () => {
    const { save, renewing, comesTo, desk, bulk } = standing;
    const [debtor = 0, ...others] = await dueClients();
    await receive(debtor, -1_00);
    const { id } = await save(renewing(clientIds, { mode: 'ask', payment: 'no-debt' }));
    await comesTo(id, ['asked', 'asked', 'awaiting-payment']);
    const { runId } = await desk.call('standing.plan', { orderId: id });
    const lines = await bulk.lines(runId);
    expect(lines.map(({ clientId }) => clientId).sort()).toEqual([...others].sort());
    for (const clientId of others) await receive(clientId, -1_00);
    expect(await desk.callError('standing.plan', { orderId: id })).toMatchObject({
      kind: 'conflict',
      details: { code: 'standing-conditions' },
    });
  });
});

it.each(['no-debt', 'paid-ahead'] as const)(
  'an order with the condition %s pays for no proxy of a removed client',
  async (payment) => {
    const { save, renewing, comesTo, desk } = standing;
    const [clientId = 0] = clientIds;
    await desk.call('sales.setPrice', { clientId: null, product: 'dedicated 4 de 30', priceKopecks: PRICE });
    await buyProxies(desk, { count: 1, period: 7, clientId });
    await receive(clientId, 10 * PRICE);
    await desk.call('clients.remove', { clientIds: [clientId] });
    const proxyIds = (await held(desk)).map(({ id }) => id);
    const action = { kind: 'dedicated-prolong', period: 30, daysBefore: 10 } as const;
    const { id } = await save(renewing([], { action, targets: { of: 'proxies', proxyIds }, payment }));
    await comesTo(id, ['awaiting-payment']);
    expect(await desk.control.requests({ method: 'POST', path: '/dedicated/prolong' })).toEqual([]);
  },
);

describe('an order that may pay only so often for each', () => {
  it('stops after that many payments for a subscription, and goes on when it may pay more often', async () => {
    const { save, renewing, look, states, history, order, desk } = standing;
    const [clientId = 0] = await dueClients();
    const terms = renewing([clientId], {
      action: { kind: 'vpn-renew', periodMonths: 3, daysBefore: 60 },
      timesEach: 1,
    });
    const { id } = await save(terms);
    await look();
    expect((await states(id)).filter((state) => state === 'bought').length).toBeGreaterThan(0);
    const before = await charges();
    const bought = new Set((await history(id)).filter(({ state }) => state === 'bought').map(({ target }) => target));
    standing.clock.skip(40 * DAY);
    await desk.call('vpn.refresh', { clientId });
    await look();
    expect(await charges()).toBe(before);
    const reached = (await history(id)).filter(({ state }) => state === 'times-reached');
    expect(new Set(reached.map(({ target }) => target))).toEqual(bought);
    expect((await order(id)).asks).toBe(0);
    await save({ ...terms, orderId: id, timesEach: 2 });
    await look();
    expect(await charges()).toBe(before + bought.size);
    await save({ ...terms, orderId: id, timesEach: 2 });
    await look();
    expect(await charges()).toBe(before + bought.size);
  });

  it('counts a payment whose item was paid for once more before its outcome was known', async () => {
    const { save, renewing, look, history, desk } = standing;
    const single = await Promise.all(
      (await dueClients()).map(async (clientId) => {
        const { subscriptions } = await desk.call('vpn.state', { clientId });
        return subscriptions.length === 1 ? clientId : 0;
      }),
    );
    const clientId = single.find((found) => found !== 0) ?? 0;
    await desk.control.addFaults({ match: RENEW, times: 1, fault: { kind: 'drop', when: 'before-commit' } });
    const terms = { action: { kind: 'vpn-renew', periodMonths: 1, daysBefore: 7 }, timesEach: 2 } as const;
    const { id } = await save(renewing([clientId], terms));
    await look();
    const purchaseId = (await history(id))[0]?.purchaseId ?? 0;
    standing.clock.skip(30 * 60_000);
    await desk.call('purchases.settle', { purchaseId, verdict: 'not-charged', reason: 'nothing there' });
    await look();
    await look();
    expect((await history(id)).map(({ state }) => state)).toEqual(['bought']);
    expect(await charges()).toBe(2);
    // The user has learned that the first attempt was paid for after all.
    await desk.call('purchases.settle', { purchaseId, verdict: 'charged', reason: 'the bill' });
    standing.clock.skip(32 * DAY);
    await desk.call('vpn.refresh', { clientId });
    await look();
    expect((await history(id)).map(({ state }) => state)).toContain('times-reached');
    expect(await charges()).toBe(2);
  });

  it('counts for each pool and each proxy, too', async () => {
    const { save, renewing, toppingUp, look, states, comesTo, clock, desk } = standing;
    const [clientId = 0] = clientIds;
    await desk.call('premium.refreshBalance', { clientId });
    const { balance } = await desk.call('premium.state', { clientId });
    const gb = balance?.pools.find(({ poolType }) => poolType === 'mobile')?.trafficGb ?? 0;
    const pool = { kind: 'traffic', poolType: 'mobile', gb: gb + 0.5, belowGb: gb + 0.5 } as const;
    const { id: poolOrder } = await save(toppingUp([clientId], { action: pool, timesEach: 1 }));
    await look();
    await desk.call('premium.refreshBalance', { clientId });
    await look();
    await comesTo(poolOrder, ['bought']);

    await buyProxies(desk, { count: 2, period: 7, clientId });
    const proxyIds = (await held(desk)).map(({ id }) => id);
    const action = { kind: 'dedicated-prolong', period: 30, daysBefore: 10 } as const;
    const proxies = { action, targets: { of: 'proxies' as const, proxyIds }, timesEach: 1 };
    const { id: proxyOrder } = await save(renewing([], proxies));
    await look();
    await comesTo(proxyOrder, ['bought', 'bought']);

    const used = { kind: 'replace-data', data: { pools: [{ pool_type: 'mobile', traffic_gb: gb }] } } as const;
    const match = { method: 'GET', path: '/premium/traffic/balance' } as const;
    await desk.control.addFaults({ match, fault: used });
    clock.skip(29 * DAY);
    await desk.call('premium.refreshBalance', { clientId });
    await look();
    expect(await states(poolOrder)).toEqual(['bought', 'times-reached']);
    expect(await states(proxyOrder)).toEqual(['bought', 'bought', 'times-reached', 'times-reached']);
  });

  it('refuses a number of times that no one could mean', async () => {
    const { desk, renewing } = standing;
    for (const timesEach of [0, -1, 1.5, 1_000]) {
      expect(await desk.callError('standing.save', renewing(clientIds, { timesEach }))).toMatchObject({
        kind: 'invalid-input',
      });
    }
  });

  it('keeps its conditions when it is saved without them', async () => {
    const { save, renewing, order } = standing;
    const { id } = await save(renewing(clientIds, { mode: 'ask', payment: 'no-debt', timesEach: 4 }));
    await save({ ...renewing(clientIds, { mode: 'ask' }), orderId: id });
    expect(await order(id)).toMatchObject({ payment: 'no-debt', timesEach: 4 });
    await save({ ...renewing(clientIds, { mode: 'ask' }), orderId: id, payment: 'any', timesEach: null });
    expect(await order(id)).toMatchObject({ payment: 'any', timesEach: null });
  });
});
