import type { DedicatedOrder, DedicatedProxy, ProxyFilter } from '#shared/contract/dedicated.ts';
import type { Offer, Order, Purchase } from '#shared/contract/purchases.ts';
import type { TestDesk } from '../../support/desk-core.ts';

export const ORDER: DedicatedOrder = {
  kind: 'dedicated',
  clientId: null,
  ipv: 4,
  countryCode: 'de',
  period: 30,
  count: 3,
};

export const offerFor = (desk: TestDesk, order: Order): Promise<Offer> => desk.call('purchases.offer', { order });

export const confirm = (desk: TestDesk, offer: Offer): Promise<Purchase> =>
  desk.call('purchases.confirm', { offerId: offer.offerId, priceKopecks: offer.priceKopecks });

export const buy = async (desk: TestDesk, order: Partial<DedicatedOrder> = {}): Promise<Purchase> =>
  confirm(desk, await offerFor(desk, { ...ORDER, ...order }));

/** Returns the proxies on the desk, the newest last. */
export const held = async (desk: TestDesk, filter: Partial<ProxyFilter> = {}): Promise<DedicatedProxy[]> => {
  const sort = { by: 'boughtAt', direction: 'asc' } as const;
  return (await desk.call('dedicated.list', { filter, sort, offset: 0, limit: 500 })).rows;
};

export const idsOf = (proxies: readonly DedicatedProxy[]): number[] => proxies.map(({ id }) => id);
export const serviceIdsOf = (proxies: readonly DedicatedProxy[]): number[] =>
  proxies.flatMap(({ serviceId }) => serviceId ?? []);

export const addClient = async (desk: TestDesk, messengerId: number, name: string): Promise<number> =>
  (await desk.call('clients.add', { messengerId, clientKey: `key-${messengerId}`, name, note: '', tags: [] })).id;

/** Saves a standing order that asks before it prolongs these proxies, and returns its id. */
export const saveProlongOrder = async (desk: TestDesk, proxyIds: number[]): Promise<number> => {
  const { id } = await desk.call('standing.save', {
    name: 'Prolong',
    action: { kind: 'dedicated-prolong', period: 30, daysBefore: 3 },
    targets: { of: 'proxies', proxyIds },
    mode: 'ask',
    ceilingKopecks: 100_000,
    monthCapKopecks: 100_000,
    hours: null,
  });
  return id;
};
