import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fetch } from '#core/ports.ts';
import { DAY, RENEW, type StandingDesk, startStandingDesk } from './standing-desk.ts';

let standing: StandingDesk;
let clientIds: number[];
let priceKopecks: number;
beforeEach(async () => {
  standing = await startStandingDesk();
  clientIds = await standing.readClients();
  priceKopecks = (await standing.desk.call('vpn.quote', { periodMonths: 1 })).priceKopecks;
});
afterEach(() => standing.desk.close());

const charges = async (): Promise<number> => (await standing.desk.control.requests(RENEW)).length;

/** A service that reports its time, as services do and the sandbox does not. */
const dated: Fetch = async (url, init) => {
  const { status, body, headers } = await fetch(url, init);
  return new Response(body, { status, headers: [...headers, ['date', new Date().toUTCString()]] });
};

describe('an order on a computer whose clock is wrong', () => {
  it.each([-5 * DAY, DAY])('pays for nothing automatically until it is set right: set back by %i ms', async (ms) => {
    await standing.desk.close();
    standing = await startStandingDesk({ fetch: dated });
    const { save, renewing, order, states, look, clock, alerts, waitUntil } = standing;
    const clients = await standing.readClients();
    clock.setBack(ms);
    const { id } = await save(renewing(clients, { action: { kind: 'vpn-renew', periodMonths: 3, daysBefore: 60 } }));
    await look();
    await expect.poll(async () => (await order(id)).blockedReason, waitUntil).toMatchObject({ code: 'failed' });
    expect((await order(id)).blockedReason).toMatchObject({
      error: { kind: 'conflict', details: { code: 'clock-wrong' } },
    });
    await expect.poll(async () => (await alerts()).length, waitUntil).toBe(1);
    expect(await charges()).toBe(0);
    expect(await states(id)).not.toContain('bought');
    clock.setBack(-ms);
    await look();
    await expect.poll(async () => (await order(id)).blockedReason, waitUntil).toBeNull();
    await expect.poll(async () => new Set(await states(id)), waitUntil).toEqual(new Set(['bought']));
  });

  it('stops before its next charge when that happens in the middle', async () => {
    await standing.desk.close();
    standing = await startStandingDesk({ fetch: dated });
    const { save, renewing, desk, order, clock, waitUntil } = standing;
    const clients = await standing.readClients();
    await desk.control.addFaults({ match: RENEW, times: 1, fault: { kind: 'hold', when: 'after-commit' } });
    const { id } = await save(renewing(clients));
    await desk.control.waitForHeld(1);
    clock.setBack(-31 * DAY);
    await desk.control.release();
    await standing.look();
    await expect.poll(async () => (await order(id)).blockedReason, waitUntil).toMatchObject({ code: 'failed' });
    expect(await charges()).toBe(1);
  });
});

