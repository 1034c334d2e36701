import type { EndpointResponse } from '#shared/api/endpoints.ts';
import type { ProlongOrder } from '#shared/contract/dedicated.ts';
import { MAX_PROLONGED } from '#shared/domain/dedicated-limits.ts';
import { DEDICATED_PROLONG_PERIODS, type DedicatedProlongPeriod } from '#shared/domain/limits.ts';
import { invalidInput, type Problem } from '#shared/result.ts';
import { assertQuoted, differing, idsAsText, wholePrice } from './as-ordered.ts';
import { paidCall } from './paid-call.ts';
import type { AnsweredOrder, Product } from './purchase-kind.ts';

const isPeriod = (period: number): period is DedicatedProlongPeriod =>
  DEDICATED_PROLONG_PERIODS.some((days) => days === period);

/** `problems` has refused every other one before. */
const periodOf = ({ period }: ProlongOrder): DedicatedProlongPeriod => {
  if (isPeriod(period)) return period;
  throw invalidInput('This period is not sold.', ...problems({ period }));
};

const requestOf = (order: ProlongOrder) => ({ ids: order.serviceIds, period: periodOf(order) });

const problems = ({ period }: Pick<ProlongOrder, 'period'>): readonly Problem[] =>
  isPeriod(period)
    ? []
    : [{ field: 'period', code: 'period-not-sold', params: { days: DEDICATED_PROLONG_PERIODS.join(', ') } }];

const idProblems = ({ serviceIds }: ProlongOrder): readonly Problem[] => {
  if (serviceIds.length === 0) return [{ field: 'serviceIds', code: 'proxies-required' }];
  if (serviceIds.length > MAX_PROLONGED) {
    return [{ field: 'serviceIds', code: 'too-many-proxies', params: { max: MAX_PROLONGED } }];
  }
  // The service might charge for one of them twice.
  return new Set(serviceIds).size === serviceIds.length ? [] : [{ field: 'serviceIds', code: 'proxies-repeated' }];
};

const idDifferences = (ordered: readonly number[], named: readonly number[]) => {
  const known = new Set(ordered);
  const isSame = named.length === known.size && named.every((id) => known.has(id));
  return isSame ? [] : differing('proxies', idsAsText(ordered), idsAsText(named));
};

/** `null`: the price of some is not told. */
const sumOf = (prices: readonly (number | null)[]): number | null =>
  prices.reduce<number | null>((sum, price) => (sum === null || price === null ? null : sum + price), 0);

/** An answer that does not say which proxies it is for, or not readably of as many as were ordered, is for those of the order. */
const answeredOf = (
  { period, totalKopecks, items }: EndpointResponse<'dedicated.prolong'>,
  order: ProlongOrder,
): AnsweredOrder => {
  const named = (items ?? []).flatMap(({ id, dateEnd }) => (id === null ? [] : [{ serviceId: id, dateEnd }]));
  const dates = new Map(named.map(({ serviceId, dateEnd }) => [serviceId, dateEnd]));
  const unread = (items ?? []).length - named.length;
  const missing = order.serviceIds.filter((id) => !dates.has(id));
  const isWhole = items === null || (unread > 0 && missing.length <= unread);
  const kept = isWhole ? order.serviceIds : order.serviceIds.filter((id) => dates.has(id));
  return {
    goods: {
      kind: 'dedicated-prolong',
      items: kept.map((serviceId) => ({ serviceId, dateEnd: dates.get(serviceId) ?? null })),
      chargedKopecks: totalKopecks,
    },
    differences: [
      ...differing('period', order.period, period),
      ...(isWhole ? [] : idDifferences(order.serviceIds, [...dates.keys()])),
    ],
  };
};

/** More days for proxies that we hold (docs/api.md#dedicated-proxies). */
export const prolongKind: Product<ProlongOrder> = {
  problems: (order) => [...idProblems(order), ...problems(order)],
  quote: async (api, order, options) => {
    const { serviceIds } = order;
    const { value, receivedAt } = await api.call('dedicated.prolong.quote', requestOf(order), options);
    const prices = new Map(value.items.map(({ id, priceKopecks }) => [id, priceKopecks]));
    assertQuoted([
      ...differing('period', order.period, value.period),
      ...(value.items.length === 0 ? [] : idDifferences(serviceIds, [...prices.keys()])),
    ]);
    return {
      priceKopecks: wholePrice(value.totalKopecks, sumOf([...prices.values()])),
      pricePerGbKopecks: null,
      lines: serviceIds.map((serviceId) => ({ serviceId, priceKopecks: prices.get(serviceId) ?? null })),
      asOf: receivedAt,
    };
  },
  targets: ({ serviceIds }) => serviceIds.map(String),
  isOfClient: false,
  bringsNew: false,
  seen: ({ dedicated }, { serviceIds }, accountId) =>
    dedicated.datesOf(accountId, serviceIds).map(({ serviceId, endsAt }) => ({ id: String(serviceId), endsAt })),
  // No endpoint tells when a proxy ends: what the desk knows is all there is.
  before: async (_, { serviceIds }, __, { stores, accountId }) => {
    const dates = stores.dedicated.datesOf(accountId, serviceIds);
    return { evidence: { dates }, ends: dates.map(({ serviceId, endsAt }) => ({ id: String(serviceId), endsAt })) };
  },
  ...paidCall('dedicated.prolong', requestOf, answeredOf),
  arrived: (_, { handover: { goods } }) => ({
    goods: goods.kind === 'dedicated-prolong' && goods.items.length === 0 ? 'missing' : 'here',
    differences: [],
  }),
  listed: null,
  assumed: ({ serviceIds }) => ({
    goods: {
      kind: 'dedicated-prolong',
      items: serviceIds.map((serviceId) => ({ serviceId, dateEnd: null })),
      chargedKopecks: null,
    },
  }),
  goodsByWord: 'here',
  deliver: ({ dedicated }, { handover: { goods }, ...delivery }) => {
    const items = goods.kind === 'dedicated-prolong' ? goods.items : [];
    const dates = new Map(items.flatMap(({ serviceId, dateEnd }) => (dateEnd === null ? [] : [[serviceId, dateEnd]])));
    dedicated.prolong({ ...delivery, dates, named: new Set(items.map(({ serviceId }) => serviceId)) });
  },
  withdraw: ({ dedicated }, { before, ...delivery }) => {
    const dates = Array.isArray(before.dates) ? (before.dates as ReturnType<typeof dedicated.datesOf>) : [];
    dedicated.takeBack({ ...delivery, dates });
  },
  announce: (emit) => emit('dedicated.changed', {}),
  // The answer gave the new dates; there is nothing to read again.
  refresh: async () => {},
  searchWords: ({ serviceIds, period }) => [...serviceIds.map(String), `${period} days`, `${period} дней`],
};
