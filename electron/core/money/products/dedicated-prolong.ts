import { among, type Sql, sql } from '#core/platform/sqlite/sql.ts';
import { proxyDatesAsOf } from '#core/service/account/restored-desk.ts';
import type { EndpointResponse } from '#shared/api/endpoints.ts';
import type { ProlongOrder } from '#shared/contract/dedicated.ts';
import type { StandingTargets } from '#shared/contract/standing.ts';
import type { DedicatedProlongPeriod, Ipv } from '#shared/domain/limits.ts';
import { isProlongPeriod, prolongPeriodProblems } from '#shared/domain/products/dedicated.ts';
import { invalidInput } from '#shared/result.ts';
import { prolongationsDue } from './dedicated-due.ts';
import { planProlongations } from './dedicated-plan.ts';
import { prolongPriceKey } from './price-keys.ts';
import type { AnsweredOrder, HeardPrice, PricesIn, Product } from './product.ts';
import { assertQuoted, differing, idsAsText, paidCall, wholePrice } from './quote-and-pay.ts';

/** `problems` has already refused every other period. */
const periodOf = ({ period }: ProlongOrder): DedicatedProlongPeriod => {
  if (isProlongPeriod(period)) return period;
  throw invalidInput('This period is not sold.', ...prolongPeriodProblems(period));
};

const requestOf = (order: ProlongOrder) => ({ ids: order.serviceIds, period: periodOf(order) });

const idDifferences = (ordered: readonly number[], named: readonly number[]) => {
  const known = new Set(ordered);
  const isSame = named.length === known.size && named.every((id) => known.has(id));
  return isSame ? [] : differing('proxies', idsAsText(ordered), idsAsText(named));
};

/** Returns the sum of the prices; `null` if one is missing. */
const sumOf = (prices: readonly (number | null)[]): number | null =>
  prices.reduce<number | null>((sum, price) => (sum === null || price === null ? null : sum + price), 0);

/**
 * Reads the answer. It counts for all ordered proxies if it names none, or if as many of its proxies are unreadable as
 * are missing.
 */
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

/** SQL condition for the proxies of a standing order. Each kind and country has its own price. */
const proxiesOf = (targets: StandingTargets): Sql => {
  switch (targets.of) {
    case 'clients':
      return sql`p.client_id IN (SELECT value FROM json_each(${JSON.stringify(targets.clientIds)}))`;
    case 'tag':
      return sql`p.client_id IN
        (SELECT client_id FROM client_tags t WHERE t.account_id = p.account_id AND t.tag = ${targets.tag})`;
    case 'proxies':
      return sql`p.id IN (SELECT value FROM json_each(${JSON.stringify(targets.proxyIds)}))`;
  }
};

/** The product "more days for owned proxies" (docs/api.md#dedicated-proxies). */
export const prolongKind: Product<ProlongOrder> = {
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
  seen: ({ dedicated }, { serviceIds }, accountId) =>
    dedicated.datesOf(accountId, serviceIds).map(({ serviceId, endsAt }) => ({ id: String(serviceId), endsAt })),
  // No endpoint returns the end of a proxy, so the desk's own dates are the only source.
  before: async (_, { serviceIds }, __, { stores, accountId }) => {
    const dates = stores.dedicated.datesOf(accountId, serviceIds);
    return { evidence: { dates }, ends: dates.map(({ serviceId, endsAt }) => ({ id: String(serviceId), endsAt })) };
  },
  endsAsOf: (db, accountId, { serviceIds }) => proxyDatesAsOf(db, accountId, serviceIds),
  // Proxies may be assigned to another client at any time. Without a client the prolongation is sold to nobody.
  otherHolder: (db, accountId, { clientId, serviceIds }) =>
    clientId === null
      ? undefined
      : db.get(sql`SELECT c.messenger_id, c.client_key
          FROM dedicated_proxies p LEFT JOIN clients c ON c.id = p.client_id
          WHERE p.account_id = ${accountId} AND p.service_id IN ${among(serviceIds)}
          GROUP BY p.service_id HAVING max(p.client_id IS ${clientId}) = 0 LIMIT 1`),
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
  // The answer contained the new dates, so there is nothing to read again.
  refresh: async () => {},
  sold: (db, accountId, { serviceIds, period }) => {
    // The desk may hold one proxy twice: bought, and imported before. The values are those of the row with the least rank.
    const held = sql`SELECT ipv, country_code, min(imported * 2 + archived) AS rank FROM dedicated_proxies
      WHERE account_id = ${accountId} AND service_id IN ${among(serviceIds)} GROUP BY service_id`;
    const found = db.all<{ ipv: Ipv; countryCode: string; count: number }>(sql`SELECT ipv, country_code,
      count(*) AS count FROM (${held}) GROUP BY 1, 2`);
    const known = found.reduce((sum, { count }) => sum + count, 0);
    if (known !== serviceIds.length) return null;
    return found.map(({ ipv, countryCode, count }) => ({
      product: { kind: 'dedicated', ipv, countryCode, days: period },
      count,
    }));
  },
  orderCell: ({ serviceIds, period }, t) => t('files:orders.prolong', { pieces: serviceIds.length, period }),
  goodsCell: ({ items }) => items.map(({ serviceId }) => serviceId).join(' '),
  plan: planProlongations,
  recurring: {
    due: prolongationsDue,
    knownPriceKeys: (accountId, { period, targets }) => sql`SELECT DISTINCT
      ${prolongPriceKey(sql`p.ipv`, sql`p.country_code`, period)} AS key FROM dedicated_proxies p
      WHERE p.account_id = ${accountId} AND p.archived = 0 AND p.service_id IS NOT NULL AND ${proxiesOf(targets)}`,
    unitsOf: () => 1,
  },
};

/**
 * Returns the prices in a quote. A proxy's price counts for all of its kind and country; if they differ, the highest
 * one does.
 */
export const prolongPricesIn: PricesIn<'dedicated.prolong.quote'> = (db, accountId, { request, answer }) => {
  const { ids, period } = request;
  const { items, totalKopecks } = answer.value;
  // The price of a single proxy is the total if the service does not split it.
  const [only] = ids;
  const split = ids.length === 1 && only !== undefined ? [{ id: only, priceKopecks: totalKopecks }] : items;
  const known = split.filter(({ priceKopecks }) => priceKopecks !== null);
  return db.all<HeardPrice>(sql`SELECT ${prolongPriceKey(sql`p.ipv`, sql`p.country_code`, period)} AS key,
    max(priced.value ->> 'priceKopecks') AS priceKopecks FROM json_each(${JSON.stringify(known)}) priced
    JOIN dedicated_proxies p ON p.account_id = ${accountId} AND p.service_id = priced.value ->> 'id' GROUP BY 1`);
};
