import type { ComingRenewal, ForecastProduct } from '#core/money/products/due.ts';
import { FORECAST_PRODUCTS, renewalsOf } from '#core/money/products/index.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { ApiClient } from '#core/service/api/api-client.ts';
import type { RenewalCover } from '#shared/contract/alerts.ts';
import type { RenewalForecast } from '#shared/contract/overview.ts';
import { coverRenewals, NOTHING_DUE } from '#shared/domain/renewal-cover.ts';

const DAY = 86_400_000;
/** The number of days that the overview looks ahead. */
const DAYS = 7;

export interface RenewalsContext {
  readonly db: Database;
  readonly accountId: string;
  /** ms since the epoch, UTC. */
  readonly now: number;
  readonly assumedZone: string;
  /** `null` if it was never read. */
  readonly balance: { readonly balanceKopecks: number; readonly asOf: number } | null;
}

/** The coming renewals with the same price, with one of them to request it. */
interface PriceGroup {
  readonly product: ForecastProduct;
  readonly like: ComingRenewal;
  count: number;
}

/** Reads day by day, because a week of 100,000 subscriptions has about 23,000 renewals. */
const readDue = (context: RenewalsContext): { forecast: RenewalForecast; groups: readonly PriceGroup[] } => {
  const { db, accountId, now, assumedZone: zone, balance } = context;
  const groups = new Map<string, PriceGroup>();
  let cover = NOTHING_DUE;
  for (let day = 0; day < DAYS; day += 1) {
    const between = { from: now + day * DAY, to: now + (day + 1) * DAY, zone };
    const ofDay: ComingRenewal[] = [];
    for (const product of FORECAST_PRODUCTS) {
      for (const like of renewalsOf(product).between(db, accountId, between)) {
        const key = `${product} ${like.priceKey}`;
        const known = groups.get(key);
        if (known === undefined) groups.set(key, { product, like, count: 1 });
        else known.count += 1;
        ofDay.push(like);
      }
    }
    const inOrder = ofDay.sort((one, other) => one.endsAt - other.endsAt);
    cover = coverRenewals(cover, inOrder, balance?.balanceKopecks ?? 0);
  }
  const { due, unpriced, covered, neededKopecks } = cover;
  const all = [...groups.values()];
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
      prices: all.map(({ like: { terms, priceKopecks, asOf }, count }) => ({ ...terms, count, priceKopecks, asOf })),
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
  for (const { product, like } of readDue(context).groups) await renewalsOf(product).askPrice(api, like);
};
