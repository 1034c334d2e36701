import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeBackup } from '#core/platform/sqlite/backups.ts';
import { deskFile } from '../backup/backup-desk.ts';
import { DAY, RENEW, type StandingDesk, startStandingDesk } from './standing-desk.ts';

let standing: StandingDesk;
let clientIds: number[];
beforeEach(async () => {
  standing = await startStandingDesk();
  clientIds = await standing.readClients();
});
afterEach(() => standing.desk.close());

const charges = async (): Promise<number> => (await standing.desk.control.requests(RENEW)).length;

describe('an order in the face of problems', () => {
  it('waits visibly for a purchase with an open outcome, and continues when it is settled', async () => {
    const { save, renewing, comesTo, desk, order, alerts, waitUntil, look, history } = standing;
    await desk.control.addFaults({ match: RENEW, times: 1, fault: { kind: 'drop', when: 'before-commit' } });
    const { id } = await save(renewing(clientIds));
    await expect.poll(async () => (await order(id)).blockedReason?.code, waitUntil).toBe('blocked');
    await expect.poll(async () => (await alerts()).map((one) => one.standing?.topic), waitUntil).toEqual(['blocked']);
    const open = (await history(id)).find(({ state }) => state === 'unknown');
    expect((await order(id)).blockedReason).toMatchObject({ purchaseId: open?.purchaseId });
    expect(await charges()).toBe(1);
    await desk.restart();
    await look();
    expect(await charges()).toBe(1);
    standing.clock.skip(16 * 60_000);
    await desk.call('purchases.settle', { purchaseId: open?.purchaseId ?? 0, verdict: 'not-charged', reason: 'asked' });
    await comesTo(id, ['bought', 'bought', 'bought']);
    expect(await charges()).toBe(4);
    expect((await standing.bulk.books()).count).toBe(3);
  });

  it('pays nothing twice when the app is closed in the middle', async () => {
    const { save, renewing, comesTo, desk, bulk, runs } = standing;
    await desk.control.addFaults({ match: RENEW, times: 1, skip: 1, fault: { kind: 'hold', when: 'after-commit' } });
    const { id } = await save(renewing(clientIds));
    await desk.control.waitForHeld(1);
    const restarted = desk.restart();
    await desk.control.release();
    await restarted;
    await standing.look();
    await comesTo(id, ['bought', 'bought', 'bought']);
    expect((await bulk.books()).count).toBe(3);
    expect(await bulk.ledger()).toEqual(await bulk.books());
    expect((await runs()).filter(({ state }) => state === 'interrupted' || state === 'stopped')).toEqual([]);
  });

  it('pays nothing twice when the clock is set back and forth', async () => {
    const { save, renewing, comesTo, clock, look, waitUntil, runs } = standing;
    const { id } = await save(renewing(clientIds));
    await comesTo(id, ['bought', 'bought', 'bought']);
    await expect.poll(async () => (await runs())[0]?.state, waitUntil).toBe('done');
    for (const days of [2, -4, 30, -26]) {
      clock.setBack(days * DAY);
      await look();
    }
    clock.setBack(-2 * DAY);
    await look();
    await standing.desk.restart();
    await look();
    await comesTo(id, ['bought', 'bought', 'bought']);
    expect(await charges()).toBe(3);
  });

  it('pays nothing twice while the service still reports the previous end', async () => {
    const { save, renewing, comesTo, desk, look, clock } = standing;
    const [clientId = 0] = clientIds;
    const { subscriptions } = await desk.call('vpn.state', { clientId });
    const items = subscriptions.map(({ uuid, expiresAt }) => ({
      uuid,
      status: 'ACTIVE',
      expireAt: new Date(expiresAt ?? 0).toISOString(),
      trafficLimitBytes: 0,
    }));
    const { id } = await save(renewing([clientId]));
    await comesTo(id, ['bought']);
    await desk.control.addFaults({
      match: { method: 'GET', path: '/vpn/info' },
      fault: { kind: 'replace-data', data: { exists: true, count: items.length, items } },
    });
    await desk.call('vpn.refresh', { clientId });
    await look();
    clock.skip(2 * DAY);
    await desk.call('vpn.refresh', { clientId });
    await desk.restart();
    await look();
    await comesTo(id, ['bought']);
    expect(await charges()).toBe(1);
  });

  it('says what was due while the computer was off, and does it only if it is still due', async () => {
    const { save, renewing, history, clock, desk, look, waitUntil } = standing;
    const { id } = await save(renewing(clientIds, { action: { kind: 'vpn-renew', periodMonths: 1, daysBefore: 0 } }));
    await look();
    await expect
      .poll(async () => (await desk.call('standing.list', { offset: 0, limit: 9 })).rows[0]?.blockedReason)
      .toBeNull();
    const before = (await history(id)).length;
    // This is less time than until any of the others has been over for a week.
    clock.skip(3 * DAY);
    await desk.restart();
    await look();
    await expect
      .poll(async () => (await history(id)).filter(({ state }) => state === 'bought').length, waitUntil)
      .toBeGreaterThan(before);
    const late = (await history(id)).filter(({ missed }) => missed);
    expect(late.length).toBeGreaterThan(0);
    for (const { dueAt } of late) expect(dueAt).toBeLessThan(clock.now() - 10 * 60_000);
    expect(await standing.bulk.ledger()).toEqual(await standing.bulk.books());
  });

  it('stays off in a desk that was restored from a copy, and says why', async () => {
    const { save, renewing, comesTo, desk, order, alerts, look, waitUntil } = standing;
    const { id } = await save(renewing(clientIds, { hours: { from: '00:00', to: '00:01' } }));
    await comesTo(id, ['outside-hours', 'outside-hours', 'outside-hours']);
    const { name } = await makeBackup(deskFile(desk), desk.paths.backups, Date.now());
    await save({ ...renewing(clientIds), orderId: id });
    await comesTo(id, ['bought', 'bought', 'bought']);
    await expect.poll(async () => (await standing.runs())[0]?.state, waitUntil).toBe('done');
    const { offerId } = await desk.call('backup.openCopy', { name });
    await desk.call('backup.restore', { offerId });
    await look();
    expect(await order(id)).toMatchObject({ isOn: false, blockedReason: { code: 'restored' } });
    await expect.poll(async () => (await alerts()).map((one) => one.standing?.topic), waitUntil).toEqual(['restored']);
    await desk.call('standing.save', { ...renewing(clientIds), orderId: id });
    await desk.call('standing.setOn', { orderId: id, isOn: true });
    await comesTo(id, ['no-longer-due', 'no-longer-due', 'no-longer-due']);
    expect(await charges()).toBe(3);
  });

  it('abandons for good what the user has cancelled, and waits for what is paused', async () => {
    const { save, renewing, comesTo, desk, runs, look, order, waitUntil } = standing;
    await desk.control.addFaults({ match: RENEW, times: 1, fault: { kind: 'hold', when: 'after-commit' } });
    const { id } = await save(renewing(clientIds));
    await desk.control.waitForHeld(1);
    const runId = (await runs())[0]?.id ?? 0;
    const paused = desk.call('runs.pause', { runId });
    await desk.control.release();
    await paused;
    await look();
    await comesTo(id, ['bought', 'started', 'started']);
    expect((await order(id)).blockedReason).toBeNull();
    await desk.call('runs.cancel', { runId });
    await comesTo(id, ['bought', 'abandoned', 'abandoned']);
    await look();
    await expect.poll(charges, waitUntil).toBe(1);
  });

  it('abandons for good what the user has cancelled of a plan that was started by hand', async () => {
    const { save, renewing, comesTo, desk, bulk, clock, look } = standing;
    const time = (at: number): string => new Date(at).toTimeString().slice(0, 5);
    const hours = { from: time(clock.now() + 2 * 3_600_000), to: time(clock.now() + 3 * 3_600_000) };
    const { id } = await save(renewing(clientIds, { hours }));
    await comesTo(id, ['outside-hours', 'outside-hours', 'outside-hours']);
    await desk.control.addFaults({ match: RENEW, times: 1, fault: { kind: 'hold', when: 'after-commit' } });
    const { runId } = await desk.call('standing.plan', { orderId: id });
    await bulk.start(await bulk.get(runId));
    await desk.control.waitForHeld(1);
    const cancelled = desk.call('runs.cancel', { runId });
    await desk.control.release();
    await cancelled;
    await comesTo(id, ['bought', 'abandoned', 'abandoned']);
    clock.skip(2 * 3_600_000 + 60_000);
    await look();
    await comesTo(id, ['bought', 'abandoned', 'abandoned']);
    expect(await charges()).toBe(1);
  });

  it('continues once the user has signed in again, because nobody has paused it', async () => {
    const { save, renewing, comesTo, desk, clock, runs, look, waitUntil } = standing;
    const patience = { kind: 'respond', status: 429, headers: { 'retry-after': '2' }, body: { ok: false } } as const;
    await desk.control.addFaults({ match: RENEW, fault: patience });
    const { id } = await save(renewing(clientIds));
    const { activeId } = await desk.call('account.state', {});
    const accountId = activeId ?? '';
    // Signing out is refused while a request is under way, as it is for the user.
    const signOut = async () => (await runs()).length > 0 && desk.call('account.signOut', { accountId });
    await expect.poll(() => signOut().catch(() => false), waitUntil).toMatchObject({ activeId });
    expect((await runs()).map(({ state }) => state)).toEqual(['interrupted']);
    await desk.control.clearFaults();
    const { baseUrl, token } = desk.sandbox;
    await desk.call('account.signIn', { baseUrl, token, label: '', accountId });
    // If the service had asked for fewer requests before the user signed out, the run rests first.
    clock.skip(16 * 60_000);
    await look();
    await comesTo(id, ['bought', 'bought', 'bought']);
  });

  it("reports a refusal with the service's message, and tries again later", async () => {
    const { save, renewing, comesTo, desk, clock, look, alerts, waitUntil } = standing;
    const refusal = { kind: 'respond', status: 400, body: { ok: false, message: 'closed for repairs' } } as const;
    await desk.control.addFaults({ match: RENEW, fault: refusal });
    const [first = 0] = clientIds;
    const { id } = await save(renewing([first]));
    await comesTo(id, ['failed']);
    await expect
      .poll(async () => (await alerts()).map((one) => [one.standing?.topic, one.standing?.words]), waitUntil)
      .toEqual([['failed', 'closed for repairs']]);
    await desk.control.clearFaults();
    await look();
    await desk.restart();
    await look();
    expect(await charges()).toBe(1);
    clock.skip(16 * 60_000);
    await look();
    await comesTo(id, ['bought']);
    await expect.poll(alerts, waitUntil).toEqual([]);
  });
});
