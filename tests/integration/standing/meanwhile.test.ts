import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TRAFFIC_BUY } from '../run-purchases/purchases-desk.ts';
import { RENEW, type StandingDesk, startStandingDesk } from './standing-desk.ts';

/** Holds the next price of a renewal until the test releases it. */
const createHeldPrice = () => {
  let asked = (): void => {};
  let release = (): void => {};
  let isWanted = false;
  return {
    fetch: async (url: string, init: RequestInit) => {
      if (isWanted && url.includes('/vpn/quote')) {
        isWanted = false;
        const released = new Promise<void>((resolve) => {
          release = resolve;
        });
        asked();
        await released;
      }
      return fetch(url, init);
    },
    /** Resolves when the price is requested. */
    hold: () => {
      isWanted = true;
      return new Promise<void>((resolve) => {
        asked = resolve;
      });
    },
    release: () => release(),
  };
};

let standing: StandingDesk;
let price: ReturnType<typeof createHeldPrice>;
let clientIds: number[];
beforeEach(async () => {
  price = createHeldPrice();
  standing = await startStandingDesk({ fetch: price.fetch });
  clientIds = await standing.readClients();
});
afterEach(() => standing.desk.close());

describe('a plan of an order', () => {
  const IN_RUN = { details: { code: 'standing-in-run' } };

  it('leaves out items that a running or halted run of the order already has', async () => {
    const { save, renewing, desk, bulk, comesTo } = standing;
    const draft = renewing(clientIds.slice(0, 2), { mode: 'ask', ceilingKopecks: null, monthCapKopecks: null });
    const { id } = await save(draft);
    await comesTo(id, ['asked', 'asked']);
    await desk.control.addFaults({ match: RENEW, times: 1, fault: { kind: 'hold', when: 'after-commit' } });
    const { runId } = await desk.call('standing.plan', { orderId: id });
    await bulk.start(await bulk.get(runId));
    await desk.control.waitForHeld(1);
    expect(await desk.callError('standing.plan', { orderId: id })).toMatchObject(IN_RUN);
    await save({ ...draft, orderId: id, targets: { of: 'clients', clientIds } });
    const more = await desk.call('standing.plan', { orderId: id });
    expect((await bulk.get(more.runId)).waitingCharges).toBe(1);
    const paused = bulk.pause(runId);
    await desk.control.release();
    await bulk.start(await paused);
    await bulk.ended(runId);
    await bulk.run(await bulk.requote(more.runId));
    const done = await comesTo(id, ['bought', 'bought', 'bought']);
    expect(done.map((one) => one.runId).sort()).toEqual([runId, runId, more.runId].sort());
    expect(await bulk.books()).toEqual(await bulk.ledger());
    expect((await bulk.books()).count).toBe(3);
  });

  it('is empty when the order has begun the same items automatically in the meantime', async () => {
    const { save, renewing, desk, bulk, comesTo, clock, look } = standing;
    const time = (at: number): string => new Date(at).toTimeString().slice(0, 5);
    const hours = { from: time(clock.now() + 2 * 3_600_000), to: time(clock.now() + 3 * 3_600_000) };
    const { id } = await save(renewing(clientIds, { hours }));
    await comesTo(id, ['outside-hours', 'outside-hours', 'outside-hours']);
    const asked = price.hold();
    const planned = desk.callError('standing.plan', { orderId: id });
    await asked;
    clock.skip(2 * 3_600_000 + 60_000);
    await look();
    const done = await comesTo(id, ['bought', 'bought', 'bought']);
    price.release();
    expect(await planned).toMatchObject(IN_RUN);
    expect(await standing.history(id)).toEqual(done);
    expect((await bulk.books()).count).toBe(3);
  });

  it('takes precedence over an automatic purchase of the same items', async () => {
    const { save, renewing, desk, bulk, comesTo, clock, look, order } = standing;
    const time = (at: number): string => new Date(at).toTimeString().slice(0, 5);
    // The hours have whole minutes, so one minute from now may be this very second.
    const hours = { from: time(clock.now() + 2 * 60_000), to: time(clock.now() + 3_600_000) };
    const { id } = await save(renewing(clientIds, { hours }));
    await comesTo(id, ['outside-hours', 'outside-hours', 'outside-hours']);
    const { runId } = await desk.call('standing.plan', { orderId: id });
    clock.skip(3 * 60_000);
    await look();
    expect((await order(id)).blockedReason).toMatchObject({ code: 'blocked', runId });
    await bulk.run(await bulk.get(runId));
    await look();
    const done = await comesTo(id, ['bought', 'bought', 'bought']);
    expect(done.every((one) => one.runId === runId)).toBe(true);
    expect((await bulk.books()).count).toBe(3);
  });
});

describe('while an order is planned', () => {
  it('another run may begin, and the order waits for it', async () => {
    const { save, renewing, desk, bulk, comesTo, look, order, waitUntil } = standing;
    const [clientId = 0] = clientIds;
    const other = await bulk.plan({ kind: 'traffic', poolType: 'mobile', gb: 1, clientIds: [clientId] });
    await desk.control.addFaults({ match: TRAFFIC_BUY, times: 1, fault: { kind: 'hold', when: 'after-commit' } });
    const asked = price.hold();
    const { id } = await save(renewing(clientIds));
    await asked;
    await bulk.start(other);
    await desk.control.waitForHeld(1);
    price.release();
    await expect.poll(async () => (await order(id)).blockedReason, waitUntil).toMatchObject({ runId: other.id });
    await comesTo(id, ['blocked', 'blocked', 'blocked']);
    await desk.control.release();
    await look();
    await comesTo(id, ['bought', 'bought', 'bought']);
    expect((await bulk.books()).count).toBe(4);
  });

  it('the order may be switched off, and nothing is announced', async () => {
    const { save, renewing, desk, order, alerts, look } = standing;
    const asked = price.hold();
    const { id } = await save(renewing(clientIds, { ceilingKopecks: 1 }));
    await asked;
    await desk.call('standing.setOn', { orderId: id, isOn: false });
    price.release();
    await look();
    expect((await order(id)).blockedReason).toBeNull();
    expect(await alerts()).toEqual([]);
  });

  it('the order may be removed, and the others are still checked', async () => {
    const { save, renewing, desk, comesTo, alerts } = standing;
    await desk.call('settings.update', { paused: true });
    const removed = await save(renewing(clientIds, { ceilingKopecks: 1, name: 'removed' }));
    const { id } = await save(renewing(clientIds, { name: 'there' }));
    const asked = price.hold();
    await desk.call('settings.update', { paused: false });
    await asked;
    await desk.call('standing.remove', { orderId: removed.id });
    price.release();
    await comesTo(id, ['bought', 'bought', 'bought']);
    expect(await alerts()).toEqual([]);
  });

  it('the plan may fail and the order be switched off, which is not reported as a failure', async () => {
    const { save, renewing, desk, order, look } = standing;
    await desk.control.addFaults({
      match: { path: '/vpn/quote' },
      fault: { kind: 'respond', status: 403, body: { ok: false, message: 'no' } },
    });
    const asked = price.hold();
    const { id } = await save(renewing(clientIds));
    await asked;
    await desk.call('standing.setOn', { orderId: id, isOn: false });
    price.release();
    await look();
    expect((await order(id)).blockedReason).toBeNull();
  });
});
