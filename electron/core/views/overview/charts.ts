import { countEnding } from '#core/catalogue/clients/ending-subscriptions.ts';
import { IS_CHARGED, KOPECKS } from '#core/catalogue/purchase-facts/purchase-facts.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { OverviewCharts } from '#shared/contract/overview.ts';
import { wallTimeAt } from '#shared/domain/assumed-zone.ts';
import { endWindowOf } from '#shared/domain/client-needs.ts';
import { localDate, startOfDay } from '#shared/domain/local-date.ts';
import { PRODUCT_NAMES, type ProductName, type PurchaseKind, rulesOf } from '#shared/products/index.ts';

/** The number of days that a chart shows. */
const DAYS = 30;

interface ChartsContext {
  readonly db: Database;
  readonly accountId: string;
  /** ms since the epoch, UTC. */
  readonly now: number;
  readonly assumedZone: string;
}

/** Returns the start of a day in this computer's calendar, relative to today. Not all days have 24 hours. */
const dayFrom = (now: number, days: number): number => {
  const today = new Date(startOfDay(now));
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() + days).getTime();
};

type SpendingDay = OverviewCharts['spending'][number];

const spendingOn = ({ db, accountId }: ChartsContext, from: number, to: number): SpendingDay['kopecks'] => {
  const rows = db.all<{ kind: PurchaseKind; kopecks: number }>(sql`SELECT kind, sum(${KOPECKS}) AS kopecks
    FROM purchases WHERE account_id = ${accountId} AND created_at >= ${from} AND created_at < ${to}
    AND ${IS_CHARGED} GROUP BY +kind`);
  const spent = (product: ProductName): number =>
    rows.reduce((sum, { kind, kopecks }) => (rulesOf(kind).product === product ? sum + kopecks : sum), 0);
  return Object.fromEntries(PRODUCT_NAMES.map((product) => [product, spent(product)])) as SpendingDay['kopecks'];
};

const proxiesEnding = ({ db, accountId, assumedZone }: ChartsContext, from: number, to: number): number =>
  db.value<number>(sql`SELECT count(*) FROM dedicated_proxies
    WHERE account_id = ${accountId} AND archived = 0 AND wall_end >= ${wallTimeAt(from, assumedZone)}
    AND wall_end < ${wallTimeAt(to, assumedZone)}`) ?? 0;

/**
 * Returns the past days, and the coming ones with the meaning of the lists' filters: 30 times 24 hours from now, so
 * that the first day and the one after the thirtieth are only partly included.
 */
export const readCharts = (context: ChartsContext): Pick<OverviewCharts, 'spending' | 'endings'> => {
  const { db, accountId, now } = context;
  const ahead = endWindowOf('within-30', now);
  const spending: OverviewCharts['spending'] = [];
  const endings: OverviewCharts['endings'] = [];
  for (let index = 0; index < DAYS; index += 1) {
    const behind = index - DAYS + 1;
    const [from, to] = [dayFrom(now, behind), dayFrom(now, behind + 1)];
    spending.push({ day: localDate(from), kopecks: spendingOn(context, from, to) });
  }
  for (let from = ahead.from, index = 1; from < ahead.to; index += 1) {
    const to = Math.min(dayFrom(now, index), ahead.to);
    endings.push({
      day: localDate(from),
      subscriptions: countEnding(db, accountId, { from, to, only: 'running' }),
      proxies: proxiesEnding(context, from, to),
    });
    from = to;
  }
  return { spending, endings };
};
