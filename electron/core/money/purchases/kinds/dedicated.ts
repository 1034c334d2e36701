import { isComplete, isConnectable } from '#core/catalogue/dedicated/dedicated-store.ts';
import type { EndpointResponse } from '#shared/api/endpoints.ts';
import type { DedicatedOrder } from '#shared/contract/dedicated.ts';
import { countrySearchText } from '#shared/domain/country-name.ts';
import { MAX_BOUGHT } from '#shared/domain/dedicated-limits.ts';
import { DEDICATED_BUY_PERIODS } from '#shared/domain/limits.ts';
import type { Problem } from '#shared/result.ts';
import { assertQuoted, differing, idsAsText } from './as-ordered.ts';
import { paidCall } from './paid-call.ts';
import type { AnsweredOrder, Product } from './purchase-kind.ts';

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

const problems = ({ countryCode, period, count, ipv }: DedicatedOrder): readonly Problem[] => [
  ...(countryCode.trim() === '' ? [{ field: 'countryCode', code: 'country-required' }] : []),
  ...(DEDICATED_BUY_PERIODS[ipv].includes(period)
    ? []
    : [{ field: 'period', code: 'period-not-sold', params: { days: DEDICATED_BUY_PERIODS[ipv].join(', ') } }]),
  ...(Number.isInteger(count) && count >= 1 && count <= MAX_BOUGHT
    ? []
    : [{ field: 'count', code: 'count-range', params: { max: MAX_BOUGHT } }]),
];

/** Dedicated proxies of one country (docs/api.md#dedicated-proxies). */
export const dedicatedKind: Product<DedicatedOrder> = {
  problems,
  quote: async (api, order, options) => {
    const { value, receivedAt } = await api.call('dedicated.quote', order, options);
    assertQuoted([...echoDifferences(order, value.echo), ...differing('count', order.count, value.echo.count)]);
    return { priceKopecks: value.priceKopecks, pricePerGbKopecks: null, asOf: receivedAt };
  },
  targets: ({ countryCode, ipv }) => [`${countryCode.trim().toLowerCase()} ${ipv}`],
  isOfClient: false,
  bringsNew: true,
  seen: () => [],
  // No endpoint lists proxies: the balance, which the journal keeps for every kind, is all the evidence there can be.
  before: async () => ({ evidence: {}, ends: [] }),
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
  searchWords: ({ countryCode, ipv, count, period }) => [
    countrySearchText(countryCode),
    ipv === 6 ? 'ipv6' : 'ipv4',
    `${count}`,
    `${period} days`,
    `${period} дней`,
  ],
};
