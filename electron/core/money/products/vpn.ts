import type { ClientPair } from '#core/catalogue/clients/client-pair.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { ApiClient } from '#core/service/api/api-client.ts';
import type { CallOptions } from '#core/service/api/call.ts';
import type { EndpointResponse } from '#shared/api/endpoints.ts';
import type { Order } from '#shared/contract/purchases.ts';
import type { VpnPeriod } from '#shared/domain/limits.ts';
import type { RecordedOrderOf } from '#shared/domain/products/rules.ts';
import { type VpnPriced, vpnPriceList } from '#shared/domain/products/vpn.ts';
import { sameUuid } from '#shared/domain/subscription-identity.ts';
import { DeskError } from '#shared/result.ts';
import { vpnPriceKey } from './price-keys.ts';
import type { AnsweredOrder, PricesIn, Product, Quote, Stores } from './product.ts';
import { assertQuoted, differing, paidCall } from './quote-and-pay.ts';
import { renewalsDue } from './vpn-due.ts';
import { boughtSubscriptions, renewedSubscriptions, wasThere } from './vpn-evidence.ts';
import { planNewSubscriptions, planRenewals } from './vpn-plan.ts';

type BuyOrder = Extract<Order, { kind: 'vpn-buy' }>;
type RenewOrder = Extract<Order, { kind: 'vpn-renew' }>;

type BoughtAnswer = EndpointResponse<'vpn.buy'>;

const boughtOf = (
  { periodMonths: named, ...subscription }: BoughtAnswer,
  { periodMonths }: RecordedOrderOf<'vpn-buy'>,
): AnsweredOrder => {
  const { uuid, expiresAt } = subscription;
  const differences = differing('period', periodMonths, named);
  return { goods: { kind: 'vpn-buy', uuid, expiresAt }, subscription, differences };
};

/**
 * Reads the answer of a renewal. Only the ordered subscription counts; the end and the link of another one are ignored.
 */
const renewedOf = (
  { periodMonths: named, ...answered }: BoughtAnswer,
  { periodMonths, uuid }: RecordedOrderOf<'vpn-renew'>,
): AnsweredOrder => {
  const differences = [...differing('uuid', uuid, answered.uuid), ...differing('period', periodMonths, named)];
  const { expiresAt, subscriptionUrl } = sameUuid(uuid, answered.uuid)
    ? answered
    : { expiresAt: null, subscriptionUrl: null };
  return {
    goods: { kind: 'vpn-renew', uuid, expiresAt },
    subscription: { uuid, expiresAt, subscriptionUrl },
    differences,
  };
};

const quote = async (
  api: ApiClient,
  { periodMonths }: { readonly periodMonths: VpnPeriod },
  options: CallOptions,
): Promise<Quote> => {
  const { value, receivedAt } = await api.call('vpn.quote', { periodMonths }, options);
  assertQuoted(differing('period', periodMonths, value.periodMonths));
  return { priceKopecks: value.priceKopecks, pricePerGbKopecks: null, asOf: receivedAt };
};

/**
 * Reads the client's subscriptions before a purchase. Later a new uuid, or an end that moved forward, shows that it was
 * charged. If the list lacks an end, the desk's own is used.
 */
const subscriptionsBefore = async (api: ApiClient, client: ClientPair, { vpn }: Stores, options: CallOptions) => {
  const listed = await vpn.list(client, api, options);
  return listed.map(({ uuid, expiresAt, status }) => ({ uuid, expiresAt, status }));
};

const shared = {
  quote,
  endsAsOf: () => null,
  otherHolder: () => undefined,
  // The subscription is in the service's list and is read from there.
  assumed: () => null,
  goodsByWord: 'here',
  deliver: ({ vpn }, { clientId, purchaseId, handover: { subscription } }) => {
    // If the client was removed meanwhile, the link stays in the stored answer.
    if (clientId !== null && subscription !== undefined) vpn.saveBought(clientId, subscription, purchaseId);
  },
  withdraw: () => {},
  announce: (emit, { clientId }) => emit('vpn.changed', { clientId }),
  refresh: ({ vpn }, { clientId }, accountId) => vpn.refresh(clientId, accountId),
  sold: (_, __, { periodMonths }) => [{ product: { kind: 'vpn', months: periodMonths }, count: 1 }],
  orderCell: ({ periodMonths }, t) => t('files:orders.vpn', { months: periodMonths }),
} satisfies Partial<Product<BuyOrder | RenewOrder>>;

/** The product "new subscription for a client" (docs/api.md#vpn). */
export const vpnBuyKind: Product<BuyOrder> = {
  ...shared,
  seen: () => [],
  before: async (api, _, client, { stores, options }) => ({
    evidence: { subscriptions: await subscriptionsBefore(api, client, stores, options) },
    ends: [],
  }),
  ...paidCall('vpn.buy', ({ periodMonths }: BuyOrder, client) => ({ client, periodMonths }), boughtOf),
  arrived: ({ vpn }, { purchaseId, before, handover: { goods } }) => {
    const uuid = goods.kind === 'vpn-buy' ? goods.uuid : '';
    const isOld = wasThere(before, uuid) || vpn.isOfAnother(uuid, purchaseId);
    return isOld
      ? { goods: 'not-new', differences: [{ what: 'new', ordered: '', answered: uuid }] }
      : { goods: 'here', differences: [] };
  },
  listed: boughtSubscriptions,
  goodsCell: ({ uuid }) => uuid,
  plan: planNewSubscriptions,
  recurring: null,
};

/** The product "more months for a client's subscription" (docs/api.md#vpn). */
export const vpnRenewKind: Product<RenewOrder> = {
  ...shared,
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
  ...paidCall('vpn.renew', ({ periodMonths, uuid }: RenewOrder, client) => ({ client, periodMonths, uuid }), renewedOf),
  arrived: (_, { handover: { differences } }) => ({
    goods: differences.some(({ what }) => what === 'uuid') ? 'missing' : 'here',
    differences: [],
  }),
  listed: renewedSubscriptions,
  goodsCell: ({ uuid }) => uuid,
  plan: planRenewals,
  recurring: {
    due: renewalsDue,
    knownPriceKeys: (_, { periodMonths }) => sql`SELECT ${vpnPriceKey(periodMonths)} AS key`,
    unitsOf: () => 1,
  },
};

/** Reads the price of a period from a quote (docs/api.md#vpn). */
export const vpnPricesIn: PricesIn<'vpn.quote'> = (_, __, { request, answer }) => [
  { key: vpnPriceList.key({ kind: 'vpn', months: request.periodMonths }), priceKopecks: answer.value.priceKopecks },
];

export const askVpnPrice = (api: ApiClient, { months }: VpnPriced): Promise<unknown> =>
  api.call('vpn.quote', { periodMonths: months });
