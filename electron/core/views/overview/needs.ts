import { countAsks } from '#core/automation/standing/due-item-repository.ts';
import {
  countLow,
  countStale,
  type NeedContext,
  type PaidContext,
  paidEnds,
} from '#core/catalogue/clients/client-needs.ts';
import { sumEnding } from '#core/catalogue/clients/ending-subscriptions.ts';
import { countTroubled } from '#core/engine/run-repository.ts';
import { areSalesShown } from '#core/money/sales/in-use.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { plain, sql } from '#core/platform/sqlite/sql.ts';
import type { NeedWindow, OverviewNeeds } from '#shared/contract/overview.ts';
import { endWindowOf } from '#shared/domain/client-needs.ts';
import { POOL_TYPES } from '#shared/domain/limits.ts';
import { localDate } from '#shared/domain/local-date.ts';

interface NeedsDeps {
  readonly db: Database;
  /** Counts the account's proxies under an expiry filter, like the list does. */
  readonly countProxies: (accountId: string, expiry: NeedWindow) => number;
}

const WINDOWS: readonly NeedWindow[] = ['expired-7', 'within-1', 'within-3', 'within-7'];

const NO_DEBTS = { clients: 0, kopecks: 0 };

/** Reads the overdue debts. `today` is YYYY-MM-DD in this computer's calendar. */
const readOverdue = (db: Database, accountId: string, today: string): OverviewNeeds['overdue'] =>
  db.get<OverviewNeeds['overdue']>(sql`SELECT count(*) AS clients, coalesce(sum(owed_kopecks), 0) AS kopecks
    FROM clients WHERE account_id = ${accountId} AND removed = 0 AND due_day < ${today} AND owed_kopecks > 0`) ?? {
    clients: 0,
    kopecks: 0,
  };

/** Counts what needs the user's attention, by the same rules as the filters of the lists. */
export const readNeeds = ({ db, countProxies }: NeedsDeps, context: NeedContext & PaidContext): OverviewNeeds => {
  const { accountId, now, lowTrafficGb } = context;
  const purchases = (condition: string): number =>
    db.value<number>(sql`SELECT count(*) FROM purchases WHERE account_id = ${accountId} AND ${plain(condition)}`) ?? 0;

  const vpn = WINDOWS.map((window) => ({ window, ...sumEnding(db, accountId, endWindowOf(window, now)) }));
  const dedicated = WINDOWS.map((window) => ({ window, proxies: countProxies(accountId, window) }));
  const lowPools: OverviewNeeds['lowPools'] = [];
  for (const poolType of POOL_TYPES) {
    const low = countLow(db, context, poolType);
    if (low.clients > 0) lowPools.push({ poolType, ...low });
  }
  return {
    vpn,
    dedicated,
    lowPools,
    lowTrafficGb,
    dueClients: paidEnds(db, context).reduce((sum, { clients }) => sum + clients, 0),
    staleClients: countStale(db, context),
    openPurchases: purchases("outcome IN ('open', 'pending')"),
    goodsMissing: purchases("outcome = 'charged' AND goods = 'missing'"),
    overdue: areSalesShown(db, accountId) ? readOverdue(db, accountId, localDate(now)) : NO_DEBTS,
    troubledRuns: countTroubled(db, accountId, now),
    standingAsks: countAsks(db, accountId),
  };
};
