import type { EndpointResponse } from '#shared/api/endpoints.ts';
import type { Order } from '#shared/contract/purchases.ts';
import type { VpnPeriod } from '#shared/domain/limits.ts';
import { DeskError } from '#shared/result.ts';
import { clientFieldsOf } from '../../api/answered.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { parseUtcTimestamp } from '../../api/utc-timestamp.ts';
import type { ClientPair } from '../../clients/client-pair.ts';
import { readKeptAnswer } from './kept-answer.ts';
import type { Evidence, Handover, PurchaseKind, Quote } from './purchase-kind.ts';
import { examineBought, examineRenewed } from './vpn-evidence.ts';

type BuyOrder = Extract<Order, { kind: 'vpn-buy' }>;
type RenewOrder = Extract<Order, { kind: 'vpn-renew' }>;
/** Both calls answer alike. */
type Answer = EndpointResponse<'vpn.buy' | 'vpn.renew'>;

const handoverOf =
  (kind: 'vpn-buy' | 'vpn-renew') =>
  ({ uuid, expireAt, subscriptionUrl }: Answer): Handover => {
    const expiresAt = parseUtcTimestamp(expireAt);
    return { goods: { kind, uuid, expiresAt }, subscription: { uuid, expiresAt, subscriptionUrl } };
  };

const quote = async (api: ApiClient, periodMonths: VpnPeriod): Promise<Quote> => {
  const { value, receivedAt } = await api.vpn.quote(periodMonths, { priority: 'money' });
  return { priceKopecks: value.priceKopecks, pricePerGbKopecks: null, asOf: receivedAt };
};

/** What there was: a uuid that was not there before, or an end that moved forward, shows afterwards that it was charged. */
const subscriptionsBefore = async (api: ApiClient, client: ClientPair) => {
  const { value } = await api.vpn.info(client, { priority: 'money' });
  return value.map(({ uuid, expiresAt, status }) => ({ uuid, expiresAt, status }));
};

const words = (periodMonths: VpnPeriod): readonly string[] => ['VPN', `${periodMonths} months`, `${periodMonths} мес`];

const shared = {
  problems: () => [],
  deliver: ({ vpn }, { clientId, purchaseId, handover: { subscription } }) => {
    // The client may have been removed meanwhile; the link stays in the answer that was kept.
    if (clientId !== null && subscription !== undefined) vpn.saveBought(clientId, subscription, purchaseId);
  },
  announce: (emit, { clientId }) => emit('vpn.changed', { clientId }),
  refresh: ({ vpn }, { clientId }, accountId) => vpn.refresh(clientId, accountId),
} satisfies Partial<PurchaseKind<BuyOrder | RenewOrder>>;

const bought = handoverOf('vpn-buy');
const renewed = handoverOf('vpn-renew');

/** A further subscription for a client (API section 4.1). */
export const vpnBuyKind: PurchaseKind<BuyOrder> = {
  ...shared,
  quote: (api, { periodMonths }) => quote(api, periodMonths),
  evidence: async (api, _, client): Promise<Evidence> => ({ subscriptions: await subscriptionsBefore(api, client) }),
  buy: async (api, { periodMonths }, client, onRawAnswer) => {
    const request = { ...clientFieldsOf(client), period_months: periodMonths };
    return bought((await api.call('vpn.buy', request, { onRawAnswer })).data);
  },
  readKept: (raw) => readKeptAnswer('vpn.buy', raw, bought),
  examine: examineBought,
  foundAs: 'found-charged',
  searchWords: ({ periodMonths }) => words(periodMonths),
};

/** More months for one of the client's subscriptions (API section 4.1). */
export const vpnRenewKind: PurchaseKind<RenewOrder> = {
  ...shared,
  quote: (api, { periodMonths }) => quote(api, periodMonths),
  evidence: async (api, { uuid }, client): Promise<Evidence> => {
    const subscriptions = await subscriptionsBefore(api, client);
    if (!subscriptions.some((one) => one.uuid.toLowerCase() === uuid.toLowerCase())) {
      throw new DeskError('not-found', 'The service does not have this subscription, so nothing was sent.', {
        code: 'subscription-not-there',
      });
    }
    return { subscriptions };
  },
  buy: async (api, { periodMonths, uuid }, client, onRawAnswer) => {
    const request = { ...clientFieldsOf(client), period_months: periodMonths, uuid };
    return renewed((await api.call('vpn.renew', request, { onRawAnswer })).data);
  },
  readKept: (raw) => readKeptAnswer('vpn.renew', raw, renewed),
  examine: examineRenewed,
  foundAs: 'found-charged',
  searchWords: ({ periodMonths, uuid }) => [...words(periodMonths), uuid],
};
