import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ProcedureInput } from '#shared/contract/index.ts';
import type { StandingOrder } from '#shared/contract/standing.ts';
import { type Postgres, startPostgres } from '../../support/shared-desk/postgres.ts';
import { RENEW } from '../standing/standing-desk.ts';
import { CONTEXT, openShop, type Shop, type ShopComputer } from './orders-shop.ts';

const MINUTE = 60_000;

let postgres: Postgres;
let shop: Shop;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());
beforeEach(async () => {
  shop = await openShop(postgres);
});
afterEach(() => shop.close());

const orders = async ({ desk }: ShopComputer): Promise<readonly StandingOrder[]> =>
  (await desk.call('standing.list', { offset: 0, limit: 100 })).rows;
const only = async (computer: ShopComputer): Promise<StandingOrder> => {
  const [order] = await orders(computer);
  if (order === undefined) throw new Error('there is no order');
  return order;
};
const states = async (computer: ShopComputer): Promise<readonly string[]> => {
  const [order] = await orders(computer);
  return order === undefined ? [] : computer.states(order.id);
};
const isIn = (computer: ShopComputer, wanted: readonly string[]) =>
  expect.poll(() => states(computer), CONTEXT).toEqual([...wanted].sort());
/** Two computers, of which the first carries the orders out, and three clients with due subscriptions. */
const two = async (): Promise<readonly [one: ShopComputer, other: ShopComputer, clientIds: readonly number[]]> => {
  const [one, other] = [await shop.open(), await shop.open()];
  const clientIds = await one.readClients();
  await shop.make(one, 'Office');
  await shop.join(one, other, 'Laptop');
  await shop.settled();
  await other.look();
  await expect.poll(() => shop.carrier(other), CONTEXT).toEqual({ is: 'other', computer: 'Office' });
  return [one, other, clientIds];
};
const clientsOf = async ({ desk }: ShopComputer): Promise<readonly { id: number; clientKey: string }[]> =>
  (
    await desk.call('clients.list', {
      filter: {},
      sort: { by: 'clientKey', direction: 'asc' },
      offset: 0,
      limit: 100,
    })
  ).rows;
const namedBy = async (computer: ShopComputer): Promise<readonly string[]> => {
  const [order] = await orders(computer);
  if (order === undefined) return [];
  const { targets } = await computer.desk.call('standing.get', { orderId: order.id });
  if (targets.of !== 'clients') return [];
  const keys = new Map((await clientsOf(computer)).map(({ id, clientKey }) => [id, clientKey]));
  return targets.clientIds.map((id) => keys.get(id) ?? 'nobody').sort();
};
const asking = { mode: 'ask', ceilingKopecks: null, monthCapKopecks: null } as const;
const ASKS: Partial<ProcedureInput<'standing.save'>> = asking;

