import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buy, held } from '../dedicated/dedicated-desk.ts';
import { TRAFFIC_BUY } from '../run-purchases/purchases-desk.ts';
import { DAY, RENEW, type StandingDesk, startStandingDesk } from './standing-desk.ts';

let standing: StandingDesk;
let clientIds: number[];
beforeEach(async () => {
  standing = await startStandingDesk();
  clientIds = await standing.readClients();
});
afterEach(() => standing.desk.close());

describe('an order that tops up', () => {
  const BALANCE = { method: 'GET', path: '/premium/traffic/balance' } as const;
  const gbOf = async (clientId: number): Promise<number> => {
    const { balance } = await standing.desk.call('premium.state', { clientId });
    return balance?.pools.find(({ poolType }) => poolType === 'mobile')?.trafficGb ?? 0;
  };

  it('does so once, and again only after its top-up was seen and used up', async () => {
    const { save, toppingUp, desk, comesTo, look, clock, states, waitUntil } = standing;
    const [clientId = 0] = clientIds;
    const before = await gbOf(clientId);
    const belowGb = before + 0.5;
    // The service keeps reporting the state from before the top-up.
    const stale = { kind: 'replace-data', data: { pools: [{ pool_type: 'mobile', traffic_gb: before }] } } as const;
    await desk.control.addFaults({ match: BALANCE, fault: stale });
    const { id } = await save(
      toppingUp([clientId], { action: { kind: 'traffic', poolType: 'mobile', gb: belowGb, belowGb } }),
    );
    // A look of the desk's own may have found the pool as low as before by then.
    await expect.poll(() => states(id), waitUntil).toContain('bought');
    await desk.call('premium.refreshBalance', { clientId });
    await look();
    await comesTo(id, ['bought', 'awaiting-topup']);
    clock.skip(2 * 3_600_000);
    await desk.restart();
    await look();
    await comesTo(id, ['bought', 'awaiting-topup']);
    expect((await desk.control.requests(TRAFFIC_BUY)).length).toBe(1);
    // After a day of that the state is unknown, so the user is asked.
    clock.skip(DAY);
    await desk.call('premium.refreshBalance', { clientId });
    await look();
    await comesTo(id, ['bought', 'needs-confirmation']);
    await desk.control.clearFaults();
    await desk.call('premium.refreshBalance', { clientId });
    await look();
    await comesTo(id, ['bought', 'no-longer-due']);
    await expect.poll(() => states(id), waitUntil).toHaveLength(2);
    expect((await desk.control.requests(TRAFFIC_BUY)).length).toBe(1);
  });

  it.each([-2 * DAY, 2 * DAY])('does not repeat a manual top-up when the clock is set back by %i ms', async (ms) => {
    const { save, toppingUp, desk, comesTo, look, clock, states, waitUntil } = standing;
    const [clientId = 0] = clientIds;
    const before = await gbOf(clientId);
    const stale = { kind: 'replace-data', data: { pools: [{ pool_type: 'mobile', traffic_gb: before }] } } as const;
    await desk.control.addFaults({ match: BALANCE, fault: stale });
    const order = { kind: 'traffic', clientId, poolType: 'mobile', gb: before + 1 } as const;
    const { offerId, priceKopecks } = await desk.call('purchases.offer', { order });
    await desk.call('purchases.confirm', { offerId, priceKopecks, despite: [] });
    await desk.call('premium.refreshBalance', { clientId });
    clock.setBack(ms);
    const action = { kind: 'traffic', poolType: 'mobile', gb: before + 0.5, belowGb: before + 0.5 } as const;
    const { id } = await save(toppingUp([clientId], { action }));
    await look();
    await comesTo(id, ['awaiting-topup']);
    await desk.restart();
    await look();
    await comesTo(id, ['awaiting-topup']);
    expect((await desk.control.requests(TRAFFIC_BUY)).length).toBe(1);
    // The service shows it in time, and the order goes by that.
    await desk.control.clearFaults();
    clock.skip(16 * 60_000);
    await look();
    await expect.poll(() => states(id), waitUntil).toEqual(['no-longer-due']);
    expect((await desk.control.requests(TRAFFIC_BUY)).length).toBe(1);
  });

  it('leaves a pool alone that the user has cancelled, until it was filled and is low again', async () => {
    const { save, toppingUp, desk, comesTo, look, runs, states, clock, waitUntil } = standing;
    const [clientId = 0] = clientIds;
    const gb = await gbOf(clientId);
    const read = async (trafficGb: number): Promise<void> => {
      await desk.control.clearFaults();
      const pools = [{ pool_type: 'mobile', traffic_gb: trafficGb }];
      await desk.control.addFaults({ match: BALANCE, fault: { kind: 'replace-data', data: { pools } } });
      await desk.call('premium.refreshBalance', { clientId });
      await look();
    };
    const fault = { kind: 'respond', status: 429, headers: { 'retry-after': '5' }, body: { ok: false } } as const;
    await desk.control.addFaults({ match: TRAFFIC_BUY, fault: { kind: 'hold', when: 'before-commit' } });
    await desk.control.addFaults({ match: TRAFFIC_BUY, fault });
    const action = { kind: 'traffic', poolType: 'mobile', gb: gb + 0.5, belowGb: gb + 0.5 } as const;
    const { id } = await save(toppingUp([clientId], { action }));
    const bought = async () => (await desk.control.requests(TRAFFIC_BUY)).length;
    await desk.control.waitForHeld(1);
    const cancelled = desk.call('runs.cancel', { runId: (await runs())[0]?.id ?? 0 });
    await desk.control.release();
    await cancelled;
    expect(await bought()).toBe(1);
    await comesTo(id, ['abandoned']);
    clock.skip(3_600_000);
    await read(gb);
    await comesTo(id, ['abandoned']);
    await read(gb + 1);
    await comesTo(id, ['no-longer-due']);
    await read(gb);
    await expect.poll(() => states(id), waitUntil).toContain('bought');
    expect(await bought()).toBe(2);
  });
});

