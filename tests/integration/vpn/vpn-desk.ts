import type { Offer, Order, Purchase } from '#shared/contract/purchases.ts';
import type { VpnPeriod } from '#shared/contract/vpn.ts';
import type { TestDesk } from '../../support/desk-core.ts';

export const BUY = { method: 'POST', path: '/vpn/buy' } as const;
export const RENEW = { method: 'POST', path: '/vpn/renew' } as const;

/** The actions of a reseller with VPN subscriptions, on a desk. */
export const createVpnActions = (desk: TestDesk) => {
  const offer = (order: Order): Promise<Offer> => desk.call('purchases.offer', { order });
  const confirm = ({ offerId, priceKopecks }: Offer): Promise<Purchase> =>
    desk.call('purchases.confirm', { offerId, priceKopecks });
  const purchase = async (order: Order): Promise<Purchase> => confirm(await offer(order));
  return {
    addClient: async (messengerId: number, clientKey: string): Promise<number> =>
      (await desk.call('clients.add', { messengerId, clientKey, name: '', note: '', tags: [] })).id,
    offer,
    confirm,
    buy: (clientId: number, periodMonths: VpnPeriod) => purchase({ kind: 'vpn-buy', clientId, periodMonths }),
    renew: (clientId: number, uuid: string, periodMonths: VpnPeriod) =>
      purchase({ kind: 'vpn-renew', clientId, uuid, periodMonths }),
    /** Reads the list again and returns it. */
    refresh: (clientId: number) => desk.call('vpn.refresh', { clientId }),
    state: (clientId: number) => desk.call('vpn.state', { clientId }),
    ledger: () => desk.call('purchases.list', { filter: {}, offset: 0, limit: 100 }),
  };
};

/** Returns the uuid that a purchase handed over. */
export const uuidOf = ({ goods }: Purchase): string => {
  if (goods?.kind !== 'vpn-buy' && goods?.kind !== 'vpn-renew') throw new Error('no subscription was handed over');
  return goods.uuid;
};
