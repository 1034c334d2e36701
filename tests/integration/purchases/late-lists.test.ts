import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '#shared/contract/purchases.ts';
import { buyTrafficElsewhere } from '../../support/colleague.ts';
import type { Fault } from '../../support/control-client.ts';
import { createLateService, type LateService } from '../../support/late-service.ts';
import { RENEW, startStandingDesk } from '../standing/standing-desk.ts';
import { type ResolverDesk, startResolverDesk } from './resolver-desk.ts';

const MINUTE = 60_000;
const LISTS = ['/vpn/info', '/premium/traffic/balance'] as const;

let service: LateService;

beforeEach(() => {
  service = createLateService();
});

describe('a service whose lists are minutes late', () => {
  let desk: ResolverDesk;
  beforeEach(async () => {
    desk = await startResolverDesk({ fetch: service.fetch });
  });
  afterEach(() => desk.close());

  const refresh = () => desk.call('vpn.refresh', { clientId: desk.clientId });
  const endOf = async () =>
    (await desk.call('vpn.state', { clientId: desk.clientId })).subscriptions[0]?.expiresAt ?? 0;
  /** Freezes the lists in their present state. */
  const late = async (kind: Order['kind']): Promise<Order> => {
    const order = await desk.order(kind);
    await refresh();
    await desk.call('premium.refreshBalance', { clientId: desk.clientId });
    desk.clock.skip(20 * MINUTE);
    service.freeze(...LISTS);
    return order;
  };

  it('does not make the app show or plan a fresh renewal as due again, and a user who sees it may renew again', async () => {
    const order = await late('vpn-renew');
    const before = await endOf();
    const renewed = await desk.buy(order);
    const end = renewed.goods?.kind === 'vpn-renew' ? (renewed.goods.expiresAt ?? 0) : 0;
    expect(end).toBeGreaterThan(before);
    await refresh();
    expect(await endOf()).toBe(end);
    const endingWithinDays = Math.ceil((before - desk.clock.now()) / 86_400_000) + 1;
    const clientIds = [desk.clientId];
    const plan = await desk.call('runs.plan', { kind: 'vpn-renew', clientIds, periodMonths: 1, endingWithinDays });
    expect(plan.detail).toMatchObject({ waitingCharges: 0 });

    const again = await desk.call('purchases.offer', { order });
    expect(again.target.ends).toMatchObject([{ endsAt: end }]);
    const { offerId, priceKopecks } = again;
    expect(await desk.call('purchases.confirm', { offerId, priceKopecks, despite: [] })).toMatchObject({
      outcome: 'charged',
    });
    service.thaw();
    await refresh();
    expect(await endOf()).toBeGreaterThan(end);
  });

  it('is believed once it has had its time', async () => {
    const order = await late('vpn-renew');
    const before = await endOf();
    await desk.buy(order);
    desk.clock.skip(16 * MINUTE);
    await refresh();
    expect(await endOf()).toBe(before);
  });

  it('keeps new goods visible although it does not list them, and lets them be renewed', async () => {
    await refresh();
    service.freeze(...LISTS);
    const { goods } = await desk.buy(await desk.order('vpn-buy'));
    const uuid = goods?.kind === 'vpn-buy' ? goods.uuid : '';
    const read = await refresh();
    expect([read.subscriptions, read.gone]).toMatchObject([[{ uuid, link: 'https', boughtHere: true }], []]);
    const clientIds = [desk.clientId];
    const input = { kind: 'vpn-renew', clientIds, periodMonths: 1, endingWithinDays: null } as const;
    expect((await desk.call('runs.plan', input)).detail).toMatchObject({ waitingCharges: 1 });
    const renewed = await desk.buy({ kind: 'vpn-renew', clientId: desk.clientId, uuid, periodMonths: 1 });
    expect(renewed).toMatchObject({ outcome: 'charged', basis: 'answer' });

    desk.clock.skip(16 * MINUTE);
    const later = await refresh();
    expect([later.subscriptions, later.gone]).toMatchObject([[], [{ uuid, reason: 'vanished', link: 'https' }]]);
    service.thaw();
    expect((await refresh()).subscriptions).toMatchObject([{ uuid, boughtHere: true }]);
  });

  it('neither shows a fresh purchase as deleted nor brings a deleted one back', async () => {
    await refresh();
    service.freeze(...LISTS);
    const { goods } = await desk.buy(await desk.order('vpn-buy'));
    const uuid = goods?.kind === 'vpn-buy' ? goods.uuid : '';
    const deletion = { match: { method: 'POST', path: '/vpn/delete' }, times: 1 } as const;
    await desk.control.addFaults({ ...deletion, fault: { kind: 'drop', when: 'before-commit' } });
    await desk.callError('vpn.delete', { clientId: desk.clientId, uuid });
    const kept = await desk.call('vpn.state', { clientId: desk.clientId });
    expect([kept.subscriptions, kept.gone]).toMatchObject([[{ uuid, link: 'https' }], []]);

    await desk.call('vpn.delete', { clientId: desk.clientId, uuid });
    const deleted = await refresh();
    expect([deleted.subscriptions, deleted.gone]).toMatchObject([[], [{ uuid, reason: 'deleted' }]]);
  });

  it.each<[string, (uuid: string, end: number) => Fault]>([
    ['does not say so', () => ({ kind: 'missing-key', key: 'expireAt' })],
    ['has something unreadable', (uuid) => ({ kind: 'replace-data', data: { uuid, expireAt: 'soon' } })],
    [
      'has the end of before',
      (uuid, end) => ({ kind: 'replace-data', data: { uuid, expireAt: new Date(end).toISOString() } }),
    ],
  ])('leaves the end open after a renewal whose answer %s, until the list shows it', async (_, faultOf) => {
    const order = await late('vpn-renew');
    const before = await endOf();
    const fault = faultOf(order.kind === 'vpn-renew' ? order.uuid : '', before);
    const known = async () => (await desk.call('vpn.state', { clientId: desk.clientId })).subscriptions[0]?.expiresAt;
    const withoutEnd = { kind: 'missing-key', key: 'expireAt' } as const;
    expect(await desk.buyThrough(order, fault)).toMatchObject({ outcome: 'charged', basis: 'answer' });
    expect(await known()).toBeNull();
    await refresh();
    expect(await known()).toBeNull();
    const endingWithinDays = Math.ceil((before - desk.clock.now()) / 86_400_000) + 1;
    const clientIds = [desk.clientId];
    const input = { kind: 'vpn-renew' as const, clientIds, periodMonths: 1 as const, endingWithinDays };
    expect((await desk.call('runs.plan', input)).detail).toMatchObject({ waitingCharges: 0 });
    // A user who wants it anyway was told that nobody knows when it ends.
    expect((await desk.call('purchases.offer', { order })).target.ends).toMatchObject([{ endsAt: null }]);
    expect(await desk.buyThrough(order, withoutEnd)).toMatchObject({ outcome: 'charged' });
    await refresh();
    expect(await known()).toBeNull();
    service.thaw();
    desk.clock.skip(16 * MINUTE);
    await refresh();
    expect(await known()).toBeGreaterThan(before + 50 * 86_400_000);
  });

  it('gives the end as soon as it lists a renewal whose answer had none', async () => {
    const order = await late('vpn-renew');
    const before = await endOf();
    await desk.buyThrough(order, { kind: 'missing-key', key: 'expireAt' });
    service.thaw();
    await refresh();
    expect(await endOf()).toBeGreaterThan(before);
  });

  it("does not overrule the user's word for a renewal with the old end", async () => {
    const order = await late('vpn-renew');
    const lost = await desk.buyThrough(order, { kind: 'drop', when: 'after-commit' });
    desk.clock.skip(2 * MINUTE);
    await desk.call('purchases.settle', {
      purchaseId: lost.id,
      verdict: 'charged',
      reason: 'it is in the books there',
    });
    await refresh();
    const offer = await desk.call('purchases.offer', { order });
    expect(offer.target.ends).toMatchObject([{ endsAt: null }]);
  });

  it('lets no renewal through that was agreed before another one whose answer had no end', async () => {
    const order = await late('vpn-renew');
    const { offerId, priceKopecks } = await desk.call('purchases.offer', { order });
    await desk.buyThrough(order, { kind: 'missing-key', key: 'expireAt' });
    expect(await desk.callError('purchases.confirm', { offerId, priceKopecks, despite: [] })).toMatchObject({
      kind: 'target-changed',
    });
  });

  it("says nothing about a subscription that was renewed by the user's word and deleted since", async () => {
    const order = await late('vpn-renew');
    const uuid = order.kind === 'vpn-renew' ? order.uuid : '';
    const lost = await desk.buyThrough(order, { kind: 'drop', when: 'after-commit' });
    desk.clock.skip(2 * MINUTE);
    await desk.call('purchases.settle', { purchaseId: lost.id, verdict: 'charged', reason: 'in the books' });
    service.thaw();
    await desk.call('vpn.delete', { clientId: desk.clientId, uuid });
    const { subscriptions } = await refresh();
    expect(subscriptions.filter((one) => one.uuid === uuid)).toEqual([]);
  });

  it.each([
    ['vpn-renew', null],
    ['traffic', null],
    ['vpn-renew', 'expireAt'],
    ['traffic', 'traffic_gb'],
  ] as const)(
    'does not prove a lost charge by the goods of an earlier purchase: %s, answered without %s',
    async (kind, key) => {
      const order = await late(kind);
      const earlier = key === null ? desk.buy(order) : desk.buyThrough(order, { kind: 'missing-key', key });
      expect(await earlier).toMatchObject({ outcome: 'charged', basis: 'answer' });
      const lost = await desk.buyThrough(order, { kind: 'drop', when: 'before-commit' });
      expect(lost.outcome).toBe('open');
      // Somebody else has spent more than it would have cost.
      for (const key of ['a', 'b', 'c', 'd']) await buyTrafficElsewhere(desk.sandbox, 7, key);
      service.thaw();
      desk.clock.skip(20 * MINUTE);
      await desk.afterOtherLooks();
      expect(await desk.resolved(lost)).toMatchObject({ outcome: 'open' });
    },
  );
});

