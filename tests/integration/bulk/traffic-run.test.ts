import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from '#sandbox/control-client.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { createBulkActions, statesOf, TRAFFIC_BUY } from './bulk-desk.ts';

let desk: TestDesk;
let bulk: ReturnType<typeof createBulkActions>;
let clientIds: number[];

const input = () => ({ kind: 'traffic', poolType: 'mobile', gb: 1, clientIds }) as const;
/** How the next purchase ends, or the one after so many others. */
const endNextBuy = (fault: Fault, skip = 0) => desk.control.addFaults({ match: TRAFFIC_BUY, skip, times: 1, fault });
const LOST: Fault = { kind: 'drop', when: 'after-commit' };
const NEVER_ARRIVED: Fault = { kind: 'drop', when: 'before-commit' };
const sentBuys = async () => (await desk.control.requests(TRAFFIC_BUY)).length;

beforeEach(async () => {
  desk = await startTestDesk();
  bulk = createBulkActions(desk);
  clientIds = await bulk.addClients(4);
});
afterEach(() => desk.close());

describe('a plan', () => {
  it('asks for equal prices once, sums them up, and buys nothing', async () => {
    await desk.control.clearRequests();
    const plan = await bulk.plan(input());
    const quotes = await desk.control.requests({ path: '/premium/traffic/quote' });
    expect(quotes).toHaveLength(1);
    const lines = await bulk.lines(plan.id);
    expect(statesOf(lines)).toEqual(['waiting', 'waiting', 'waiting', 'waiting']);
    const price = lines[0]?.priceKopecks ?? 0;
    expect(price).toBeGreaterThan(0);
    expect(plan).toMatchObject({ state: 'planned', lines: 4, totalKopecks: price * 4, remainingKopecks: price * 4 });
    expect(plan.balanceKopecks).toBe((await desk.control.books()).balanceKopecks);
    expect(await bulk.books()).toEqual({ count: 0, kopecks: 0 });
  });

  it('names who cannot be served, and why', async () => {
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
    expect(await desk.callError('bulk.plan', { ...input(), gb: -1 })).toMatchObject({ kind: 'invalid-input' });
    const plan = await bulk.plan(input());
    const low = { runId: plan.id, remainingKopecks: plan.remainingKopecks, capKopecks: plan.totalKopecks - 1 };
    expect(await desk.callError('bulk.start', low)).toMatchObject({
      kind: 'invalid-input',
      details: { problems: [{ field: 'capKopecks', code: 'cap-too-low' }] },
    });
    const other = { runId: plan.id, remainingKopecks: 1, capKopecks: plan.totalKopecks };
    expect(await desk.callError('bulk.start', other)).toMatchObject({ details: { code: 'bulk-plan-changed' } });
    expect(await bulk.books()).toEqual({ count: 0, kopecks: 0 });
  });
});

