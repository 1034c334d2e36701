import { PROXY_ADDRESS } from '#core/catalogue/dedicated/proxy-lines.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { instantOfWallTime, wallTimeAt } from '#shared/domain/assumed-zone.ts';
import { DEDICATED_PROLONG_PERIODS } from '#shared/domain/limits.ts';
import { dueFrom, dueUntil } from '#shared/domain/schedule-time.ts';
import { STILL_DUE_DAYS } from '#shared/domain/standing-rules.ts';
import {
  type ComingRenewal,
  type DuePayment,
  type DueRules,
  dueAtOf,
  type EndsBetween,
  extendsSame,
  MOST_DUE,
  membersWith,
  type OrderScope,
  type ProductRenewals,
  type Uncovered,
} from './due.ts';
import { knownPrice, prolongPriceKey } from './price-keys.ts';

const DAY = 86_400_000;

interface ProxyRow {
  readonly proxyId: number;
  readonly serviceId: number;
  readonly clientId: number | null;
  readonly wallEnd: number;
  readonly ipv: number;
  readonly countryCode: string;
}

/**
 * SQL of the end of the proxy `p`. The desk may hold one proxy twice: then the end of the bought one counts, if it is known,
 * as when it is compared just before it is paid for (`DedicatedStore.datesOf`). `+` keeps SQLite from walking over all
 * proxies in the order of an index.
 */
const WALL_END = sql`iif(p.imported = 0, p.wall_end, coalesce((SELECT b.wall_end FROM dedicated_proxies b
  WHERE b.account_id = p.account_id AND b.service_id = p.service_id AND b.imported = 0 AND b.wall_end IS NOT NULL
  ORDER BY +b.archived, b.id LIMIT 1), p.wall_end))`;

/** Returns a page of the proxies that end in a window and follow `after`. */
const endingProxies = (
  db: Database,
  order: OrderScope,
  { from, to, zone }: EndsBetween,
  after?: ProxyRow,
): (ProxyRow & { readonly endsAt: number })[] => {
  const wallFrom = after?.wallEnd ?? wallTimeAt(from, zone);
  const found =
    order.targetsOf === 'proxies'
      ? sql`standing_proxies m CROSS JOIN dedicated_proxies p ON p.id = m.proxy_id
          WHERE m.order_id = ${order.id} AND p.account_id = ${order.accountId}`
      : membersWith(order, sql`dedicated_proxies p ON p.client_id = c.id`);
  return db
    .all<ProxyRow>(sql`SELECT * FROM (SELECT p.id AS proxy_id, p.service_id,
        (SELECT id FROM clients WHERE id = p.client_id AND removed = 0) AS client_id, ${WALL_END} AS wall_end, p.ipv,
        p.country_code FROM ${found} AND p.archived = 0 AND p.service_id IS NOT NULL)
      WHERE wall_end >= ${wallFrom} AND wall_end < ${wallTimeAt(to, zone)}
        AND (wall_end, proxy_id) > (${wallFrom}, ${after?.proxyId ?? -1})
      ORDER BY wall_end, proxy_id LIMIT ${MOST_DUE}`)
    .map((row) => ({ ...row, endsAt: instantOfWallTime(row.wallEnd, zone) }));
};

const firstOfEach = <R extends ProxyRow>(rows: readonly R[]): R[] => {
  const seen = new Set<number>();
  return rows.filter(({ serviceId }) => !seen.has(serviceId) && seen.add(serviceId));
};

