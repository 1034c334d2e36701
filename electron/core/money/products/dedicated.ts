import { isComplete, isConnectable } from '#core/catalogue/dedicated/dedicated-store.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { EndpointResponse } from '#shared/api/endpoints.ts';
import type { DedicatedOrder } from '#shared/contract/dedicated.ts';
import { countryName } from '#shared/domain/country-name.ts';
import { productKey } from '#shared/domain/sale-products.ts';
import { assertQuoted, differing, idsAsText } from './as-ordered.ts';
import { paidCall } from './paid-call.ts';
import { prolongPriceKey } from './price-keys.ts';
import type { AnsweredOrder, HeardPrice, PricesIn, Product } from './product.ts';

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

/** Dedicated proxies of one country (docs/api.md#dedicated-proxies). */
export const dedicatedKind: Product<DedicatedOrder> = {
  quote: async (api, order, options) => {
    const { value, receivedAt } = await api.call('dedicated.quote', order, options);
    assertQuoted([...echoDifferences(order, value.echo), ...differing('count', order.count, value.echo.count)]);
    return { priceKopecks: value.priceKopecks, pricePerGbKopecks: null, asOf: receivedAt };
  },
  seen: () => [],
  // No endpoint lists proxies: the balance, which the journal keeps for every kind, is all the evidence there can be.
  before: async () => ({ evidence: {}, ends: [] }),
  endsAsOf: () => null,
  ...paidCall('dedicated.buy', (order: DedicatedOrder) => order, answeredOf),
  arrived: ({ dedicated }, { accountId, handover: { bought } }) => {
    const proxies = bought?.proxies ?? [];
    const ids = proxies.flatMap((entry) => (entry?.id == null ? [] : [entry.id]));
    const owned = new Set(dedicated.datesOf(accountId, [...new Set(ids)]).map(({ serviceId }) => serviceId));
    const isNew = (entry: (typeof proxies)[number]): boolean => entry?.id == null || !owned.has(entry.id);
    const came = proxies.filter((entry) => isConnectable(entry) && isNew(entry));
    return {
      goods: came.length > 0 ? 'here' : 'missing',
      differences: owned.size === 0 ? [] : [{ what: 'new', ordered: '', answered: idsAsText([...owned]) }],
    };
  },
  listed: null,
  // The goods were in the answer alone.
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
};

/** Each proxy's price counts for all of its kind and country; the dearest where they differ. */
const prolongPrices = (
  db: Database,
  accountId: string,
  days: number,
  prices: readonly { readonly id: number; readonly priceKopecks: number | null }[],
): readonly HeardPrice[] => {
  const known = prices.filter(({ priceKopecks }) => priceKopecks !== null);
  return db.all<HeardPrice>(sql`SELECT ${prolongPriceKey(sql`p.ipv`, sql`p.country_code`, days)} AS key,
    max(priced.value ->> 'priceKopecks') AS priceKopecks FROM json_each(${JSON.stringify(known)}) priced
    JOIN dedicated_proxies p ON p.account_id = ${accountId} AND p.service_id = priced.value ->> 'id' GROUP BY 1`);
};

/** Prices of new proxies and of prolongations. */
export const dedicatedPricesIn: PricesIn = (db, accountId, { name, request, answer }) => {
  if (name === 'dedicated.quote') {
    const { ipv, countryCode, period: days, count } = request;
    const key = productKey({ kind: 'dedicated', ipv, countryCode, days });
    return [{ key, priceKopecks: Math.ceil(answer.value.priceKopecks / count) }];
  }
  if (name !== 'dedicated.prolong.quote') return [];
  const { ids, period } = request;
  const { items, totalKopecks } = answer.value;
  // A single proxy's price is the whole, where the service does not split it.
  const [only] = ids;
  const split = ids.length === 1 && only !== undefined ? [{ id: only, priceKopecks: totalKopecks }] : items;
  return prolongPrices(db, accountId, period, split);
};