describe('a run', () => {
  it('buys each line once, to the kopeck of the plan, and shows as a job', async () => {
    const plan = await bulk.plan(input());
    const run = await bulk.run(plan);
    expect(run).toMatchObject({ state: 'finished', chargedKopecks: plan.totalKopecks, remainingKopecks: 0 });
    expect(statesOf(await bulk.lines(plan.id))).toEqual(['done', 'done', 'done', 'done']);
    expect(await bulk.books()).toEqual({ count: 4, kopecks: plan.totalKopecks });
    expect(await bulk.ledger()).toEqual(await bulk.books());
    const { rows } = await desk.call('runs.list', { offset: 0, limit: 10 });
    expect(rows).toMatchObject([{ kind: 'purchases', state: 'done', done: 4, total: 4, targetId: plan.id }]);
    expect(rows[0]?.subject).toMatchObject({ what: 'traffic', clients: 4 });
  });

  it('stops at the first purchase whose outcome is unknown, and never sends it again', async () => {
    const plan = await bulk.plan(input());
    await endNextBuy(NEVER_ARRIVED, 1);
    const run = await bulk.run(plan);
    expect(run).toMatchObject({ state: 'stopped', stopReason: 'unknown', waitingCharges: 2 });
    expect(statesOf(await bulk.lines(plan.id))).toEqual(['done', 'unknown', 'waiting', 'waiting']);
    expect(await sentBuys()).toBe(2);
    expect(await desk.callError('bulk.start', startOf(run))).toMatchObject({ details: { code: 'bulk-open-outcome' } });

    const skipped = await desk.call('bulk.skipUnknown', { runId: plan.id });
    const resumed = await bulk.run(skipped);
    expect(resumed).toMatchObject({ state: 'finished' });
    expect(statesOf(await bulk.lines(plan.id))).toEqual(['done', 'skipped', 'done', 'done']);
    expect(await sentBuys()).toBe(4);
    expect((await bulk.books()).count).toBe(3);
    expect(await bulk.ledger()).toEqual(await bulk.books());
  });

  it('goes on after a purchase that evidence has settled', async () => {
    const plan = await bulk.plan(input());
    await endNextBuy(LOST, 1);
    const run = await bulk.run(plan);
    expect(run.stopReason).toBe('unknown');
    await desk.call('purchases.resolve', {});
    const settled = await bulk.get(plan.id);
    expect(settled.counts).toMatchObject({ done: 2, unknown: 0, waiting: 2 });
    expect(await bulk.run(settled)).toMatchObject({ state: 'finished', chargedKopecks: plan.totalKopecks });
    expect(await bulk.ledger()).toEqual(await bulk.books());
  });

  it('asks again when the price has risen, and spends nothing beyond what was agreed', async () => {
    const plan = await bulk.plan(input());
    await desk.control.setPriceMultiplier(1.5);
    const run = await bulk.run(plan);
    expect(run).toMatchObject({ state: 'stopped', stopReason: 'price-changed' });
    expect(await bulk.books()).toEqual({ count: 0, kopecks: 0 });
    const fresh = await desk.call('bulk.requote', { runId: plan.id });
    expect(fresh.remainingKopecks).toBe(Math.round(plan.totalKopecks * 1.5));
    expect(fresh.formerRemainingKopecks).toBe(plan.totalKopecks);
    expect(await desk.callError('bulk.start', { ...startOf(fresh), capKopecks: plan.totalKopecks })).toMatchObject({
      kind: 'invalid-input',
    });
    expect(await bulk.run(fresh)).toMatchObject({ state: 'finished', chargedKopecks: fresh.totalKopecks });
    expect(await bulk.ledger()).toEqual(await bulk.books());
  });

  it('takes a lower price without asking', async () => {
    const plan = await bulk.plan(input());
    await desk.control.setPriceMultiplier(0.5);
    const run = await bulk.run(plan);
    expect(run).toMatchObject({ state: 'finished', chargedKopecks: Math.round(plan.totalKopecks / 2) });
    expect(await bulk.ledger()).toEqual(await bulk.books());
  });

  it('stops when the balance ends, and goes on from there', async () => {
    const plan = await bulk.plan(input());
    const price = plan.totalKopecks / 4;
    await desk.control.setBalance((price * 2 + 1) / 100);
    const run = await bulk.run(plan);
    expect(run).toMatchObject({ state: 'stopped', stopReason: 'insufficient-balance', waitingCharges: 2 });
    expect((await bulk.books()).count).toBe(2);
    await desk.control.setBalance(100_000);
    expect(await bulk.run(run)).toMatchObject({ state: 'finished' });
    expect(await bulk.books()).toEqual({ count: 4, kopecks: plan.totalKopecks });
  });

  it('goes on after one refusal, and stops after three in a row', async () => {
    const plan = await bulk.plan(input());
    await endNextBuy({ kind: 'not-ok', shape: 'message', message: 'not for this client' });
    const run = await bulk.run(plan);
    expect(run).toMatchObject({ state: 'finished', counts: { rejected: 1, done: 3 } });
    expect((await bulk.lines(plan.id))[0]).toMatchObject({ state: 'rejected', note: 'not for this client' });

    await desk.control.addFaults({ match: TRAFFIC_BUY, fault: { kind: 'not-ok', shape: 'message' } });
    const second = await bulk.run(await bulk.plan(input()));
    expect(second).toMatchObject({ state: 'stopped', stopReason: 'rejections', counts: { rejected: 3, waiting: 1 } });
    expect(await sentBuys()).toBe(4 + 3);
  });

  it('pauses after the purchase that is under way', async () => {
    const plan = await bulk.plan(input());
    await endNextBuy({ kind: 'hold', when: 'after-commit' });
    await bulk.start(plan);
    await desk.control.waitForHeld(1);
    const pausing = desk.call('bulk.pause', { runId: plan.id });
    await desk.control.release();
    expect(await pausing).toMatchObject({ state: 'stopped', stopReason: 'paused', counts: { done: 1, waiting: 3 } });
    expect((await bulk.books()).count).toBe(1);
    expect(await desk.call('bulk.close', { runId: plan.id })).toMatchObject({ state: 'closed' });
    expect(await desk.callError('bulk.start', startOf(await bulk.get(plan.id)))).toMatchObject({
      details: { code: 'bulk-not-startable' },
    });
  });

  it('is there after a restart as interrupted, and sends only what was never sent', async () => {
    const plan = await bulk.plan(input());
    await endNextBuy({ kind: 'hold', when: 'after-commit' }, 1);
    await bulk.start(plan);
    await desk.control.waitForHeld(1);
    const restarting = desk.restart();
    await desk.control.release();
    await restarting;
    const run = await bulk.get(plan.id);
    expect(run).toMatchObject({ state: 'stopped', stopReason: 'interrupted', counts: { done: 2, waiting: 2 } });
    expect(await bulk.run(run)).toMatchObject({ state: 'finished', chargedKopecks: plan.totalKopecks });
    expect(await sentBuys()).toBe(4);
    expect(await bulk.ledger()).toEqual(await bulk.books());
  });

  it('keeps its token while a purchase is under way, and sends nothing any more when that is forgotten', async () => {
    const plan = await bulk.plan(input());
    await desk.control.addFaults({
      match: { path: '/premium/traffic/quote' },
      times: 1,
      fault: { kind: 'hold', when: 'before-commit' },
    });
    await bulk.start(plan);
    await desk.control.waitForHeld(1);
    const { activeId } = await desk.call('account.state', {});
    const leaving = { accountId: activeId ?? '' };
    expect(await desk.callError('account.signOut', leaving)).toMatchObject({ details: { code: 'charge-in-flight' } });
    const paused = await desk.call('bulk.pause', { runId: plan.id });
    expect(paused).toMatchObject({ state: 'stopped', stopReason: 'paused', counts: { waiting: 4 } });
    await desk.call('account.signOut', leaving);
    await desk.control.release();
    expect(await bulk.run(paused)).toMatchObject({ stopReason: 'signed-out', counts: { waiting: 4 } });
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
    const saved = await desk.call('bulk.saveReport', { runId: plan.id, language: 'en' });
    expect(saved).toEqual({ fileName: 'report.csv', rows: 4 });
    const text = await readFile(path, 'utf8');
    expect(text).toContain('1;Bulk 1;7000000001;bulk-1;');
    expect(text).toContain('Refused');
    expect(text).toContain("'=not today");
    expect(text.match(/;Done;/g)).toHaveLength(3);
  });
});

const startOf = (run: { id: number; remainingKopecks: number; totalKopecks: number }) => ({
  runId: run.id,
  remainingKopecks: run.remainingKopecks,
  capKopecks: run.totalKopecks,
});
