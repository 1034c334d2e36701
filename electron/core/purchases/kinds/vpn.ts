import type { BoughtSubscription } from '#shared/api/vpn.ts';
import type { Order } from '#shared/contract/purchases.ts';
import type { VpnPeriod } from '#shared/domain/limits.ts';
import { DeskError } from '#shared/result.ts';
import type { ApiClient } from '../../api/api-client.ts';
import type { CallOptions } from '../../api/call.ts';
import type { ClientPair } from '../../clients/client-pair.ts';
import { paidCall } from './paid-call.ts';
import type { Handover, PurchaseKind, Quote, Stores } from './purchase-kind.ts';
import { boughtSubscriptions, renewedSubscriptions, sameUuid } from './vpn-evidence.ts';

type BuyOrder = Extract<Order, { kind: 'vpn-buy' }>;
type RenewOrder = Extract<Order, { kind: 'vpn-renew' }>;

const handoverOf =
  (kind: 'vpn-buy' | 'vpn-renew') =>
  (subscription: BoughtSubscription): Handover => {
    const { uuid, expiresAt } = subscription;
    return { goods: { kind, uuid, expiresAt }, subscription };
  };

const quote = async (
  api: ApiClient,
  { periodMonths }: { readonly periodMonths: VpnPeriod },
  options: CallOptions,
): Promise<Quote> => {
  const { value, receivedAt } = await api.call('vpn.quote', { periodMonths }, options);
  return { priceKopecks: value.priceKopecks, pricePerGbKopecks: null, asOf: receivedAt };
};

/**
 * What there was: a uuid that was not there before, or an end that moved forward, shows afterwards that it was charged. An end
 * that the list does not know of yet is the one there was.
 */
const subscriptionsBefore = async (api: ApiClient, client: ClientPair, { vpn }: Stores, options: CallOptions) => {
  const listed = await vpn.list(client, api, options);
  return listed.map(({ uuid, expiresAt, status }) => ({ uuid, expiresAt, status }));
};

const words = (periodMonths: VpnPeriod): readonly string[] => ['VPN', `${periodMonths} months`, `${periodMonths} мес`];

const shared = {
  problems: () => [],
  isOfClient: true,
  quote,
  // What it brought is on the service's list, and is read from there.
  assumed: () => null,
  goodsByWord: 'here',
  deliver: ({ vpn }, { clientId, purchaseId, handover: { subscription } }) => {
    // The client may have been removed meanwhile; the link stays in the answer that was kept.
    if (clientId !== null && subscription !== undefined) vpn.saveBought(clientId, subscription, purchaseId);
  },
  withdraw: () => {},
  announce: (emit, { clientId }) => emit('vpn.changed', { clientId }),
  refresh: ({ vpn }, { clientId }, accountId) => vpn.refresh(clientId, accountId),
} satisfies Partial<PurchaseKind<BuyOrder | RenewOrder>>;

/** A further subscription for a client (docs/api.md#vpn). */
export const vpnBuyKind: PurchaseKind<BuyOrder> = {
  ...shared,
  targets: () => [''],
  bringsNew: true,
  seen: () => [],
  before: async (api, _, client, { stores, options }) => ({
    evidence: { subscriptions: await subscriptionsBefore(api, client, stores, options) },
    ends: [],
  }),
  ...paidCall('vpn.buy', ({ periodMonths }: BuyOrder, client) => ({ client, periodMonths }), handoverOf('vpn-buy')),
  listed: boughtSubscriptions,
  searchWords: ({ periodMonths }) => words(periodMonths),
};

/** More months for one of the client's subscriptions (docs/api.md#vpn). */
export const vpnRenewKind: PurchaseKind<RenewOrder> = {
  ...shared,
  targets: ({ uuid }) => [uuid.toLowerCase()],
  bringsNew: false,
  seen: ({ vpn }, { clientId, uuid }) => [{ id: uuid, endsAt: vpn.endOf(clientId, uuid) }],
  before: async (api, { uuid }, client, { stores, options }) => {
    const subscriptions = await subscriptionsBefore(api, client, stores, options);
    const there = subscriptions.find((one) => sameUuid(one.uuid, uuid));
    if (there === undefined) {
      throw new DeskError('not-found', 'The service does not have this subscription, so nothing was sent.', {
        code: 'subscription-not-there',
      });
    }
    return { evidence: { subscriptions }, ends: [{ id: uuid, endsAt: there.expiresAt }] };
  },
  ...paidCall(
    'vpn.renew',
    ({ periodMonths, uuid }: RenewOrder, client) => ({ client, periodMonths, uuid }),
    handoverOf('vpn-renew'),
  ),
  listed: renewedSubscriptions,
  searchWords: ({ periodMonths, uuid }) => [...words(periodMonths), uuid],
};
