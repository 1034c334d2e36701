import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { A_DAY_MS, type ResolverDesk, startResolverDesk } from '../purchases/resolver-desk.ts';
import { createBulkActions, TRAFFIC_BUY } from '../run-purchases/purchases-desk.ts';
import { makeCopy, restoreCopy } from './backup-desk.ts';

let desk: TestDesk;
let bulk: ReturnType<typeof createBulkActions>;
beforeEach(async () => {
  desk = await startTestDesk();
  bulk = createBulkActions(desk);
});
afterEach(() => desk.close());

it('a bulk run from a copy is not resumed, because its waiting lines may have been bought since', async () => {
  const clientIds = await bulk.addClients(3);
  const plan = await bulk.plan({ kind: 'traffic', poolType: 'mobile', gb: 1, clientIds });
  await desk.control.addFaults({
    match: TRAFFIC_BUY,
    skip: 1,
    times: 1,
    fault: { kind: 'hold', when: 'after-commit' },
  });
  await bulk.start(plan);
  await desk.control.waitForHeld(1);
  const pausing = bulk.pause(plan.id);
  await desk.control.release();
  await pausing;
  const name = await makeCopy(desk);
  expect(await bulk.run(await bulk.get(plan.id))).toMatchObject({ state: 'done' });
  expect((await bulk.books()).count).toBe(3);

  await restoreCopy(desk, name);
  const restored = await bulk.get(plan.id);
  expect(restored).toMatchObject({ state: 'stopped', reason: 'restored', counts: { done: 2, waiting: 1 } });
  const { remainingKopecks, totalKopecks: capKopecks } = restored;
  const again = { runId: plan.id, agreed: { remainingKopecks, capKopecks } };
  expect(await desk.callError('runs.resume', again)).toMatchObject({ details: { code: 'run-not-startable' } });
  expect(await desk.callError('runs.requote', { runId: plan.id })).toMatchObject({ kind: 'conflict' });
  await desk.restart();
  expect((await bulk.get(plan.id)).reason).toBe('restored');
  expect((await bulk.books()).count).toBe(3);
  expect(await desk.call('runs.cancel', { runId: plan.id })).toMatchObject({ state: 'cancelled' });
});

it('a run that moved on while the copy was made is marked as restored, with its purchase to be resolved', async () => {
  const plan = await bulk.plan({ kind: 'traffic', poolType: 'mobile', gb: 1, clientIds: await bulk.addClients(2) });
  await desk.control.addFaults({ match: TRAFFIC_BUY, times: 1, fault: { kind: 'hold', when: 'after-commit' } });
  await bulk.start(plan);
  await desk.control.waitForHeld(1);
  const name = await makeCopy(desk);
  await desk.control.release();
  expect(await bulk.ended(plan.id)).toMatchObject({ state: 'done' });
  await restoreCopy(desk, name);
  expect(await bulk.get(plan.id)).toMatchObject({
    state: 'stopped',
    reason: 'restored',
    finishedAt: expect.any(Number),
    counts: { unknown: 1, waiting: 1 },
  });
  expect((await bulk.books()).count).toBe(2);
});

it('a purchase that was about to leave when the copy was made is not reported as unsent', async () => {
  const [clientId = 0] = await bulk.addClients(1);
  const order = { kind: 'traffic', clientId, poolType: 'mobile', gb: 1 } as const;
  const { offerId, priceKopecks } = await desk.call('purchases.offer', { order });
  const bought = await desk.call('purchases.confirm', { offerId, priceKopecks });
  const name = await makeCopy(desk);
  // The copy now looks as if it had been made a moment earlier.
  const copy = openDatabase(join(desk.paths.backups, name));
  copy.run(
    `UPDATE purchases SET outcome = 'pending', basis = NULL, goods = 'none', sent_at = NULL, sent_uptime = NULL,
       raw_answer = NULL, goods_json = NULL`,
  );
  copy.close();

  await restoreCopy(desk, name);
  await desk.call('purchases.resolve', {});
  expect(await desk.call('purchases.get', { purchaseId: bought.id })).toMatchObject({
    outcome: 'open',
    reason: 'interrupted',
    sentAt: expect.any(Number),
    resolution: { verdict: 'open', reason: 'restored' },
  });
});

describe('a purchase with an uncertain outcome in the copy', () => {
  const NEVER_ARRIVED = { kind: 'drop', when: 'before-commit' } as const;
  let buyer: ResolverDesk;
  beforeEach(async () => {
    buyer = await startResolverDesk();
  });
  afterEach(() => buyer.close());

  it('stays open, because a purchase made after the copy looks exactly like it', async () => {
    const order = await buyer.order('vpn-buy');
    const lost = await buyer.buyThrough(order, NEVER_ARRIVED);
    const name = await makeCopy(buyer);
    await buyer.buy(order);

    await restoreCopy(buyer, name);
    expect(await buyer.resolved(lost)).toMatchObject({
      outcome: 'open',
      resolution: { verdict: 'open', reason: 'restored', quietSince: null, nextCheckAt: null },
    });
  });

  it('is reopened after a refusal and stays open, because the spending since the copy may belong to any purchase', async () => {
    await buyer.buy(await buyer.order('vpn-buy'));
    const order = await buyer.order('vpn-renew');
    const refused = await buyer.buyThrough(order, { kind: 'not-ok', shape: 'error-object' });
    expect(refused).toMatchObject({ outcome: 'not-charged', basis: 'answer' });
    const name = await makeCopy(buyer);
    await buyer.buy(order);

    await restoreCopy(buyer, name);
    expect(await buyer.resolved(refused)).toMatchObject({ outcome: 'open', resolution: { reason: 'restored' } });
    buyer.clock.skip(A_DAY_MS);
    expect(await buyer.resolved(refused)).toMatchObject({ outcome: 'open', resolution: { reason: 'restored' } });
  });

  it('is never called free by time alone, and the user can settle it once the service has had its time', async () => {
    const lost = await buyer.buyThrough(await buyer.order('vpn-buy'), NEVER_ARRIVED);
    const name = await makeCopy(buyer);
    // The other machine's uptime does not tell when it was sent, so the service's time starts again.
    buyer.clock.skip(A_DAY_MS);
    await restoreCopy(buyer, name);
    const word = { purchaseId: lost.id, verdict: 'not-charged', reason: 'Nothing came' } as const;
    expect(await buyer.callError('purchases.settle', word)).toMatchObject({ details: { code: 'settle-too-early' } });
    for (const _ of [1, 2]) {
      buyer.clock.skip(A_DAY_MS);
      expect(await buyer.resolved(lost)).toMatchObject({ outcome: 'open', resolution: { reason: 'restored' } });
    }
    expect(await buyer.call('purchases.settle', word)).toMatchObject({ outcome: 'not-charged', basis: 'user' });
  });
});