/** The dedicated proxies that standing orders prolong. */
export const prolongationsDue: DueRules<'dedicated-prolong'> = {
  targets: (db, order, { now, zone }) => {
    const { action, zone: calendar } = order;
    const window = { from: now - STILL_DUE_DAYS * DAY, to: dueUntil(now, action.daysBefore, calendar), zone };
    return firstOfEach(endingProxies(db, order, window)).map((row) => ({
      // The end as the service wrote it: a due item stays the same if the zone of the ends is set to another one.
      target: String(row.serviceId),
      version: row.wallEnd,
      clientId: row.clientId,
      proxyId: row.proxyId,
      serviceId: row.serviceId,
      endsAt: row.endsAt,
      asOf: null,
      show: 'ready',
      dueAt: dueAtOf(order, dueFrom(row.endsAt, action.daysBefore, calendar)),
    }));
  },
  payments: (db, order, between) => {
    const prices = new Map<string, number | null>();
    let last: ProxyRow | undefined;
    return (before): DuePayment[] => {
      const rows = endingProxies(db, order, between, before === undefined ? undefined : last);
      last = rows.at(-1);
      return rows.map(({ serviceId, endsAt, ipv, countryCode }) => {
        const key = `${ipv} ${countryCode}`;
        if (!prices.has(key)) {
          prices.set(key, knownPrice(db, order.accountId, prolongPriceKey(ipv, countryCode, order.action.period)));
        }
        return { target: String(serviceId), endsAt, priceKopecks: prices.get(key) ?? null };
      });
    };
  },
  uncovered: (db, accountId, { from, to, zone }, covered, most) => {
    const ending = sql`FROM dedicated_proxies p
      WHERE p.account_id = ${accountId} AND p.archived = 0 AND p.wall_end >= ${wallTimeAt(from, zone)}
        AND p.wall_end < ${wallTimeAt(to, zone)}
        AND NOT EXISTS (SELECT 1 FROM standing_proxies m
          JOIN standing_orders o ON o.id = m.order_id AND o.is_on = 1 AND o.removed = 0 WHERE m.proxy_id = p.id)
        AND NOT (${covered(sql`p.client_id`)})`;
    return {
      count: db.value<number>(sql`SELECT count(*) ${ending}`) ?? 0,
      named: db.all<Uncovered['named'][number]>(sql`SELECT p.client_id, p.id AS proxyId,
        coalesce(${PROXY_ADDRESS}, CAST(p.service_id AS TEXT), '') AS name ${ending} LIMIT ${most}`),
    };
  },
  reading: null,
  // The answer to a payment names the new end, and no list of the service could show it later.
  awaited: () => [],
  isPaidBy: extendsSame,
  assertStillDue: () => undefined,
};

/** SQL of the period for which it was bought, otherwise a month. */
const PERIOD_DAYS = sql`coalesce(bought.order_json ->> 'period', 30)`;

interface ComingProxy extends Omit<ComingRenewal, 'terms' | 'priceKey'> {
  readonly days: number;
  readonly ipv: number;
  readonly countryCode: string;
}

export const proxyRenewals: ProductRenewals<'dedicated'> = {
  between: (db, accountId, { from, to, zone }) => {
    const wallFrom = wallTimeAt(from, zone);
    return db
      .all<ComingProxy>(sql`SELECT p.wall_end AS endsAt, ${PERIOD_DAYS} AS days, p.ipv, p.country_code, p.service_id,
          k.price_kopecks, k.as_of
        FROM dedicated_proxies p LEFT JOIN purchases bought ON bought.id = p.purchase_id
        LEFT JOIN known_prices k ON k.account_id = p.account_id
          AND k.price_key = ${prolongPriceKey(sql`p.ipv`, sql`p.country_code`, PERIOD_DAYS)}
        WHERE p.account_id = ${accountId} AND p.archived = 0 AND p.wall_end >= ${wallFrom}
        AND p.wall_end < ${wallTimeAt(to, zone)}`)
      .map(({ days, ipv, countryCode, ...due }) => ({
        ...due,
        endsAt: due.endsAt - wallFrom + from,
        terms: { kind: 'dedicated', ipv, countryCode, days },
        priceKey: `${ipv} ${countryCode.toLowerCase()} ${days}`,
      }));
  },
  askPrice: async (api, { terms, serviceId }) => {
    const period = DEDICATED_PROLONG_PERIODS.find((one) => one === terms.days);
    if (period === undefined || serviceId === null) return;
    await api.call('dedicated.prolong.quote', { ids: [serviceId], period });
  },
};
