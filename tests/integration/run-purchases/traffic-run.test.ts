import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import type { PurchasesAgreement } from '#shared/contract/runs.ts';
import type { Fault } from '../../support/control-client.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { deskFile } from '../backup/backup-desk.ts';
import { createBulkActions, type PurchasesRun, statesOf, TRAFFIC_BUY } from './purchases-desk.ts';

let desk: TestDesk;
let bulk: ReturnType<typeof createBulkActions>;
let clientIds: number[];

const input = () => ({ kind: 'traffic', poolType: 'mobile', gb: 1, clientIds }) as const;
/** Decides how the next purchase ends, or the one after `skip` others. */
const endNextBuy = (fault: Fault, skip = 0) => desk.control.addFaults({ match: TRAFFIC_BUY, skip, times: 1, fault });
const LOST: Fault = { kind: 'drop', when: 'after-commit' };
const NEVER_ARRIVED: Fault = { kind: 'drop', when: 'before-commit' };
/** Starts a run whose first purchase waits for its price. */
const startHeldAtPrice = async (): Promise<PurchasesRun> => {
  const plan = await bulk.plan(input());
  const quote = { match: { path: '/premium/traffic/quote' }, times: 1 } as const;
  await desk.control.addFaults({ ...quote, fault: { kind: 'hold', when: 'before-commit' } });
  await bulk.start(plan);
  await desk.control.waitForHeld(1);
  return plan;
};
const sentBuys = async () => (await desk.control.requests(TRAFFIC_BUY)).length;

beforeEach(async () => {
  desk = await startTestDesk();
  bulk = createBulkActions(desk);
  clientIds = await bulk.addClients(4);
});
afterEach(() => desk.close());

describe('a plan', () => {
  it('requests equal prices once, adds them up, and buys nothing', async () => {
    await desk.control.clearRequests();
    const plan = await bulk.plan(input());
    const quotes = await desk.control.requests({ path: '/premium/traffic/quote' });
    expect(quotes).toHaveLength(1);
    const lines = await bulk.lines(plan.id);
    expect(statesOf(lines)).toEqual(['waiting', 'waiting', 'waiting', 'waiting']);
    const price = lines[0]?.priceKopecks ?? 0;
    expect(price).toBeGreaterThan(0);
    expect(plan).toMatchObject({ state: 'planned', total: 4, totalKopecks: price * 4, remainingKopecks: price * 4 });
    expect(plan.balanceKopecks).toBe((await desk.control.books()).balanceKopecks);
    expect(await bulk.books()).toEqual({ count: 0, kopecks: 0 });
  });

  it('sends the balance that it reads to the whole window', async () => {
    await desk.control.setBalance(123.45);
    const { balanceKopecks } = await bulk.plan(input());
    const { accounts } = await desk.call('account.state', {});
    expect([balanceKopecks, accounts[0]?.balance?.balanceKopecks]).toEqual([12345, 12345]);
  });

  it('names clients that cannot be served, with the reasons', async () => {
    const [first = 0, second = 0] = clientIds;
    await desk.call('clients.remove', { clientIds: [first] });
    await endNextBuy(LOST);
    const order = { kind: 'traffic', clientId: second, poolType: 'mobile', gb: 3 } as const;
    const { offerId, priceKopecks } = await desk.call('purchases.offer', { order });
    expect((await desk.call('purchases.confirm', { offerId, priceKopecks })).outcome).toBe('open');
    const plan = await bulk.plan(input());
    const lines = await bulk.lines(plan.id);
    expect(statesOf(lines)).toEqual(['cannot', 'cannot', 'waiting', 'waiting']);
    expect(lines.map(({ problem }) => problem?.code)).toEqual(['client-removed', 'outcome-open', undefined, undefined]);
    expect(plan).toMatchObject({ counts: { cannot: 2, waiting: 2 }, waitingCharges: 2 });
  });

  it('refuses an amount that is not sold, and a cap below the plan', async () => {
    expect(await desk.callError('runs.plan', { ...input(), gb: -1 })).toMatchObject({ kind: 'invalid-input' });
    const plan = await bulk.plan(input());
    const low = startOf(plan, { capKopecks: plan.totalKopecks - 1 });
    expect(await desk.callError('runs.resume', low)).toMatchObject({
      kind: 'invalid-input',
      details: { problems: [{ field: 'capKopecks', code: 'cap-too-low' }] },
    });
    const other = startOf(plan, { remainingKopecks: 1 });
    expect(await desk.callError('runs.resume', other)).toMatchObject({ details: { code: 'run-plan-changed' } });
    expect(await bulk.books()).toEqual({ count: 0, kopecks: 0 });
  });
});

