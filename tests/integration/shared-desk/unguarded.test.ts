import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '#sandbox/index.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { type FaultyWay, startFaultyWay } from '../../support/shared-desk/faulty-way.ts';
import { type Postgres, startPostgres } from '../../support/shared-desk/postgres.ts';
import { createBulkActions, TRAFFIC_BUY } from '../run-purchases/purchases-desk.ts';

const CONTEXT = { timeout: 20_000 };

let postgres: Postgres;
let way: FaultyWay;
let sandbox: Sandbox;
let desk: TestDesk;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());
beforeEach(async () => {
  sandbox = await startSandbox({ stateDir: null, withPast: false, control: true, seed: 1 });
  way = await startFaultyWay(postgres.port);
  desk = await startTestDesk({ sandbox });
  const connection = postgres.connection({ port: way.port });
  await desk.call('sharedDesk.make', { connection, name: 'The shop', computer: 'Anna' });
  await expect.poll(status, CONTEXT).toBe('shared');
});
afterEach(async () => {
  await desk.close();
  await way.close();
  await sandbox.close();
});

const status = async () => (await desk.call('sharedDesk.state', {})).status;
const unpublished = async () => {
  const found = await desk.call('sharedDesk.state', {});
  return found.status === 'none' ? null : found.unpublished;
};
const cut = async () => {
  way.shut(true);
  way.cut();
  await expect.poll(status, CONTEXT).toBe('offline');
};
const restore = async () => {
  way.shut(false);
  await desk.call('sharedDesk.retry', {});
  await expect.poll(status, CONTEXT).toBe('shared');
};
const add = async (clientKey: string) =>
  (await desk.call('clients.add', { messengerId: 1, clientKey, name: '', note: '', tags: [] })).id;
const trafficFor = (clientId: number) => ({ kind: 'traffic', clientId, poolType: 'residential', gb: 1 }) as const;
const confirm = ({ offerId, priceKopecks }: { readonly offerId: number; readonly priceKopecks: number }) => ({
  offerId,
  priceKopecks,
  despite: [],
});
const charges = async () => (await desk.control.requests(TRAFFIC_BUY)).length;

describe('a purchase without a connection to the shared desk', () => {
  it('is not sent before a warning that a colleague may pay at the same time, and records it for good', async () => {
    const order = trafficFor(await add('anna'));
    const guarded = await desk.call('purchases.offer', { order });
    expect(guarded.isUnguarded).toBe(false);
    await cut();
    expect(await desk.callError('purchases.confirm', confirm(guarded))).toMatchObject({
      kind: 'conflict',
      details: { code: 'unguarded' },
    });
    expect(await charges()).toBe(0);

    const unguarded = await desk.call('purchases.offer', { order });
    expect(unguarded.isUnguarded).toBe(true);
    expect(await desk.call('purchases.confirm', confirm(unguarded))).toMatchObject({
      outcome: 'charged',
      isUnguarded: true,
    });
    await restore();
    const again = await desk.call('purchases.offer', { order });
    expect(await desk.call('purchases.confirm', confirm(again))).toMatchObject({ isUnguarded: false });
  });

  it('can be made after that warning if the database accepts no writes, and is published once it does', async () => {
    const order = trafficFor(await add('anna'));
    await expect.poll(unpublished, CONTEXT).toBe(0);
    const guarded = await desk.call('purchases.offer', { order });
    await postgres.ask('ALTER SYSTEM SET default_transaction_read_only = on');
    await postgres.ask('SELECT pg_reload_conf()');
    const refused = { kind: 'conflict', details: { code: 'store-read-only' } };
    expect(await desk.callError('purchases.confirm', confirm(guarded))).toMatchObject(refused);
    expect(await charges()).toBe(0);
    const unguarded = await desk.call('purchases.offer', { order });
    expect(unguarded.isUnguarded).toBe(true);
    const bought = await desk.call('purchases.confirm', confirm(unguarded));
    expect(bought).toMatchObject({ outcome: 'charged', isUnguarded: true });
    await postgres.ask('ALTER SYSTEM RESET default_transaction_read_only');
    await postgres.ask('SELECT pg_reload_conf()');
    await restore();
    await expect.poll(unpublished, CONTEXT).toBe(0);
    expect(await charges()).toBe(1);
  });

  it("is not judged by a colleague's possible spending until colleagues are heard from again", async () => {
    const order = trafficFor(await add('anna'));
    await cut();
    await desk.control.addFaults({ match: TRAFFIC_BUY, times: 1, fault: { kind: 'drop', when: 'after-commit' } });
    const lost = await desk.call('purchases.confirm', confirm(await desk.call('purchases.offer', { order })));
    expect(lost.outcome).toBe('open');
    await desk.call('purchases.resolve', {});
    const now = () => desk.call('purchases.get', { purchaseId: lost.id });
    expect(await now()).toMatchObject({ outcome: 'open', resolution: { reason: 'unguarded' } });
    await restore();
    await expect.poll(async () => (await now()).outcome, CONTEXT).toBe('charged');
    expect(await now()).toMatchObject({ basis: 'evidence', isUnguarded: true });
  });

  it('stops a run that was agreed to with it, until the user agrees without it', async () => {
    const bulk = createBulkActions(desk);
    const clientIds = [await add('anna'), await add('boris')];
    const plan = await bulk.plan({ kind: 'traffic', clientIds, poolType: 'residential', gb: 1 });
    expect(plan.isUnguarded).toBe(false);
    await cut();
    await bulk.start(plan);
    const stopped = await bulk.ended(plan.id);
    expect(stopped).toMatchObject({ state: 'stopped', isUnguarded: true, waitingCharges: 2 });
    expect(stopped.error?.details?.code).toBe('unguarded');
    expect(await charges()).toBe(0);

    const { remainingKopecks, totalKopecks: capKopecks } = stopped;
    await desk.call('runs.resume', { runId: plan.id, agreed: { remainingKopecks, capKopecks, isUnguarded: true } });
    expect(await bulk.ended(plan.id)).toMatchObject({ state: 'done' });
    expect(await charges()).toBe(2);
  });
});
