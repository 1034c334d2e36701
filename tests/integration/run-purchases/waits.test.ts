import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Run } from '#shared/contract/runs.ts';
import { SUM_MAY_LAG_MS } from '#shared/domain/spending.ts';
import type { Fault } from '../../support/control-client.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { createLateService, type LateService } from '../../support/late-service.ts';
import { createSkippingClock, type SkippingClock } from '../../support/skipping-clock.ts';
import { createBulkActions, statesOf, TRAFFIC_BUY } from './purchases-desk.ts';

/** The length of one rest of a run. */
const PIECE_MS = 20_000;
/** The time limit of a read. */
const READ_LIMIT_MS = 15_000;
/** Skips the waits of a resting run and of held requests, but not the limits of requests or the desk's regular checks. */
const isSkipped = (ms: number, signal: AbortSignal | undefined): boolean =>
  ms > 5_000 && (signal === undefined || (ms <= PIECE_MS && ms !== READ_LIMIT_MS));

let desk: TestDesk;
let bulk: ReturnType<typeof createBulkActions>;
let clientIds: number[];
let service: LateService;
let clock: SkippingClock;
/** While it is set, the run keeps resting; `open` lets it continue. */
let gate: { readonly opened: Promise<void>; readonly open: () => void } | null;

/** Rests, and the delays that the service asks for, take no time here; a run rests while the gate is shut. */
const createRestingClock = (): SkippingClock => {
  const skipping = createSkippingClock();
  return {
    ...skipping,
    sleep: async (ms, signal) => {
      if (!isSkipped(ms, signal)) return skipping.sleep(ms, signal);
      if (ms === PIECE_MS && gate !== null) await Promise.race([gate.opened, aborted(signal)]);
      signal?.throwIfAborted();
      skipping.skip(ms);
    },
  };
};
const aborted = (signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
const shutGate = (): void => {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  gate = { opened, open };
};

const tooMany = (retryAfter?: string): Fault => ({
  kind: 'respond',
  status: 429,
  ...(retryAfter === undefined ? {} : { headers: { 'retry-after': retryAfter } }),
  body: { ok: false, message: 'slow down' },
});
const refuse = (fault: Fault, times?: number) =>
  desk.control.addFaults({ match: TRAFFIC_BUY, skip: 1, ...(times === undefined ? {} : { times }), fault });
const plan = () => bulk.plan({ kind: 'traffic', poolType: 'mobile', gb: 1, clientIds });
const sentBuys = async () => (await desk.control.requests(TRAFFIC_BUY)).length;

beforeEach(async () => {
  gate = null;
  clock = createRestingClock();
  service = createLateService();
  desk = await startTestDesk({ clock, fetch: service.fetch });
  bulk = createBulkActions(desk);
  clientIds = await bulk.addClients(3);
});
afterEach(() => desk.close());

describe('a service that asks a run for fewer requests', () => {
  it('gets none for as long as it says, and the line waits at the end of the run until the sum has had its time', async () => {
    const planned = await plan();
    await refuse(tooMany('1'), 1);
    const rests = await bulk.run(planned);
    const resting = { state: 'stopped', reason: 'rate-limited', error: { details: { code: 'run-rests' } } };
    expect(rests).toMatchObject({ ...resting, counts: { done: 2, waiting: 1 } });
    expect(statesOf(await bulk.lines(planned.id))).toEqual(['done', 'waiting', 'done']);
    expect(await bulk.run(rests)).toMatchObject(resting);
    expect(await sentBuys()).toBe(3);
    clock.skip(SUM_MAY_LAG_MS);
    const run = await bulk.run(rests);
    expect(run).toMatchObject({ state: 'done', reason: null, counts: { done: 3 } });
    expect(await sentBuys()).toBe(4);
    expect(await bulk.books()).toEqual({ count: 3, kopecks: planned.totalKopecks });
    expect(await bulk.ledger()).toEqual(await bulk.books());
  });

  it('gets none for an hour, which the user sees', async () => {
    const planned = await plan();
    await refuse(tooMany('3600'), 1);
    shutGate();
    await bulk.start(planned);
    await expect.poll(async () => (await bulk.get(planned.id)).waitsUntil).not.toBeNull();
    const begun = clock.now();
    const resting = await bulk.get(planned.id);
    expect(resting).toMatchObject({ state: 'running', counts: { done: 1, waiting: 2 } });
    expect(Math.abs((resting.waitsUntil ?? 0) - begun - 3_600_000)).toBeLessThan(60_000);
    expect(await sentBuys()).toBe(2);
    gate?.open();
    gate = null;
    expect(await bulk.ended(planned.id)).toMatchObject({ state: 'done', counts: { done: 3 }, waitsUntil: null });
    expect(clock.now() - begun).toBeGreaterThanOrEqual(3_600_000 - 60_000);
    expect(await sentBuys()).toBe(4);
  });

  it('does not prevent pausing or resuming the run', async () => {
    const planned = await plan();
    await refuse(tooMany('3600'), 1);
    shutGate();
    await bulk.start(planned);
    await expect.poll(async () => (await bulk.get(planned.id)).waitsUntil).not.toBeNull();
    const paused = await bulk.pause(planned.id);
    expect(paused).toMatchObject({ state: 'paused', waitsUntil: null, counts: { waiting: 2 } });
    expect(statesOf(await bulk.lines(planned.id))).toEqual(['done', 'waiting', 'waiting']);
    const rests = await bulk.run(paused);
    expect(rests).toMatchObject({ state: 'stopped', reason: 'rate-limited', counts: { done: 2, waiting: 1 } });
    clock.skip(SUM_MAY_LAG_MS);
    expect(await bulk.run(rests)).toMatchObject({ state: 'done', counts: { done: 3 } });
    expect(await bulk.ledger()).toEqual(await bulk.books());
  });

  it('does not prevent closing the app: the run is interrupted, and can be resumed', async () => {
    const planned = await plan();
    await refuse(tooMany('3600'), 1);
    shutGate();
    await bulk.start(planned);
    await expect.poll(async () => (await bulk.get(planned.id)).waitsUntil).not.toBeNull();
    await desk.restart();
    const left = await bulk.get(planned.id);
    expect(left).toMatchObject({ state: 'interrupted', waitsUntil: null });
    clock.skip(SUM_MAY_LAG_MS);
    expect(await bulk.run(left)).toMatchObject({ state: 'done', counts: { done: 3 } });
  });

  it('gets requests at growing intervals if it names none, and at last the run halts and says why', async () => {
    const planned = await plan();
    await refuse(tooMany());
    const begun = clock.now();
    const stopped = await bulk.run(planned);
    expect(stopped).toMatchObject({ state: 'stopped', reason: 'rate-limited', counts: { done: 1, waiting: 2 } });
    expect(stopped.error).toMatchObject({ kind: 'rate-limited' });
    expect(await sentBuys()).toBe(1 + 2);
    expect(clock.now() - begun).toBeGreaterThan(60_000);
    await desk.control.clearFaults();
    clock.skip(SUM_MAY_LAG_MS);
    expect(await bulk.run(stopped)).toMatchObject({ state: 'done', counts: { done: 3 } });
    expect(await bulk.books()).toEqual({ count: 3, kopecks: planned.totalKopecks });
  });

  it('may have charged all the same: the line is not paid again, and counts once the sum shows it', async () => {
    const planned = await plan();
    await desk.call('account.refreshBalance', {});
    service.freeze('/balance', '/premium/traffic/balance');
    await refuse({ kind: 'respond', status: 429, headers: { 'retry-after': '1' }, body: {}, commit: true }, 1);
    const rests = await bulk.run(planned);
    expect(rests).toMatchObject({ state: 'stopped', reason: 'rate-limited', counts: { done: 2, waiting: 1 } });
    expect((await bulk.books()).count).toBe(3);
    service.thaw();
    clock.skip(SUM_MAY_LAG_MS);
    await bulk.run(rests);
    await desk.call('purchases.resolve', {});
    expect(statesOf(await bulk.lines(planned.id))).toEqual(['done', 'done', 'done']);
    expect(await bulk.books()).toEqual({ count: 3, kopecks: planned.totalKopecks });
    expect(await bulk.ledger()).toEqual(await bulk.books());
  });

  it('is not waited for a whole day', async () => {
    const planned = await plan();
    await refuse(tooMany('86400'));
    const stopped = await bulk.run(planned);
    expect(stopped).toMatchObject({ state: 'stopped', reason: 'rate-limited', error: { kind: 'rate-limited' } });
    expect(await sentBuys()).toBe(2);
  });

  it('gets none either when it refuses to give the price', async () => {
    const planned = await plan();
    await desk.control.addFaults({ match: { path: '/premium/traffic/quote' }, times: 1, fault: tooMany('60') });
    expect(await bulk.run(planned)).toMatchObject({ state: 'done', counts: { done: 3 } });
    expect(await sentBuys()).toBe(3);
  });
});

describe('while everything is paused', () => {
  it('a run says that it waits and what it has done, and says at once when it continues', async () => {
    const planned = await plan();
    const hold: Fault = { kind: 'hold', when: 'after-commit' };
    await desk.control.addFaults({ match: TRAFFIC_BUY, times: 1, fault: hold });
    await bulk.start(planned);
    await desk.control.waitForHeld(1);
    await desk.call('settings.update', { paused: true });
    await desk.control.release();
    await desk.waitForEvent('runs.changed', (run: Run) => run.waitingFor === 'pause' && run.done === 1);
    expect(await bulk.get(planned.id)).toMatchObject({ state: 'running', done: 1, counts: { done: 1, waiting: 2 } });
    expect(await sentBuys()).toBe(1);
    await desk.control.addFaults({ match: TRAFFIC_BUY, times: 1, fault: hold });
    desk.clearEvents();
    await desk.call('settings.update', { paused: false });
    await desk.control.waitForHeld(1);
    await desk.waitForEvent('runs.changed', (run: Run) => run.waitingFor === null && run.done === 1);
    await desk.control.release();
    expect(await bulk.ended(planned.id)).toMatchObject({ state: 'done', done: 3, counts: { done: 3 } });
  });
});