describe('a standing order of a shared desk', () => {
  it('is the same on all computers, whatever is changed on any, and says who changed it', async () => {
    const [one, other, clientIds] = await two();
    const hours = { from: '00:00', to: '00:01' };
    const { id } = await one.save(one.renewing(clientIds.slice(0, 2), { hours }));
    await expect.poll(async () => (await orders(other)).length, CONTEXT).toBe(1);
    const there = await only(other);
    expect(there).toMatchObject({ name: 'Renewals', mode: 'do', isOn: true, hours, targets: { count: 2 } });
    expect(await namedBy(other)).toEqual(await namedBy(one));
    const changes = async () =>
      (await other.desk.call('sharedDesk.changes', { kind: 'order', ids: [there.id] })).changes;
    expect((await changes())[0]).toMatchObject({ computer: 'Office' });

    const ids = (await clientsOf(other)).map((client) => client.id);
    await other.save({ ...other.renewing(ids.slice(1, 3), { hours, name: 'On time' }), orderId: there.id });
    await expect.poll(async () => (await only(one)).name, CONTEXT).toBe('On time');
    await expect.poll(() => namedBy(one), CONTEXT).toEqual(await namedBy(other));
    expect((await changes())[0]).toMatchObject({ computer: null });
    await one.desk.call('standing.setOn', { orderId: id, isOn: false });
    await expect.poll(async () => (await only(other)).isOn, CONTEXT).toBe(false);

    const { undoId } = await other.desk.call('standing.remove', { orderId: there.id });
    await expect.poll(() => orders(one), CONTEXT).toEqual([]);
    await other.desk.call('undo.takeBack', { undoId });
    await expect.poll(async () => (await orders(one)).length, CONTEXT).toBe(1);
    expect(await namedBy(one)).toEqual(await namedBy(other));
  });

  it('names the same clients when one was removed, restored, or got another key', async () => {
    const [one, other, clientIds] = await two();
    const [first = 0, second = 0] = clientIds;
    await one.save(one.renewing([first, second], { ...asking, hours: { from: '00:00', to: '00:01' } }));
    await expect.poll(async () => (await namedBy(other)).length, CONTEXT).toBe(2);
    const before = await namedBy(other);
    const gone = (await clientsOf(one)).find(({ id }) => id === first)?.clientKey;
    const { undoId } = await one.desk.call('clients.remove', { clientIds: [first] });
    await expect.poll(() => namedBy(other), CONTEXT).toEqual(before.filter((key) => key !== gone));
    await one.desk.call('undo.takeBack', { undoId: undoId ?? 0 });
    await expect.poll(() => namedBy(other), CONTEXT).toEqual(before);
    const [client] = (await clientsOf(other)).filter(({ clientKey }) => clientKey === gone);
    const texts = { name: '', note: '', tags: [] };
    const { messengerId } = await other.desk.call('clients.get', { clientId: client?.id ?? 0 });
    await other.desk.call('clients.update', { clientId: client?.id ?? 0, messengerId, clientKey: 'another', ...texts });
    await expect.poll(() => namedBy(one), CONTEXT).toContain('another');
    expect(await namedBy(one)).toEqual(await namedBy(other));
  });

  it('is carried out by one computer alone, and its results are known to all', async () => {
    const [one, other] = await two();
    await other.save(other.renewing((await clientsOf(other)).map(({ id }) => id)));
    await expect.poll(async () => (await orders(one)).length, CONTEXT).toBe(1);
    await Promise.all([one.look(), other.look()]);
    await isIn(one, ['bought', 'bought', 'bought']);
    await isIn(other, ['bought', 'bought', 'bought']);
    expect(await other.runs()).toEqual([]);
    const renewed = await shop.renewed();
    expect(new Set(renewed).size).toBe(3);
    expect(renewed).toHaveLength(3);
    expect((await only(other)).monthKopecks).toBe((await only(one)).monthKopecks);
    expect((await only(other)).monthKopecks).toBeGreaterThan(0);
  });

  it('for those who have paid ahead pays for exactly as much as the money covers', async () => {
    const [one, other, clientIds] = await two();
    const price = 450_00;
    await one.desk.call('sales.setPrice', { clientId: null, product: 'vpn 1', priceKopecks: price });
    const { id } = await one.save(one.renewing(clientIds, { payment: 'paid-ahead' }));
    await one.look();
    await isIn(one, ['awaiting-payment', 'awaiting-payment', 'awaiting-payment']);
    const paying = (await one.history(id))[0]?.clientId ?? 0;
    const money = { clientId: paying, amountKopecks: price, day: '2026-01-01', note: '' };
    await one.desk.call('sales.receive', money);
    await one.look();
    await isIn(one, ['awaiting-payment', 'awaiting-payment', 'bought']);
    await isIn(other, ['awaiting-payment', 'awaiting-payment', 'bought']);
    await one.look();
    expect(await shop.renewed()).toHaveLength(1);
    expect(await one.desk.call('sales.client', { clientId: paying, offset: 0, limit: 1 })).toMatchObject({
      owedKopecks: 0,
    });
  });

  it('is carried out by another computer when the first is away, once and including missed items', async () => {
    const [one, other] = await two();
    const ids = (await clientsOf(other)).map(({ id }) => id);
    await one.desk.core.close();
    await other.save(other.renewing(ids));
    await other.look();
    expect(await shop.renewed()).toEqual([]);
    await shop.takeOver(other);
    expect(await shop.carrier(other)).toEqual({ is: 'this', computer: '' });
    await isIn(other, ['bought', 'bought', 'bought']);
    await one.desk.restart();
    await one.look();
    await isIn(one, ['bought', 'bought', 'bought']);
    expect(await shop.carrier(one)).toEqual({ is: 'other', computer: 'Laptop' });
    expect(await shop.renewed()).toHaveLength(3);
  });

  it('leaves items to the user that a silent computer began, until that computer reports their outcome', async () => {
    const [one, other, clientIds] = await two();
    await one.desk.control.addFaults({ match: RENEW, times: 1, fault: { kind: 'hold', when: 'after-commit' } });
    const { id } = await one.save(one.renewing(clientIds));
    await one.desk.control.waitForHeld(1);
    await shop.cut(one);
    await expect.poll(async () => (await orders(other)).length, CONTEXT).toBe(1);
    // A possible payment already counts as spent.
    const { monthKopecks } = await only(other);
    expect(monthKopecks).toBeGreaterThan(0);
    await shop.takeOver(other);
    await other.look();
    // The item that it was just paying for is known.
    expect((await states(other)).toSorted()).toEqual(['started-elsewhere', 'started-elsewhere', 'unknown']);
    expect(await other.runs()).toEqual([]);
    expect(await shop.renewed()).toHaveLength(1);

    await one.desk.control.release();
    // Nothing more leaves without the others.
    await expect.poll(async () => (await one.runs()).every(({ state }) => state !== 'running'), CONTEXT).toBe(true);
    expect(await shop.renewed()).toHaveLength(1);
    await shop.reach(one);
    await one.look();
    await shop.settled();
    await other.look();
    await isIn(other, ['bought', 'bought', 'bought']);
    await isIn(one, ['bought', 'bought', 'bought']);
    expect(await one.states(id)).toHaveLength(3);
    expect(new Set(await shop.renewed()).size).toBe(3);
    expect(await shop.renewed()).toHaveLength(3);
  });

  it('waits while a colleague pays for the same, and says so when that colleague is silent', async () => {
    const [one, other, clientIds] = await two();
    const [{ id: clientId = 0 } = {}] = await clientsOf(other);
    const { subscriptions } = await other.desk.call('vpn.refresh', { clientId });
    const order = { kind: 'vpn-renew', clientId, uuid: subscriptions[0]?.uuid ?? '', periodMonths: 1 } as const;
    const { offerId, priceKopecks } = await other.desk.call('purchases.offer', { order });
    await one.desk.control.addFaults({ match: RENEW, times: 1, fault: { kind: 'hold', when: 'after-commit' } });
    const bought = other.desk.call('purchases.confirm', { offerId, priceKopecks, despite: [] });
    await one.desk.control.waitForHeld(1);
    await shop.cut(other);

    const { id } = await one.save(one.renewing(clientIds));
    await one.look();
    expect(await one.order(id)).toMatchObject({ blockedReason: { code: 'blocked', purchaseId: 1 } });
    expect(await one.alerts()).toEqual([]);
    one.clock.skip(3 * MINUTE);
    await one.look();
    expect((await one.alerts()).map(({ standing }) => [standing?.topic, standing?.purchaseId])).toEqual([
      ['blocked', 1],
    ]);
    expect(await shop.renewed()).toHaveLength(1);

    await one.desk.control.release();
    expect(await bought).toMatchObject({ outcome: 'charged' });
    // The other computer's lease ends on its own.
    await postgres.ask("DELETE FROM reseller_desk.leases WHERE name = 'charge'");
    await shop.reach(other);
    await shop.settled();
    await one.look();
    await expect.poll(() => one.alerts(), CONTEXT).toEqual([]);
    expect(new Set(await shop.renewed()).size).toBe((await shop.renewed()).length);
  });

  it('buys nothing automatically without a connection to the others, says why, and continues when there is one', async () => {
    const [one, other, clientIds] = await two();
    await shop.cut(one);
    const { id } = await one.save(one.renewing(clientIds));
    one.clock.skip(6 * MINUTE);
    await one.look();
    one.clock.skip(3 * MINUTE);
    await one.look();
    expect(await one.order(id)).toMatchObject({ blockedReason: { code: 'alone' }, asks: 3, isOn: true });
    expect((await one.alerts()).map(({ standing }) => [standing?.topic, standing?.count])).toEqual([['alone', 3]]);
    expect(await one.history(id)).toEqual([]);
    // The user may buy, and is told that it is unguarded.
    const { runId } = await one.desk.call('standing.plan', { orderId: id });
    const plan = await one.bulk.get(runId);
    expect(plan).toMatchObject({ isUnguarded: true, waitingCharges: 3 });
    // A plan that nobody starts blocks the order for a while.
    one.clock.skip(16 * MINUTE);
    expect(await shop.renewed()).toEqual([]);

    await shop.reach(one);
    await shop.takeOver(one);
    await isIn(one, ['bought', 'bought', 'bought']);
    await expect.poll(() => one.alerts(), CONTEXT).toEqual([]);
    await isIn(other, ['bought', 'bought', 'bought']);
    expect(await shop.renewed()).toHaveLength(3);
  });

  it('spends no more in a month when another computer continues it', async () => {
    const [one, other, clientIds] = await two();
    const { id } = await one.save(one.renewing(clientIds, { hours: { from: '00:00', to: '00:01' } }));
    await isIn(one, ['outside-hours', 'outside-hours', 'outside-hours']);
    const { subscriptions } = await one.desk.call('vpn.state', { clientId: clientIds[0] ?? 0 });
    const uuid = subscriptions[0]?.uuid ?? '';
    const order = { kind: 'vpn-renew', clientId: clientIds[0] ?? 0, uuid, periodMonths: 1 } as const;
    const { priceKopecks } = await one.desk.call('purchases.offer', { order });
    await one.save({ ...one.renewing(clientIds, { monthCapKopecks: 2 * priceKopecks }), orderId: id });
    await one.desk.control.addFaults({ match: RENEW, times: 1, fault: { kind: 'hold', when: 'after-commit' } });
    await one.desk.control.waitForHeld(1);
    await shop.cut(one);
    await shop.takeOver(other);
    await other.look();
    expect(await shop.renewed()).toHaveLength(1);
    await one.desk.control.release();
    await shop.reach(one);
    await one.look();
    await shop.settled();
    await other.look();
    await isIn(other, ['bought', 'bought', 'month-cap']);
    expect(await shop.renewed()).toHaveLength(2);
  });

  it('asks on every computer, and two users who start its plan at once make one charge each and get a clear message', async () => {
    const [one, other, clientIds] = await two();
    await one.save(one.renewing(clientIds, ASKS));
    await isIn(one, ['asked', 'asked', 'asked']);
    await isIn(other, ['asked', 'asked', 'asked']);
    await other.look();
    expect((await other.alerts()).map(({ standing }) => [standing?.topic, standing?.count])).toEqual([['ask', 3]]);
    const plans = await Promise.all(
      [one, other].map(async (computer) => {
        const { runId } = await computer.desk.call('standing.plan', { orderId: (await only(computer)).id });
        return computer.bulk.get(runId);
      }),
    );
    await Promise.all([one, other].map((computer, index) => computer.bulk.start(plans[index] as never)));
    const ended = await Promise.all([one, other].map((computer, index) => computer.bulk.ended(plans[index]?.id ?? 0)));
    expect(await shop.renewed()).toHaveLength(3);
    expect(new Set(await shop.renewed()).size).toBe(3);
    const lines = await Promise.all([one, other].map((computer, index) => computer.bulk.lines(ended[index]?.id ?? 0)));
    const refused = lines.flat().filter(({ state }) => state !== 'done');
    expect(refused).toHaveLength(3);
    for (const { problem } of refused) expect(problem?.code).toMatch(/^(bought-meanwhile|target-changed)$/);
    for (const computer of [one, other]) {
      await isIn(computer, ['bought', 'bought', 'bought']);
      await computer.look();
      await expect.poll(() => computer.alerts(), CONTEXT).toEqual([]);
    }
  });

  it('stops what it has begun when it is edited on another computer', async () => {
    const [one, other, clientIds] = await two();
    await one.desk.control.addFaults({ match: RENEW, times: 1, fault: { kind: 'hold', when: 'after-commit' } });
    await one.save(one.renewing(clientIds));
    await one.desk.control.waitForHeld(1);
    await expect.poll(async () => (await orders(other)).length, CONTEXT).toBe(1);
    await other.desk.call('standing.setOn', { orderId: (await only(other)).id, isOn: false });
    await expect.poll(async () => (await only(one)).isOn, CONTEXT).toBe(false);
    await one.desk.control.release();
    await expect.poll(async () => (await one.runs()).every(({ state }) => state !== 'running'), CONTEXT).toBe(true);
    await one.look();
    expect(await shop.renewed()).toHaveLength(1);
    const { monthKopecks } = await only(one);
    await expect.poll(async () => (await only(other)).monthKopecks, CONTEXT).toBe(monthKopecks);
    await other.desk.call('standing.setOn', { orderId: (await only(other)).id, isOn: true });
    await expect.poll(async () => (await only(one)).isOn, CONTEXT).toBe(true);
    await one.look();
    await isIn(other, ['bought', 'bought', 'bought']);
    expect(await shop.renewed()).toHaveLength(3);
  });

  it('joins switched off, unless the shared desk has it from the same copy, and is off where the desk is left', async () => {
    const [one, other] = [await shop.open(), await shop.open()];
    const hours = { from: '00:00', to: '00:01' };
    for (const [computer, name] of [
      [one, 'Office'],
      [other, 'Laptop'],
    ] as const)
      await computer.save(computer.renewing(await computer.readClients(), { hours, name }));
    await shop.make(one, 'Office');
    expect((await shop.join(one, other, 'Laptop')).orders).toBe(1);
    const seen = async (computer: ShopComputer) =>
      (await orders(computer))
        .map(({ name, isOn, blockedReason }) => ({ name, isOn, why: isOn ? null : (blockedReason?.code ?? null) }))
        .toSorted((a, b) => a.name.localeCompare(b.name));
    const shared = [
      { name: 'Laptop', isOn: false, why: 'joined' },
      { name: 'Office', isOn: true, why: null },
    ];
    for (const computer of [one, other]) await expect.poll(() => seen(computer), CONTEXT).toEqual(shared);

    await other.desk.call('sharedDesk.leave', {});
    expect(await seen(other)).toEqual([
      { name: 'Laptop', isOn: false, why: 'joined' },
      { name: 'Office', isOn: false, why: 'parted' },
    ]);
    expect(await seen(one)).toEqual(shared);
    // The computer returns with the data it took along: the same orders, as they are here.
    await shop.join(one, other, 'Laptop');
    for (const computer of [one, other]) await expect.poll(() => seen(computer), CONTEXT).toEqual(shared);
  });
});

it('an order waits for a run that the user starts while the others are told of its items', async () => {
  const one = await shop.open();
  const clientIds = await one.readClients();
  await shop.make(one, 'Office');
  await shop.settled();
  const { desk, bulk, renewing, save, order, look } = one;
  const plan = await bulk.plan({ kind: 'traffic', poolType: 'mobile', gb: 1, clientIds });
  await desk.call('settings.update', { paused: true });
  const { id } = await save(renewing(clientIds));
  await shop.settled();
  const release = await postgres.hold('SELECT 1 FROM reseller_desk.desks FOR UPDATE');
  await desk.call('settings.update', { paused: false });
  await isIn(one, ['started', 'started', 'started']);
  await bulk.start(plan);
  await release();
  await expect.poll(async () => (await order(id)).blockedReason, CONTEXT).toMatchObject({ code: 'blocked' });
  expect(await one.states(id)).toEqual(['blocked', 'blocked', 'blocked']);
  await bulk.ended(plan.id);
  await look();
  await isIn(one, ['bought', 'bought', 'bought']);
});
