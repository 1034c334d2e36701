import { isComplete, isConnectable } from '#core/catalogue/dedicated/dedicated-store.ts';
import type { ApiClient } from '#core/service/api/api-client.ts';
import type { EndpointResponse } from '#shared/api/endpoints.ts';
import type { DedicatedOrder } from '#shared/contract/dedicated.ts';
import { countryName } from '#shared/domain/country-name.ts';
import { DEDICATED_BUY_PERIODS } from '#shared/domain/limits.ts';
import { type DedicatedPriced, dedicatedPriceList } from '#shared/domain/products/dedicated.ts';
import type { AnsweredOrder, PricesIn, Product } from './product.ts';
import { assertQuoted, differing, idsAsText, paidCall } from './quote-and-pay.ts';

type PurchaseAnswer = EndpointResponse<'dedicated.buy'>;

const echoDifferences = ({ countryCode, period, ipv }: DedicatedOrder, echo: PurchaseAnswer['echo']) => [
  ...differing('country', countryCode, echo.countryCode),
  ...differing('period', period, echo.period),
  ...differing('ipv', ipv, echo.ipv),
];

const answeredOf = ({ echo, ...bought }: PurchaseAnswer, order: DedicatedOrder): AnsweredOrder => {
  const { orderId, checkId, priceKopecks, proxies } = bought;
  const incomplete = proxies.filter((proxy) => !isComplete(proxy)).length;
  return {
    goods: { kind: 'dedicated', received: proxies.length, incomplete, orderId, checkId, chargedKopecks: priceKopecks },
    bought,
    differences: [...echoDifferences(order, echo), ...differing('count', order.count, proxies.length)],
  };
};

/** The product "dedicated proxies of one country" (docs/api.md#dedicated-proxies). */
export const dedicatedKind: Product<DedicatedOrder> = {
  quote: async (api, order, options) => {
    const { value, receivedAt } = await api.call('dedicated.quote', order, options);
    assertQuoted([...echoDifferences(order, value.echo), ...differing('count', order.count, value.echo.count)]);
    return { priceKopecks: value.priceKopecks, pricePerGbKopecks: null, asOf: receivedAt };
  },
  seen: () => [],
  // No endpoint lists proxies. The only evidence is the balance, which the journal stores for every kind.
  before: async () => ({ evidence: {}, ends: [] }),
  endsAsOf: () => null,
  otherHolder: () => undefined,
  ...paidCall('dedicated.buy', (order: DedicatedOrder) => order, answeredOf),
  arrived: ({ dedicated }, { accountId, handover: { bought } }) => {
    const proxies = bought?.proxies ?? [];
    const ids = proxies.flatMap((entry) => (entry?.id == null ? [] : [entry.id]));
    const owned = dedicated.boughtBefore(accountId, [...new Set(ids)]);
    const isNew = (entry: (typeof proxies)[number]): boolean => entry?.id == null || !owned.has(entry.id);
    const came = proxies.filter((entry) => isConnectable(entry) && isNew(entry));
    return {
      goods: came.length > 0 ? 'here' : 'missing',
      differences: owned.size === 0 ? [] : [{ what: 'new', ordered: '', answered: idsAsText([...owned]) }],
    };
  },
  listed: null,
  // The goods were only in the answer.
  assumed: () => null,
  goodsByWord: 'missing',
  deliver: ({ dedicated }, { handover: { bought }, ...delivery }) => {
    if (bought !== undefined) dedicated.addBought({ ...delivery, bought });
  },
  withdraw: () => {},
  announce: (emit) => emit('dedicated.changed', {}),
  refresh: ({ dedicated }, order, accountId) => dedicated.refreshAvailability(accountId, order),
  sold: (_, __, { ipv, countryCode, period, count }) => [
    { product: { kind: 'dedicated', ipv, countryCode, days: period }, count },
  ],
  orderCell: ({ countryCode, ipv, period, count: pieces }, t, language) => {
    const country = countryName(countryCode, countryCode, language);
    return t('files:orders.dedicated', { country, ipv, pieces, period });
  },
  goodsCell: ({ orderId, received }) => [orderId ?? '', String(received)].filter((part) => part !== '').join(' / '),
  plan: null,
  recurring: null,
};

/** Reads the price of one proxy from a quote (docs/api.md#dedicated-proxies), rounded up to whole kopecks. */
export const dedicatedPricesIn: PricesIn<'dedicated.quote'> = (_, __, { request, answer }) => {
  const { ipv, countryCode, period: days, count } = request;
  const key = dedicatedPriceList.key({ kind: 'dedicated', ipv, countryCode, days });
  return [{ key, priceKopecks: Math.ceil(answer.value.priceKopecks / count) }];
};

/** An entry for any country has no price of the service, and some periods are only sold as a prolongation. */
export const askDedicatedPrice = async (api: ApiClient, product: DedicatedPriced): Promise<void> => {
  const { ipv, countryCode, days: period } = product;
  if (countryCode === null || !DEDICATED_BUY_PERIODS[ipv].includes(period)) return;
  await api.call('dedicated.quote', { ipv, countryCode, period, count: 1 });
};