describe('the spending limit of an order', () => {
  it('covers each purchase, and the order asks about a more expensive one', async () => {
    const { save, renewing, comesTo, alerts, order } = standing;
    const { id } = await save(renewing(clientIds, { ceilingKopecks: priceKopecks - 1 }));
    await comesTo(id, ['ceiling', 'ceiling', 'ceiling']);
    expect(await charges()).toBe(0);
    expect((await order(id)).asks).toBe(3);
    await expect.poll(async () => (await alerts()).map(({ standing: told }) => told?.topic)).toEqual(['ask']);
    await save({ ...renewing(clientIds, { ceilingKopecks: priceKopecks }), orderId: id });
    await comesTo(id, ['bought', 'bought', 'bought']);
    await expect.poll(alerts).toEqual([]);
  });

  it('is compared with the price at the moment of paying', async () => {
    const { save, renewing, comesTo, desk } = standing;
    await desk.control.addFaults({ match: RENEW, times: 1, fault: { kind: 'hold', when: 'after-commit' } });
    const { id } = await save(renewing(clientIds, { ceilingKopecks: priceKopecks }));
    await desk.control.waitForHeld(1);
    await desk.control.setPriceMultiplier(1.5);
    await desk.control.release();
    await comesTo(id, ['bought', 'ceiling', 'ceiling']);
    expect(await charges()).toBe(1);
  });

  it('covers the month, across restarts, and the order continues in the next', async () => {
    const { save, renewing, comesTo, desk, order, look, clock, alerts } = standing;
    const { id } = await save(renewing(clientIds, { monthCapKopecks: 2 * priceKopecks }));
    await comesTo(id, ['bought', 'bought', 'month-cap']);
    expect((await order(id)).blockedReason).toEqual({ code: 'month-cap', leftKopecks: 0 });
    await expect.poll(async () => (await alerts()).map(({ standing: told }) => told?.topic)).toEqual(['month-cap']);
    await desk.restart();
    await look();
    await comesTo(id, ['bought', 'bought', 'month-cap']);
    expect(await charges()).toBe(2);
    // A clock that is set back into the previous month must not make room either.
    clock.setBack(40 * 86_400_000);
    await look();
    expect(await charges()).toBe(2);
    clock.setBack(-40 * 86_400_000);
    await save({ ...renewing(clientIds, { monthCapKopecks: 3 * priceKopecks }), orderId: id });
    await comesTo(id, ['bought', 'bought', 'bought']);
  });

  it('includes purchases that may have been charged', async () => {
    const { save, renewing, comesTo, desk, order, history, clock, waitUntil } = standing;
    await desk.control.addFaults({ match: RENEW, times: 1, fault: { kind: 'drop', when: 'before-commit' } });
    const { id } = await save(renewing(clientIds, { monthCapKopecks: priceKopecks }));
    await expect.poll(async () => (await order(id)).blockedReason?.code, waitUntil).toBe('blocked');
    expect((await order(id)).monthKopecks).toBe(priceKopecks);
    const open = (await history(id)).find(({ state }) => state === 'unknown');
    clock.skip(16 * 60_000);
    const verdict = { verdict: 'not-charged', reason: 'asked there' } as const;
    await desk.call('purchases.settle', { purchaseId: open?.purchaseId ?? 0, ...verdict });
    await comesTo(id, ['bought', 'month-cap', 'month-cap']);
    expect((await order(id)).monthKopecks).toBe(priceKopecks);
    expect(await charges()).toBe(2);
  });

  it('ends at the balance: the rest is reported as one sum, and not tried', async () => {
    const { save, renewing, comesTo, desk, order, alerts } = standing;
    await desk.control.setBalance(priceKopecks / 100 + 1);
    const { id } = await save(renewing(clientIds));
    await comesTo(id, ['insufficient-balance', 'insufficient-balance', 'bought']);
    const missingKopecks = 2 * priceKopecks - 100;
    expect((await order(id)).blockedReason).toMatchObject({ code: 'insufficient-balance', missingKopecks });
    expect(await charges()).toBe(1);
    await expect
      .poll(async () => (await alerts()).map(({ standing: told }) => [told?.topic, told?.missingKopecks]))
      .toEqual([['insufficient-balance', missingKopecks]]);
    await desk.control.setBalance(100_000);
    await standing.look();
    await comesTo(id, ['bought', 'bought', 'bought']);
    await expect.poll(alerts).toEqual([]);
  });

  it('is required for an order that pays automatically', async () => {
    const { desk, renewing } = standing;
    const wrong = renewing([], {
      action: { kind: 'vpn-renew', periodMonths: 1, daysBefore: 28 },
      ceilingKopecks: null,
      monthCapKopecks: 0,
      hours: { from: '09:00', to: '09:00' },
    });
    const { details } = await desk.callError('standing.save', wrong);
    expect(details?.problems?.map(({ field, code }) => `${field} ${code}`)).toEqual([
      'targets standing-nobody',
      'daysBefore not-whole',
      'ceilingKopecks standing-limit',
      'monthCapKopecks standing-limit',
      'hours standing-hours',
    ]);
  });

  it('is not spent again at once: a top-up is at least the threshold below which it falls due', async () => {
    const { desk, toppingUp } = standing;
    const action = { kind: 'traffic', poolType: 'mobile', gb: 1, belowGb: 1.5 } as const;
    const { details } = await desk.callError('standing.save', toppingUp([1], { action }));
    expect(details?.problems).toEqual([{ field: 'gb', code: 'standing-gb-too-few', params: { min: 1.5 } }]);
  });
});