describe('a run', () => {
  it('buys each line once, to the kopeck of the plan, and shows as a job', async () => {
    const plan = await bulk.plan(input());
    const run = await bulk.run(plan);
    expect(run).toMatchObject({ state: 'done', chargedKopecks: plan.totalKopecks, remainingKopecks: 0 });
    expect(statesOf(await bulk.lines(plan.id))).toEqual(['done', 'done', 'done', 'done']);
    expect(await bulk.books()).toEqual({ count: 4, kopecks: plan.totalKopecks });
    expect(await bulk.ledger()).toEqual(await bulk.books());
    const { rows } = await desk.call('runs.list', { offset: 0, limit: 10 });
    expect(rows).toMatchObject([{ kind: 'purchases', state: 'done', done: 4, total: 4, id: plan.id }]);
    expect(rows[0]?.subject).toMatchObject({ what: 'traffic', clients: 4 });
  });

  it('stops at the first purchase with an unknown outcome, and never sends it again', async () => {
    const plan = await bulk.plan(input());
    await endNextBuy(NEVER_ARRIVED, 1);
    const run = await bulk.run(plan);
    expect(run).toMatchObject({ state: 'stopped', reason: 'unknown', waitingCharges: 2 });
    expect(statesOf(await bulk.lines(plan.id))).toEqual(['done', 'unknown', 'waiting', 'waiting']);
    expect(await sentBuys()).toBe(2);
    expect(await desk.callError('runs.resume', startOf(run))).toMatchObject({ details: { code: 'run-open-outcome' } });

    const skipped = await bulk.skipUnknown(plan.id);
    const resumed = await bulk.run(skipped);
    expect(resumed).toMatchObject({ state: 'partial' });
    expect(statesOf(await bulk.lines(plan.id))).toEqual(['done', 'skipped', 'done', 'done']);
    expect(await sentBuys()).toBe(4);
    expect((await bulk.books()).count).toBe(3);
    expect(await bulk.ledger()).toEqual(await bulk.books());
  });

  it('continues after evidence has settled a purchase', async () => {
    const plan = await bulk.plan(input());
    await endNextBuy(LOST, 1);
    const run = await bulk.run(plan);
    expect(run.reason).toBe('unknown');
    await desk.call('purchases.resolve', {});
    const settled = await bulk.get(plan.id);
    expect(settled.counts).toMatchObject({ done: 2, unknown: 0, waiting: 2 });
    expect(await bulk.run(settled)).toMatchObject({ state: 'done', chargedKopecks: plan.totalKopecks });
    expect(await bulk.ledger()).toEqual(await bulk.books());
  });

  it('is over when its last purchase is resolved, or is left open', async () => {
    const plan = await bulk.plan(input());
    await endNextBuy(LOST, 3);
    expect(await bulk.run(plan)).toMatchObject({ state: 'stopped', reason: 'unknown', waitingCharges: 0 });
    await desk.call('purchases.resolve', {});
    expect(await bulk.get(plan.id)).toMatchObject({ state: 'done', done: 4, reason: null, error: null });

    const other = await bulk.plan(input());
    await endNextBuy(NEVER_ARRIVED, 3);
    expect(await bulk.run(other)).toMatchObject({ state: 'stopped', reason: 'unknown', waitingCharges: 0 });
    expect(await bulk.skipUnknown(other.id)).toMatchObject({ state: 'partial' });
    expect((await bulk.books()).count).toBe(7);
  });

  it('asks again when the price has risen, and spends nothing beyond the agreed sum', async () => {
    const plan = await bulk.plan(input());
    await desk.control.setPriceMultiplier(1.5);
    const run = await bulk.run(plan);
    expect(run).toMatchObject({ state: 'stopped', reason: 'price-changed' });
    expect(await bulk.books()).toEqual({ count: 0, kopecks: 0 });
    const fresh = await bulk.requote(plan.id);
    expect(fresh.remainingKopecks).toBe(Math.round(plan.totalKopecks * 1.5));
    expect(fresh.formerRemainingKopecks).toBe(plan.totalKopecks);
    expect(await desk.callError('runs.resume', startOf(fresh, { capKopecks: plan.totalKopecks }))).toMatchObject({
      kind: 'invalid-input',
    });
    expect(await bulk.run(fresh)).toMatchObject({ state: 'done', chargedKopecks: fresh.totalKopecks });
    expect(await bulk.ledger()).toEqual(await bulk.books());
  });

  it('accepts a lower price without asking', async () => {
    const plan = await bulk.plan(input());
    await desk.control.setPriceMultiplier(0.5);
    const run = await bulk.run(plan);
    expect(run).toMatchObject({ state: 'done', chargedKopecks: Math.round(plan.totalKopecks / 2) });
    expect(await bulk.ledger()).toEqual(await bulk.books());
  });

  it('stops when the balance is used up, and continues from there', async () => {
    const plan = await bulk.plan(input());
    const price = plan.totalKopecks / 4;
    await desk.control.setBalance((price * 2 + 1) / 100);
    const run = await bulk.run(plan);
    expect(run).toMatchObject({ state: 'stopped', reason: 'insufficient-balance', waitingCharges: 2 });
    expect((await bulk.books()).count).toBe(2);
    await desk.control.setBalance(100_000);
    expect(await bulk.run(run)).toMatchObject({ state: 'done' });
    expect(await bulk.books()).toEqual({ count: 4, kopecks: plan.totalKopecks });
  });

  it('continues after one refusal, and stops after three in a row', async () => {
    const plan = await bulk.plan(input());
    await endNextBuy({ kind: 'not-ok', shape: 'message', message: 'not for this client' });
    const run = await bulk.run(plan);
    expect(run).toMatchObject({ state: 'partial', counts: { rejected: 1, done: 3 } });
    expect((await bulk.lines(plan.id))[0]).toMatchObject({ state: 'rejected', note: 'not for this client' });

    await desk.control.addFaults({ match: TRAFFIC_BUY, fault: { kind: 'not-ok', shape: 'message' } });
    const second = await bulk.run(await bulk.plan(input()));
    expect(second).toMatchObject({ state: 'stopped', reason: 'failures', counts: { rejected: 3, waiting: 1 } });
    expect(await sentBuys()).toBe(4 + 3);
  });

  it('pauses after the current purchase', async () => {
    const plan = await bulk.plan(input());
    await endNextBuy({ kind: 'hold', when: 'after-commit' });
    await bulk.start(plan);
    await desk.control.waitForHeld(1);
    const pausing = bulk.pause(plan.id);
    await desk.control.release();
    expect(await pausing).toMatchObject({ state: 'paused', counts: { done: 1, waiting: 3 } });
    expect((await bulk.books()).count).toBe(1);
    expect(await desk.call('runs.cancel', { runId: plan.id })).toMatchObject({ state: 'cancelled' });
    expect(await desk.callError('runs.resume', startOf(await bulk.get(plan.id)))).toMatchObject({
      details: { code: 'run-not-startable' },
    });
  });

  it('sends nothing during a pause of everything, and continues with the same line', async () => {
    const plan = await startHeldAtPrice();
    await desk.call('settings.update', { paused: true });
    await expect.poll(() => desk.core.hasChargeInFlight()).toBe(false);
    await desk.control.release();
    expect(await bulk.get(plan.id)).toMatchObject({ state: 'running', waitingFor: 'pause', counts: { waiting: 4 } });
    expect(await sentBuys()).toBe(0);
    await desk.call('settings.update', { paused: false });
    expect(await bulk.ended(plan.id)).toMatchObject({ state: 'done' });
    expect(await bulk.books()).toEqual({ count: 4, kopecks: plan.totalKopecks });
  });

  it('lets a sent purchase end when everything is paused', async () => {
    const plan = await bulk.plan(input());
    await endNextBuy({ kind: 'hold', when: 'after-commit' });
    await bulk.start(plan);
    await desk.control.waitForHeld(1);
    await desk.call('settings.update', { paused: true });
    await desk.control.release();
    await expect.poll(async () => (await bulk.get(plan.id)).counts).toMatchObject({ done: 1, waiting: 3 });
    expect(await bulk.get(plan.id)).toMatchObject({ state: 'running', waitingFor: 'pause' });
    await desk.call('settings.update', { paused: false });
    expect(await bulk.ended(plan.id)).toMatchObject({ state: 'done' });
    expect(await sentBuys()).toBe(4);
  });

  it('is listed as interrupted after a restart, and sends only what was never sent', async () => {
    const plan = await bulk.plan(input());
    await endNextBuy({ kind: 'hold', when: 'after-commit' }, 1);
    await bulk.start(plan);
    await desk.control.waitForHeld(1);
    const restarting = desk.restart();
    await desk.control.release();
    await restarting;
    const run = await bulk.get(plan.id);
    expect(run).toMatchObject({ state: 'interrupted', counts: { done: 2, waiting: 2 } });
    expect(await bulk.run(run)).toMatchObject({ state: 'done', chargedKopecks: plan.totalKopecks });
    expect(await sentBuys()).toBe(4);
    expect(await bulk.ledger()).toEqual(await bulk.books());
  });

  it('is also interrupted if the app closes while it requests a price', async () => {
    const plan = await startHeldAtPrice();
    await desk.restart();
    await desk.control.release();
    const run = await bulk.get(plan.id);
    expect(run).toMatchObject({ state: 'interrupted', error: null, counts: { waiting: 4 } });
    expect(await bulk.run(run)).toMatchObject({ state: 'done', chargedKopecks: plan.totalKopecks });
    expect(await sentBuys()).toBe(4);
  });

  it('starts once, however often it is told to, and no other starts beside it', async () => {
    const first = await bulk.plan(input());
    await endNextBuy({ kind: 'hold', when: 'after-commit' });
    await bulk.start(first);
    await desk.control.waitForHeld(1);
    expect(await desk.callError('runs.resume', startOf(first))).toMatchObject({
      details: { code: 'run-not-startable' },
    });
    expect(await desk.callError('runs.requote', { runId: first.id })).toMatchObject({ kind: 'conflict' });
    const other = await bulk.plan({ ...input(), poolType: 'residential' });
    expect(await desk.callError('runs.resume', startOf(other))).toMatchObject({
      details: { code: 'run-other-running' },
    });
    const unseen = { runId: other.id };
    await desk.control.release();
    expect(await bulk.ended(first.id)).toMatchObject({ state: 'done' });
    expect(await desk.callError('runs.resume', unseen)).toMatchObject({ details: { code: 'run-plan-changed' } });
    expect(await sentBuys()).toBe(4);
  });

  it('can be paused and resumed when the disk did not store how it ended', async () => {
    const plan = await bulk.plan(input());
    await endNextBuy({ kind: 'hold', when: 'after-commit' }, 1);
    await bulk.start(plan);
    await desk.control.waitForHeld(1);
    const disk = openDatabase(deskFile(desk));
    disk.run("CREATE TRIGGER full BEFORE UPDATE OF state ON runs BEGIN SELECT RAISE(ABORT, 'full'); END");
    const pausing = desk.call('runs.pause', { runId: plan.id });
    await desk.control.release();
    expect(await pausing).toMatchObject({ state: 'running' });
    disk.run('DROP TRIGGER full');
    disk.close();
    const paused = await bulk.pause(plan.id);
    expect(paused).toMatchObject({ state: 'paused', counts: { done: 2, waiting: 2 } });
    expect(await bulk.run(paused)).toMatchObject({ state: 'done' });
    expect(await bulk.books()).toEqual({ count: 4, kopecks: plan.totalKopecks });
  });

  it('keeps its token while a purchase is under way, and sends nothing once the token is forgotten', async () => {
    const plan = await startHeldAtPrice();
    const { activeId } = await desk.call('account.state', {});
    const leaving = { accountId: activeId ?? '' };
    expect(await desk.callError('account.signOut', leaving)).toMatchObject({ details: { code: 'charge-in-flight' } });
    const paused = await bulk.pause(plan.id);
    expect(paused).toMatchObject({ state: 'paused', counts: { waiting: 4 } });
    await desk.call('account.signOut', leaving);
    await desk.control.release();
    expect(await bulk.run(paused)).toMatchObject({ reason: 'signed-out', counts: { waiting: 4 } });
    expect(await sentBuys()).toBe(0);
  });
});

describe('the report', () => {
  it('has every line, its state and reason, and the totals', async () => {
    const plan = await bulk.plan(input());
    await endNextBuy({ kind: 'not-ok', shape: 'message', message: '=not today' });
    await bulk.run(plan);
    const path = join(desk.paths.data, 'report.csv');
    desk.dialogs.saveQueue.push(path);
    const saved = await desk.call('runs.report', { runId: plan.id, language: 'en' });
    expect(saved).toEqual({ fileName: 'report.csv', rows: 4 });
    const text = await readFile(path, 'utf8');
    expect(text).toContain('1;Bulk 1;7000000001;bulk-1;');
    expect(text).toContain('Refused');
    expect(text).toContain("'=not today");
    expect(text.match(/;Done;/g)).toHaveLength(3);
  });
});

const startOf = (
  { id: runId, remainingKopecks, totalKopecks: capKopecks }: PurchasesRun,
  other: Partial<PurchasesAgreement> = {},
) => ({ runId, agreed: { remainingKopecks, capKopecks, ...other } });