describe('an order for proxies', () => {
  it('extends each proxy once, although no service reports its end', async () => {
    const { save, renewing, desk, comesTo, look, clock } = standing;
    const [clientId = 0] = clientIds;
    await buy(desk, { count: 2, period: 7, clientId });
    const proxyIds = (await held(desk)).map(({ id }) => id);
    const action = { kind: 'dedicated-prolong', period: 30, daysBefore: 10 } as const;
    const { id } = await save(renewing([], { action, targets: { of: 'proxies', proxyIds } }));
    await comesTo(id, ['bought', 'bought']);
    await look();
    clock.setBack(3 * DAY);
    await look();
    await desk.restart();
    await look();
    await comesTo(id, ['bought', 'bought']);
    const second = await save(renewing([clientId], { action, name: 'The same by client' }));
    await look();
    expect(await standing.states(second.id)).toEqual([]);
    expect((await desk.control.requests({ method: 'POST', path: '/dedicated/prolong' })).length).toBe(1);
  });
});

describe('orders and runs for the same targets', () => {
  it("wait for the user's earlier items, and are not blocked by their own plan", async () => {
    const { save, renewing, desk, bulk, comesTo, order, waitUntil } = standing;
    const plan = await bulk.plan({ kind: 'vpn-renew', periodMonths: 1, endingWithinDays: 7, clientIds });
    const { id } = await save(renewing(clientIds));
    await expect.poll(async () => (await order(id)).blockedReason, waitUntil).toMatchObject({ runId: plan.id });
    await comesTo(id, ['blocked', 'blocked', 'blocked']);
    await bulk.run(plan);
    await standing.look();
    await comesTo(id, ['no-longer-due', 'no-longer-due', 'no-longer-due']);
    expect((await desk.control.requests(RENEW)).length).toBe(3);
  });

  it('pay once for targets that two orders cover', async () => {
    const { save, renewing, comesTo, desk, look, waitUntil } = standing;
    const first = await save(renewing(clientIds, { name: 'first' }));
    const second = await save(renewing(clientIds, { name: 'second' }));
    await comesTo(first.id, ['bought', 'bought', 'bought']);
    await look();
    await expect
      .poll(async () => (await standing.states(second.id)).every((state) => state === 'no-longer-due'), waitUntil)
      .toBe(true);
    expect((await desk.control.requests(RENEW)).length).toBe(3);
  });

  it('leave out a client who is removed during the run', async () => {
    const { save, renewing, desk, comesTo, history } = standing;
    await desk.control.addFaults({ match: RENEW, times: 1, fault: { kind: 'hold', when: 'after-commit' } });
    const { id } = await save(renewing(clientIds));
    await desk.control.waitForHeld(1);
    const waiting = (await history(id)).filter(({ state }) => state === 'started');
    const clientId = waiting.at(0)?.clientId ?? 0;
    await desk.call('clients.remove', { clientIds: [clientId] });
    await desk.control.release();
    await comesTo(id, ['bought', 'bought', 'no-longer-due']);
    expect((await desk.control.requests(RENEW)).length).toBe(2);
  });
});
