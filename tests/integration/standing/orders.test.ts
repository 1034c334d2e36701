import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  findOrder,
  purgeSomeOfOrder,
  removedOrderIds,
  saveOrder,
  setOrderRemoved,
} from '#core/automation/standing/standing-repository.ts';
import { NO_CONDITIONS } from '#shared/domain/standing-rules.ts';
import { openDeskDatabase } from '../../support/desk-database.ts';
import { RENEW, type StandingDesk, startStandingDesk } from './standing-desk.ts';

let standing: StandingDesk;
let clientIds: number[];
beforeEach(async () => {
  standing = await startStandingDesk();
  clientIds = await standing.readClients();
});
afterEach(() => standing.desk.close());

describe('a standing order that may pay automatically', () => {
  it('renews due targets as a run of purchases, once, and says so', async () => {
    const { save, renewing, bulk, runs, desk, comesTo, look, order, waitUntil } = standing;
    const { id } = await save(renewing(clientIds));
    await expect
      .poll(async () => (await standing.states(id)).filter((state) => state === 'bought').length, waitUntil)
      .toBe(3);
    const done = await comesTo(id, ['bought', 'bought', 'bought']);
    for (const { purchaseId, runId, missed } of done) {
      expect(purchaseId).not.toBeNull();
      expect(runId).not.toBeNull();
      expect(missed).toBe(false);
    }
    expect(await bulk.books()).toEqual(await bulk.ledger());
    await expect.poll(async () => (await runs()).map(({ state }) => state), waitUntil).toEqual(['done']);
    const { monthKopecks, blockedReason, asks, failed } = await order(id);
    expect({ monthKopecks, blockedReason, asks, failed }).toEqual({
      monthKopecks: (await bulk.books()).kopecks,
      blockedReason: null,
      asks: 0,
      failed: 0,
    });
    await look();
    await desk.restart();
    await look();
    await desk.call('standing.setOn', { orderId: id, isOn: false });
    await desk.call('standing.setOn', { orderId: id, isOn: true });
    await comesTo(id, ['bought', 'bought', 'bought']);
    expect((await desk.control.requests(RENEW)).length).toBe(3);
  });

  it('serves the clients who have the tag at each check', async () => {
    const { save, renewing, desk, comesTo } = standing;
    const [first = 0, second = 0] = clientIds;
    await desk.call('clients.tag', { clientIds: [first], add: ['auto'], remove: [] });
    const { id } = await save(renewing([], { targets: { of: 'tag', tag: 'auto' } }));
    const before = await expectBought(id, 1);
    expect(before.map(({ clientId }) => clientId)).toEqual([first]);
    await desk.call('clients.tag', { clientIds: [second], add: ['auto'], remove: [] });
    await standing.look();
    await comesTo(id, ['bought', 'bought']);
  });

  it('leaves out clients that were removed or archived', async () => {
    const { save, renewing, desk } = standing;
    const [first = 0, ...rest] = clientIds;
    await desk.call('clients.archive', { clientIds: [first] });
    const { id } = await save(renewing(clientIds));
    const done = await expectBought(id, 2);
    expect(done.every(({ clientId }) => clientId !== null && rest.includes(clientId))).toBe(true);
  });

  it('stops when it is switched off, and does nothing while everything is paused', async () => {
    const { save, renewing, desk, states } = standing;
    await desk.call('settings.update', { paused: true });
    const { id } = await save(renewing(clientIds));
    await standing.look();
    await desk.call('standing.setOn', { orderId: id, isOn: false });
    await desk.call('settings.update', { paused: false });
    await standing.look();
    expect((await desk.call('standing.forecast', {})).total.count).toBe(0);
    expect(await states(id)).toEqual([]);
    expect((await standing.bulk.books()).count).toBe(0);
    await desk.call('standing.setOn', { orderId: id, isOn: true });
    await expectBought(id, 3);
  });

  it('does nothing after it is removed, and the removal can be undone', async () => {
    const { save, renewing, desk } = standing;
    const hours = { from: '00:00', to: '00:01' };
    const { id } = await save(renewing(clientIds, { hours }));
    const { undoId } = await desk.call('standing.remove', { orderId: id });
    expect((await desk.call('standing.list', { offset: 0, limit: 50 })).total).toBe(0);
    expect(await desk.callError('standing.get', { orderId: id })).toMatchObject({ details: { code: 'standing' } });
    expect(await desk.call('undo.takeBack', { undoId })).toEqual({ count: 1, left: 0 });
    expect((await desk.call('standing.list', { offset: 0, limit: 50 })).rows.map((one) => one.id)).toEqual([id]);
  });
});

it('an order that another computer has restored is deleted no further', () => {
  const db = openDeskDatabase();
  const id = saveOrder(
    db,
    'a',
    undefined,
    {
      name: 'VPN',
      mode: 'ask',
      ceilingKopecks: null,
      monthCapKopecks: null,
      ...NO_CONDITIONS,
      hours: null,
      zone: 'UTC',
      action: { kind: 'vpn-renew', periodMonths: 1, daysBefore: 3 },
      targets: { of: 'tag', tag: 'vip' },
    },
    1,
  );
  setOrderRemoved(db, id, true);
  expect(removedOrderIds(db)).toEqual([id]);
  // The change arrives from the shared desk between two slices.
  setOrderRemoved(db, id, false);
  expect(purgeSomeOfOrder(db, id, 10)).toBe(0);
  expect(findOrder(db, 'a', id)).toMatchObject({ name: 'VPN' });
  setOrderRemoved(db, id, true);
  expect(purgeSomeOfOrder(db, id, 10)).toBe(1);
  expect(removedOrderIds(db)).toEqual([]);
  db.close();
});

const expectBought = async (orderId: number, count: number) => {
  await expect
    .poll(
      async () => (await standing.history(orderId)).filter(({ state }) => state === 'bought').length,
      standing.waitUntil,
    )
    .toBe(count);
  return standing.history(orderId);
};
