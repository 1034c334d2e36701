import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RENEW, type StandingDesk, startStandingDesk } from './standing-desk.ts';

let standing: StandingDesk;
let clientIds: number[];
beforeEach(async () => {
  standing = await startStandingDesk();
  clientIds = await standing.readClients();
});
afterEach(() => standing.desk.close());

const asking = () => standing.renewing(clientIds, { mode: 'ask', ceilingKopecks: null, monthCapKopecks: null });

describe('an order that asks', () => {
  it('announces due items once, and makes its plan when it is opened, which the user starts', async () => {
    const { save, desk, bulk, comesTo, alerts, look, waitUntil } = standing;
    const others = { alertSevenDays: false, alertThreeDays: false, alertOneDay: false, alertExpired: false };
    await desk.call('settings.update', { ...others, alertLowTraffic: false, alertLowBalance: false });
    const { id } = await save(asking());
    await comesTo(id, ['asked', 'asked', 'asked']);
    // A notice that the desktop showed while the clients were read is not repeated with it.
    standing.clock.skip(11 * 60_000);
    await look();
    const told = () => desk.desktop.notices.filter(({ title }) => title.includes('Автозаказ'));
    await expect.poll(told, waitUntil).toHaveLength(1);
    await look();
    await desk.restart();
    await look();
    await comesTo(id, ['asked', 'asked', 'asked']);
    expect((await alerts()).map(({ standing: told }) => [told?.topic, told?.count])).toEqual([['ask', 3]]);
    expect(told()).toHaveLength(1);
    expect(await bulk.books()).toMatchObject({ count: 0 });

    const { runId } = await desk.call('standing.plan', { orderId: id });
    const plan = await bulk.get(runId);
    expect(plan).toMatchObject({ state: 'planned', waitingCharges: 3 });
    await bulk.run(plan);
    const done = await comesTo(id, ['bought', 'bought', 'bought']);
    expect(done.every((one) => one.runId === runId)).toBe(true);
    expect(await bulk.books()).toEqual(await bulk.ledger());
    await look();
    await expect.poll(alerts, waitUntil).toEqual([]);
    expect(await desk.callError('standing.plan', { orderId: id })).toMatchObject({
      details: { code: 'standing-nothing-due' },
    });
  });

  it('announces newly due items, even if their number has not grown', async () => {
    const { save, desk, comesTo, look, alerts } = standing;
    const [first = 0, second = 0] = clientIds;
    const { id } = await save({ ...asking(), targets: { of: 'clients', clientIds: [first] } });
    await comesTo(id, ['asked']);
    await look();
    await desk.call('alerts.markRead', {});
    await look();
    expect((await alerts()).map(({ readAt }) => readAt === null)).toEqual([false]);
    // One item is done elsewhere and another falls due, so the number stays the same.
    await desk.call('standing.save', { ...asking(), orderId: id, targets: { of: 'clients', clientIds: [second] } });
    await comesTo(id, ['asked', 'no-longer-due']);
    await look();
    expect((await alerts()).map(({ readAt, standing: told }) => [readAt, told?.count])).toEqual([[null, 1]]);
  });

  it('drops items that were done by hand in the meantime', async () => {
    const { save, desk, bulk, comesTo, look, alerts, waitUntil } = standing;
    const { id } = await save(asking());
    await comesTo(id, ['asked', 'asked', 'asked']);
    await bulk.run(await bulk.plan({ kind: 'vpn-renew', periodMonths: 3, endingWithinDays: 7, clientIds }));
    await look();
    await comesTo(id, ['no-longer-due', 'no-longer-due', 'no-longer-due']);
    await expect.poll(alerts, waitUntil).toEqual([]);
    expect((await desk.control.requests(RENEW)).length).toBe(3);
  });

  it('does not plan beyond what it may spend in the month', async () => {
    const { save, desk, bulk, comesTo } = standing;
    const { priceKopecks } = await desk.call('vpn.quote', { periodMonths: 1 });
    const { id } = await save({ ...asking(), monthCapKopecks: 2 * priceKopecks });
    await comesTo(id, ['asked', 'asked', 'asked']);
    const { runId } = await desk.call('standing.plan', { orderId: id });
    const plan = await bulk.get(runId);
    expect(plan.waitingCharges).toBe(2);
    await desk.call('standing.save', { ...asking(), orderId: id, monthCapKopecks: priceKopecks });
    const agreed = { remainingKopecks: plan.remainingKopecks, capKopecks: plan.totalKopecks };
    expect(await desk.callError('runs.resume', { runId, agreed })).toMatchObject({
      details: { problems: [{ field: 'capKopecks', code: 'month-cap' }] },
    });
    expect((await bulk.books()).count).toBe(0);
  });

  it('waits for its hours', async () => {
    const { save, comesTo, clock, order } = standing;
    const time = (at: number): string => new Date(at).toTimeString().slice(0, 5);
    const hours = { from: time(clock.now() + 2 * 3_600_000), to: time(clock.now() + 3 * 3_600_000) };
    const { id } = await save({ ...asking(), hours });
    await comesTo(id, ['outside-hours', 'outside-hours', 'outside-hours']);
    expect((await order(id)).blockedReason).toMatchObject({ code: 'outside-hours' });
    clock.skip(2 * 3_600_000 + 60_000);
    await standing.look();
    await comesTo(id, ['asked', 'asked', 'asked']);
  });
});
