import type { Fetch } from '#core/ports.ts';
import type { Order, Purchase } from '#shared/contract/purchases.ts';
import { DeskError } from '#shared/result.ts';
import type { Fault } from '../../support/control-client.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { createSkippingClock, type SkippingClock } from '../../support/skipping-clock.ts';

/** More than a day: if readings agree for that long, a charge that has not shown up probably did not happen. */
export const A_DAY_MS = 25 * 3_600_000;

export const PATHS: Readonly<Record<Order['kind'], string>> = {
  traffic: '/premium/traffic/buy',
  dedicated: '/dedicated/buy',
  'dedicated-prolong': '/dedicated/prolong',
  'vpn-buy': '/vpn/buy',
  'vpn-renew': '/vpn/renew',
};

export interface ResolverDesk extends TestDesk {
  readonly clock: SkippingClock;
  readonly clientId: number;
  /** Returns an order of this kind that the desk can place now. */
  order(kind: Order['kind']): Promise<Order>;
  buy(order: Order): Promise<Purchase>;
  /** Buys while the service applies this fault to the charge. */
  buyThrough(order: Order, fault: Fault): Promise<Purchase>;
  /** Returns the resolver's present view of the purchase. */
  resolved(purchase: Purchase): Promise<Purchase>;
  /** Waits for a look that is under way; until it ends, a request for a look receives its results. */
  afterOtherLooks(): Promise<void>;
  /** Compares the service's books with the ledger. */
  compareBooks(): Promise<{ readonly books: number; readonly ledger: number; readonly unknownKopecks: number }>;
}

/** A desk whose charges can be lost, on a clock that can skip. */
export const startResolverDesk = async (
  options: { readonly clock?: SkippingClock; readonly fetch?: Fetch } = {},
): Promise<ResolverDesk> => {
  const clock = options.clock ?? createSkippingClock();
  const desk = await startTestDesk({ ...options, clock });
  await desk.call('settings.update', { requestsPerSecond: 20 });
  await desk.control.setBalance(1_000_000);
  const { id: clientId } = await desk.call('clients.add', {
    messengerId: 7_000_000_001,
    clientKey: 'resolver',
    name: 'Анна',
    note: '',
    tags: [],
  });

  /** Agrees to everything that the offer shows, including earlier purchases of the same goods without an outcome. */
  const buy = async (order: Order): Promise<Purchase> => {
    const { offerId, priceKopecks, open } = await desk.call('purchases.offer', { order });
    const despite = open.map(({ purchaseId }) => purchaseId);
    try {
      return await desk.call('purchases.confirm', { offerId, priceKopecks, despite });
    } catch (error) {
      // An earlier purchase was resolved automatically in between, and nothing was sent. As a user would, it looks again.
      if (error instanceof DeskError && error.kind === 'target-changed') return buy(order);
      throw error;
    }
  };

  const order = async (kind: Order['kind']): Promise<Order> => {
    switch (kind) {
      case 'traffic':
        return { kind, clientId, poolType: 'mobile', gb: 2 };
      case 'dedicated':
        return { kind, clientId, ipv: 4, countryCode: 'de', period: 30, count: 2 };
      case 'dedicated-prolong': {
        await buy(await order('dedicated'));
        const { rows } = await desk.call('dedicated.list', {
          filter: {},
          sort: { by: 'boughtAt', direction: 'desc' },
          offset: 0,
          limit: 2,
        });
        return { kind, clientId, serviceIds: rows.map((row) => row.serviceId ?? 0), period: 7 };
      }
      case 'vpn-buy':
        return { kind, clientId, periodMonths: 3 };
      case 'vpn-renew': {
        const { goods } = await buy(await order('vpn-buy'));
        return { kind, clientId, uuid: goods?.kind === 'vpn-buy' ? goods.uuid : '', periodMonths: 1 };
      }
    }
  };

  return Object.assign(desk, {
    clock,
    clientId,
    order,
    buy,
    buyThrough: async (wanted: Order, fault: Fault) => {
      await desk.control.addFaults({ match: { method: 'POST', path: PATHS[wanted.kind] }, times: 1, fault });
      return buy(wanted);
    },
    resolved: async ({ id }: Purchase) => {
      const { purchases } = await desk.call('purchases.resolve', { purchaseId: id });
      const [purchase] = purchases;
      if (purchase === undefined) throw new Error('the purchase is gone');
      return purchase;
    },
    afterOtherLooks: async () => {
      await desk.call('purchases.resolve', {});
    },
    compareBooks: async () => {
      const { entries } = await desk.control.books();
      const { totalSpentKopecks, unknownKopecks } = await desk.call('purchases.list', {
        filter: {},
        offset: 0,
        limit: 1,
      });
      const books = entries.reduce((sum, entry) => sum + entry.kopecks, 0);
      return { books, ledger: totalSpentKopecks, unknownKopecks };
    },
  });
};
