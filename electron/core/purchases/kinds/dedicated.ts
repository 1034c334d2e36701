import type { EndpointResponse } from '#shared/api/endpoints.ts';
import type { DedicatedOrder } from '#shared/contract/dedicated.ts';
import { MAX_BOUGHT } from '#shared/domain/dedicated-limits.ts';
import { DEDICATED_BUY_PERIODS } from '#shared/domain/limits.ts';
import type { Problem } from '#shared/result.ts';
import { dedicatedOrderFields, dedicatedPurchaseOf } from '../../api/dedicated-api.ts';
import { isComplete } from '../../dedicated/dedicated-store.ts';
import { readKeptAnswer } from './kept-answer.ts';
import type { Handover, PurchaseKind } from './purchase-kind.ts';

const ENDPOINT = 'dedicated.buy';

const handoverOf = (data: EndpointResponse<typeof ENDPOINT>): Handover => {
  const bought = dedicatedPurchaseOf(data);
  const { orderId, checkId, priceKopecks, proxies } = bought;
  const incomplete = proxies.filter((proxy) => !isComplete(proxy)).length;
  return {
    goods: { kind: 'dedicated', received: proxies.length, incomplete, orderId, checkId, chargedKopecks: priceKopecks },
    bought,
  };
};

const wanted = ({ countryCode, period, count, ipv }: DedicatedOrder) => ({
  countryCode: countryCode.trim().toLowerCase(),
  period,
  count,
  ipv,
});

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
export const dedicatedKind: PurchaseKind<DedicatedOrder> = {
  problems,
  quote: async (api, order, options) => {
    const { value, receivedAt } = await api.dedicated.quote(wanted(order), options);
    return { priceKopecks: value.priceKopecks, pricePerGbKopecks: null, asOf: receivedAt };
  },
  targets: (order) => [`${wanted(order).countryCode} ${order.ipv}`],
  isOfClient: false,
  bringsNew: true,
  seen: () => [],
  // No endpoint lists proxies: the balance, which the journal keeps for every kind, is all the evidence there can be.
  before: async () => ({ evidence: {}, ends: [] }),
  buy: async (api, order, _, hooks) =>
    handoverOf((await api.call(ENDPOINT, dedicatedOrderFields(wanted(order)), hooks)).data),
  readKept: (raw) => readKeptAnswer(ENDPOINT, raw, handoverOf),
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
    countryCode,
    ipv === 6 ? 'ipv6' : 'ipv4',
    `${count}`,
    `${period} days`,
    `${period} дней`,
  ],
};
