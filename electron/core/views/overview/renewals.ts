import { endsIn } from '#core/catalogue/clients/ending-subscriptions.ts';
import { prolongPriceKey, vpnPriceKey } from '#core/money/products/price-keys.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { ApiClient } from '#core/service/api/api-client.ts';
import type { RenewalCover } from '#shared/contract/alerts.ts';
import type { RenewalForecast, RenewalPrice } from '#shared/contract/overview.ts';
import { wallTimeAt } from '#shared/domain/assumed-zone.ts';
import { DEDICATED_PROLONG_PERIODS, VPN_PERIODS } from '#shared/domain/limits.ts';
import { coverRenewals, type DueRenewal, NOTHING_DUE } from '#shared/domain/renewal-cover.ts';

const DAY = 86_400_000;
/** The number of days that the overview looks ahead. */
const DAYS = 7;

interface DueRow extends DueRenewal {
  readonly asOf: number | null;
}
interface DueVpn extends DueRow {
  readonly months: number;
}
interface DueProxy extends DueRow {
  readonly days: number;
  readonly ipv: number;
  readonly countryCode: string;
  /** `null` if its price cannot be requested. */
  readonly serviceId: number | null;
}

/** SQL of the period last bought here, otherwise the shortest one. */
const MONTHS = sql`coalesce(bought.order_json ->> 'periodMonths', 1)`;
/** SQL of the period for which it was bought, otherwise a month. */
const PERIOD_DAYS = sql`coalesce(bought.order_json ->> 'period', 30)`;

const vpnBetween = (db: Database, accountId: string, from: number, to: number): DueVpn[] =>
  db.all<DueVpn>(sql`SELECT s.expires_at AS endsAt, ${MONTHS} AS months, k.price_kopecks,
    k.as_of FROM vpn_subscriptions s CROSS JOIN clients c ON c.id = s.client_id
    LEFT JOIN purchases bought ON bought.id = s.purchase_id
    LEFT JOIN known_prices k ON k.account_id = c.account_id AND k.price_key = ${vpnPriceKey(MONTHS)}
    WHERE ${endsIn({ from, to, only: 'any' })} AND c.account_id = ${accountId} AND c.removed = 0 AND c.archived = 0`);

const proxiesBetween = (db: Database, accountId: string, zone: string, from: number, to: number): DueProxy[] => {
  const wallFrom = wallTimeAt(from, zone);
  return db
    .all<DueProxy>(sql`SELECT p.wall_end AS endsAt, ${PERIOD_DAYS} AS days, p.ipv, p.country_code, p.service_id,
        k.price_kopecks, k.as_of
      FROM dedicated_proxies p LEFT JOIN purchases bought ON bought.id = p.purchase_id
      LEFT JOIN known_prices k ON k.account_id = p.account_id
        AND k.price_key = ${prolongPriceKey(sql`p.ipv`, sql`p.country_code`, PERIOD_DAYS)}
      WHERE p.account_id = ${accountId} AND p.archived = 0 AND p.wall_end >= ${wallFrom}
      AND p.wall_end < ${wallTimeAt(to, zone)}`)
    .map((row) => ({ ...row, endsAt: row.endsAt - wallFrom + from }));
};

/** Groups the coming renewals by price. */
const createGroups = () => {
  const groups = new Map<string, { price: RenewalPrice; sampleId: number | null }>();
  const add = (key: string, first: RenewalPrice, sampleId: number | null): void => {
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { price: first, sampleId });
    else groups.set(key, { ...known, price: { ...known.price, count: known.price.count + 1 } });
  };
  return {
    vpn: ({ months, priceKopecks, asOf }: DueVpn) =>
      add(`vpn ${months}`, { kind: 'vpn', months, count: 1, priceKopecks, asOf }, null),
    proxy: ({ days, ipv, countryCode, serviceId, priceKopecks, asOf }: DueProxy) =>
      add(
        `proxy ${ipv} ${countryCode.toLowerCase()} ${days}`,
        { kind: 'dedicated', ipv, countryCode, days, count: 1, priceKopecks, asOf },
        serviceId,
      ),
    all: () => [...groups.values()],
  };
};

export interface RenewalsContext {
  readonly db: Database;
  readonly accountId: string;
  /** ms since the epoch, UTC. */
  readonly now: number;
  readonly assumedZone: string;
  /** `null` if it was never read. */
  readonly balance: { readonly balanceKopecks: number; readonly asOf: number } | null;
}

type Due = { readonly forecast: RenewalForecast; readonly groups: ReturnType<ReturnType<typeof createGroups>['all']> };

/** Reads day by day, because a week of 100,000 subscriptions has about 23,000 renewals. */
const readDue = ({ db, accountId, now, assumedZone, balance }: RenewalsContext): Due => {
  const groups = createGroups();
  let cover = NOTHING_DUE;
  for (let day = 0; day < DAYS; day += 1) {
    const [from, to] = [now + day * DAY, now + (day + 1) * DAY];
    const vpn = vpnBetween(db, accountId, from, to);
    const proxies = proxiesBetween(db, accountId, assumedZone, from, to);
    for (const row of vpn) groups.vpn(row);
    for (const row of proxies) groups.proxy(row);
    const inOrder = [...vpn, ...proxies].sort((one, other) => one.endsAt - other.endsAt);
    cover = coverRenewals(cover, inOrder, balance?.balanceKopecks ?? 0);
  }
  const { due, unpriced, covered, neededKopecks } = cover;
  const all = groups.all();
  return {
    groups: all,
    forecast: {
      days: DAYS,
      due,
      unpriced,
      covered: balance === null ? null : covered,
      neededKopecks,
      balanceKopecks: balance?.balanceKopecks ?? null,
      balanceAsOf: balance?.asOf ?? null,
      prices: all.map(({ price }) => price),
    },
  };
};

/**
 * Forecasts how far the balance covers the renewals of the next 7 days, at the service's last known prices. Renewals
 * without a known price are counted separately.
 */
export const forecastRenewals = (context: RenewalsContext): RenewalForecast => readDue(context).forecast;

/** Returns the summary of the forecast; `null` if the balance was never read. */
export const coverOf = ({ covered, balanceKopecks, ...forecast }: RenewalForecast): RenewalCover | null => {
  if (covered === null || balanceKopecks === null) return null;
  const { due, unpriced, neededKopecks } = forecast;
  return { due, covered, unpriced, neededKopecks, balanceKopecks };
};

/** Requests the price of each kind of coming renewal once. The answers are stored as they arrive. */
export const quoteRenewals = async (context: RenewalsContext, api: ApiClient): Promise<void> => {
  for (const { price, sampleId } of readDue(context).groups) {
    if (price.kind === 'vpn') {
      const months = VPN_PERIODS.find((one) => one === price.months);
      if (months !== undefined) await api.call('vpn.quote', { periodMonths: months });
    } else {
      const days = DEDICATED_PROLONG_PERIODS.find((one) => one === price.days);
      if (days !== undefined && sampleId !== null)
        await api.call('dedicated.prolong.quote', { ids: [sampleId], period: days });
    }
  }
};
