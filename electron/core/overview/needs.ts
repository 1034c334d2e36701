import type { NeedWindow, OverviewNeeds } from '#shared/contract/overview.ts';
import { endWindowOf } from '#shared/domain/client-needs.ts';
import { POOL_TYPES } from '#shared/domain/limits.ts';
import { localDate } from '#shared/domain/local-date.ts';
import { countLow, countStale, type NeedContext } from '../clients/client-needs.ts';
import { countTroubled } from '../runs/run-repository.ts';
import type { Database } from '../storage/database.ts';
import { endingSubscriptions } from '../vpn/ending-subscriptions.ts';

interface NeedsDeps {
  readonly db: Database;
  /** Proxies of the account that the list shows under an expiry filter. */
  readonly countProxies: (accountId: string, expiry: NeedWindow) => number;
}

const WINDOWS: readonly NeedWindow[] = ['expired-7', 'within-1', 'within-3', 'within-7'];

type VpnNeed = OverviewNeeds['vpn'][number];

/** The windows that lie within one, from one walk over its subscriptions. */
const countWindows = (db: Database, accountId: string, widest: 'expired-7' | 'within-7', now: number): VpnNeed[] => {
  const ending = endingSubscriptions(db, accountId, endWindowOf(widest, now));
  const windows: readonly NeedWindow[] = widest === 'expired-7' ? [widest] : ['within-1', 'within-3', 'within-7'];
  return windows.map((window) => {
    const { to } = endWindowOf(window, now);
    const inside = ending.filter(({ expiresAt }) => expiresAt < to);
    const oldest = inside.reduce((found, { asOf }) => Math.min(found, asOf ?? found), Number.POSITIVE_INFINITY);
    return {
      window,
      subscriptions: inside.length,
      clients: new Set(inside.map(({ clientId }) => clientId)).size,
      oldestAsOf: Number.isFinite(oldest) ? oldest : null,
    };
  });
};

/** `today`: YYYY-MM-DD, on this computer's calendar. */
const readOverdue = (db: Database, accountId: string, today: string): OverviewNeeds['overdue'] =>
  db.get<OverviewNeeds['overdue']>(
    `SELECT count(*) AS clients, coalesce(sum(owed_kopecks), 0) AS kopecks FROM clients
     WHERE account_id = ? AND removed = 0 AND due_day < ? AND owed_kopecks > 0`,
    accountId,
    today,
  ) ?? { clients: 0, kopecks: 0 };

/** What needs the user, counted by the rules of the lists' own filters. */
export const readNeeds = ({ db, countProxies }: NeedsDeps, context: NeedContext): OverviewNeeds => {
  const { accountId, now, lowTrafficGb } = context;
  const purchases = (condition: string): number =>
    db.get<{ n: number }>(`SELECT count(*) AS n FROM purchases WHERE account_id = ? AND ${condition}`, accountId)?.n ??
    0;

  const vpn: OverviewNeeds['vpn'] = [];
  const dedicated: OverviewNeeds['dedicated'] = [];
  for (const window of ['expired-7', 'within-7'] as const) {
    vpn.push(...countWindows(db, accountId, window, now));
  }
  for (const window of WINDOWS) dedicated.push({ window, proxies: countProxies(accountId, window) });
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
    staleClients: countStale(db, context),
    openPurchases: purchases("outcome IN ('open', 'pending')"),
    goodsMissing: purchases("outcome = 'charged' AND goods = 'missing'"),
    overdue: readOverdue(db, accountId, localDate(now)),
    troubledRuns: countTroubled(db, accountId, now),
  };
};
