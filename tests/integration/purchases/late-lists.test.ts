import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '#shared/contract/purchases.ts';
import { buyTrafficElsewhere } from '../../support/colleague.ts';
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
  /** From now on they are as they were before. */
  const late = async (kind: Order['kind']): Promise<Order> => {
    const order = await desk.order(kind);
    await refresh();
    await desk.call('premium.refreshBalance', { clientId: desk.clientId });
    desk.clock.skip(20 * MINUTE);
    service.freeze(...LISTS);
    return order;
  };

  it('shows and plans no renewal of a moment ago once more, and lets who sees it renew again', async () => {
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

  it('is believed when it has had its time', async () => {
    const order = await late('vpn-renew');
    const before = await endOf();
    await desk.buy(order);
    desk.clock.skip(16 * MINUTE);
    await refresh();
    expect(await endOf()).toBe(before);
  });

  it.each(['vpn-renew', 'traffic'] as const)(
    'does not show by what an earlier purchase brought that a lost one was charged: %s',
    async (kind) => {
      const order = await late(kind);
      expect(await desk.buy(order)).toMatchObject({ outcome: 'charged' });
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

it('a standing order does not renew what the user has renewed a moment ago, though it is not listed yet', async () => {
  const shop = await startStandingDesk({ fetch: service.fetch });
  const { desk } = shop;
  const [clientId = 0] = await shop.readClients();
  const { id: orderId } = await shop.save(shop.renewing([clientId], { hours: { from: '00:00', to: '00:01' } }));
  const [due] = await shop.comesTo(orderId, ['hours']);
  service.freeze(...LISTS);
  const order = { kind: 'vpn-renew', clientId, uuid: due?.target ?? '', periodMonths: 1 } as const;
  const { offerId, priceKopecks } = await desk.call('purchases.offer', { order });
  await desk.call('purchases.confirm', { offerId, priceKopecks, despite: [] });
  await desk.call('vpn.refresh', { clientId });
  await shop.save({ ...shop.renewing([clientId]), orderId });
  await shop.look();
  expect(await desk.control.requests(RENEW)).toHaveLength(1);
  await desk.close();
});
