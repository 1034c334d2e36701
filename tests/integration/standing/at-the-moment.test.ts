import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callAsColleague } from '../../support/colleague.ts';
import { buy, held, idsOf } from '../dedicated/dedicated-desk.ts';
import { TRAFFIC_BUY } from '../run-purchases/purchases-desk.ts';
import { RENEW, type StandingDesk, startStandingDesk } from './standing-desk.ts';

let standing: StandingDesk;
let clientIds: number[];
beforeEach(async () => {
  standing = await startStandingDesk();
  clientIds = await standing.readClients();
});
afterEach(async () => {
  await standing.desk.control.clearFaults();
  await standing.desk.close();
});

const charges = async (match: typeof RENEW | typeof TRAFFIC_BUY = RENEW): Promise<number> =>
  (await standing.desk.control.requests(match)).length;
const holdFirst = (match: typeof RENEW | typeof TRAFFIC_BUY) =>
  standing.desk.control.addFaults({ match, times: 1, fault: { kind: 'hold', when: 'after-commit' } });
const wallTime = (ms: number): string => new Date(ms).toTimeString().slice(0, 5);
const HOUR = 3_600_000;

describe('an automatic payment of an order', () => {
  it('happens within its hours at the moment of paying, however long the run before it took', async () => {
    const { save, renewing, comesTo, desk, clock } = standing;
    const now = clock.now();
    await holdFirst(RENEW);
    const hours = { from: wallTime(now - HOUR), to: wallTime(now + HOUR) };
    const { id } = await save(renewing(clientIds, { hours }));
    await desk.control.waitForHeld(1);
    clock.skip(3 * HOUR);
    await desk.control.release();
    await comesTo(id, ['bought', 'outside-hours', 'outside-hours']);
    expect(await charges()).toBe(1);
  });

  it('serves only clients who are still targets', async () => {
    const { save, renewing, comesTo, desk } = standing;
    await holdFirst(RENEW);
    const { id } = await save(renewing(clientIds));
    await desk.control.waitForHeld(1);
    const waiting = (await standing.history(id)).filter(({ purchaseId }) => purchaseId === null);
    const archived = waiting[0]?.clientId ?? 0;
    await desk.call('clients.archive', { clientIds: [archived] });
    await desk.control.release();
    const ended = await comesTo(id, ['bought', 'bought', 'no-longer-due']);
    expect(ended.find(({ state }) => state === 'no-longer-due')?.clientId).toBe(archived);
    expect(await charges()).toBe(2);
  });

  it('still happens if the end of its target is rounded differently', async () => {
    const { save, renewing, comesTo, desk, runs } = standing;
    const [clientId = 0] = clientIds;
    const { id } = await save(renewing([clientId], { mode: 'ask' }));
    await comesTo(id, ['asked']);
    const { subscriptions } = await desk.call('vpn.state', { clientId });
    const items = subscriptions.map(({ uuid, status, expiresAt, trafficLimitBytes }) => ({
      uuid,
      status,
      trafficLimitBytes,
      subscriptionUrl: 'https://example.com/s',
      expireAt: new Date((expiresAt ?? 0) + 400).toISOString(),
    }));
    const data = { exists: true, count: items.length, items };
    const match = { method: 'GET', path: '/vpn/info' } as const;
    await desk.control.addFaults({ match, fault: { kind: 'replace-data', data } });
    await desk.call('vpn.refresh', { clientId });
    await save({ ...renewing([clientId]), orderId: id });
    await comesTo(id, ['bought']);
    expect(await charges()).toBe(1);
    expect(await runs()).toHaveLength(1);
  });

  it('includes everything that one charge pays for', async () => {
    const { save, renewing, comesTo, desk } = standing;
    const PROLONG = { method: 'POST', path: '/dedicated/prolong' } as const;
    for (const clientId of clientIds.slice(0, 2)) await buy(desk, { count: 2, period: 7, clientId });
    const proxies = await held(desk);
    await desk.control.addFaults({ match: PROLONG, times: 1, fault: { kind: 'hold', when: 'after-commit' } });
    const action = { kind: 'dedicated-prolong', period: 30, daysBefore: 10 } as const;
    const targets = { of: 'proxies', proxyIds: idsOf(proxies) } as const;
    const { id } = await save(renewing([], { action, targets }));
    await desk.control.waitForHeld(1);
    const waiting = (await standing.history(id)).filter(({ purchaseId }) => purchaseId === null);
    const last = Math.max(...waiting.map(({ proxyId }) => proxyId ?? 0));
    await desk.call('dedicated.archive', { proxyIds: [last], archived: true });
    await desk.control.release();
    await comesTo(id, ['bought', 'bought', 'bought', 'no-longer-due']);
    const paid = (await desk.control.requests(PROLONG)).map(({ body }) => JSON.stringify(body)).join();
    const serviceId = proxies.find((one) => one.id === last)?.serviceId ?? 0;
    expect(paid).not.toContain(String(serviceId));
  });

  it('fills a pool that the latest reading shows as low', async () => {
    const { save, toppingUp, comesTo, desk } = standing;
    const pair = clientIds.slice(0, 2);
    await holdFirst(TRAFFIC_BUY);
    const action = { kind: 'traffic', poolType: 'mobile', gb: 20, belowGb: 20 } as const;
    const { id } = await save(toppingUp(pair, { action }));
    await desk.control.waitForHeld(1);
    const waiting = (await standing.history(id)).find(({ purchaseId }) => purchaseId === null)?.clientId ?? 0;
    const { messengerId, clientKey } = await desk.call('clients.get', { clientId: waiting });
    await callAsColleague(desk.sandbox, '/premium/traffic/buy', {
      messenger_id: messengerId,
      client_key: clientKey,
      pool_type: 'mobile',
      gb: 50,
    });
    await desk.control.release();
    await expect
      .poll(async () => (await standing.runs()).map(({ state }) => state), standing.waitUntil)
      .toEqual([expect.stringMatching(/done|partial/)]);
    expect(await charges(TRAFFIC_BUY)).toBe(2);
    // The run rests, and then the next reading says so as well.
    await standing.look();
    standing.clock.skip(20 * 60_000);
    await standing.look();
    await comesTo(id, ['bought', 'no-longer-due']);
    expect(await charges(TRAFFIC_BUY)).toBe(2);
  });

  it('is abandoned for good when its run is cancelled, even while the service asks for patience', async () => {
    const { save, renewing, comesTo, desk, runs, look, waitUntil } = standing;
    const fault = { kind: 'respond', status: 429, headers: { 'retry-after': '5' }, body: { ok: false } } as const;
    await desk.control.addFaults({ match: RENEW, times: 3, fault });
    const { id } = await save(renewing(clientIds));
    await expect.poll(() => charges(), waitUntil).toBe(1);
    const [run] = await runs();

    await desk.call('runs.cancel', { runId: run?.id ?? 0 });
    await comesTo(id, ['abandoned', 'abandoned', 'abandoned']);
    await look();
    expect(await charges()).toBe(1);
    expect((await standing.bulk.books()).count).toBe(0);
  });
});

it('an order opens the plan of its due items as often as the user presses the button', async () => {
  const { save, renewing, comesTo, desk } = standing;
  const { id } = await save(renewing(clientIds, { mode: 'ask', ceilingKopecks: null, monthCapKopecks: null }));
  await comesTo(id, ['asked', 'asked', 'asked']);
  for (let press = 0; press < 3; press += 1) {
    const { runId } = await desk.call('standing.plan', { orderId: id });
    expect((await standing.bulk.get(runId)).waitingCharges).toBe(3);
  }
});