it.each([
  ['', null],
  [', and the answer did not say until when', { kind: 'missing-key', key: 'expireAt' }],
  [', and only the user says that it was charged', { kind: 'drop', when: 'after-commit' }],
] as const)(
  "a standing order does not repeat the user's fresh renewal, even if it is not listed yet%s",
  async (_, fault) => {
    const shop = await startStandingDesk({ fetch: service.fetch });
    const { desk } = shop;
    const [clientId = 0] = await shop.readClients();
    const { id: orderId } = await shop.save(shop.renewing([clientId], { hours: { from: '00:00', to: '00:01' } }));
    const [due] = await shop.comesTo(orderId, ['outside-hours']);
    service.freeze(...LISTS);
    const order = { kind: 'vpn-renew', clientId, uuid: due?.target ?? '', periodMonths: 1 } as const;
    if (fault !== null) await desk.control.addFaults({ match: RENEW, times: 1, fault });
    const { offerId, priceKopecks } = await desk.call('purchases.offer', { order });
    const { id: purchaseId, outcome } = await desk.call('purchases.confirm', { offerId, priceKopecks, despite: [] });
    if (outcome === 'open') {
      shop.clock.skip(2 * MINUTE);
      await desk.call('purchases.settle', { purchaseId, verdict: 'charged', reason: 'it is in the books there' });
    } else {
      await desk.call('vpn.refresh', { clientId });
    }
    await shop.save({ ...shop.renewing([clientId]), orderId });
    await shop.look();
    expect(await desk.control.requests(RENEW)).toHaveLength(1);

    // A list that lags for longer is not believed either; the user is asked.
    shop.clock.skip(17 * MINUTE);
    await desk.call('vpn.refresh', { clientId });
    await shop.look();
    expect(await shop.states(orderId)).toEqual(['needs-confirmation']);
    // One order's renewal does not fall due for another order either.
    const other = await shop.save(shop.renewing([clientId], { name: 'The same' }));
    await shop.look();
    expect(await shop.states(other.id)).toEqual(['needs-confirmation']);
    expect(await desk.control.requests(RENEW)).toHaveLength(1);

    service.thaw();
    shop.clock.skip(16 * MINUTE);
    await shop.look();
    expect(await desk.control.requests(RENEW)).toHaveLength(1);
    const { subscriptions } = await desk.call('vpn.state', { clientId });
    expect(subscriptions.find(({ uuid }) => uuid === order.uuid)?.expiresAt).toBeGreaterThan(due?.endsAt ?? 0);
    await desk.close();
  },
);
