import type { NeedWindow, OverviewNeeds } from '#shared/contract/overview.ts';
import { endWindowOf } from '#shared/domain/client-needs.ts';
import { POOL_TYPES } from '#shared/domain/limits.ts';
import { countNeeding, type NeedContext } from '../clients/client-needs.ts';
import { nextTurn } from '../common/slices.ts';
import { countTroubled } from '../jobs/job-repository.ts';
import type { Database } from '../storage/database.ts';
import { countEnding } from '../vpn/ending-subscriptions.ts';

export interface NeedsDeps {
  readonly db: Database;
  /** Proxies of the account that the list shows under an expiry filter. */
  readonly countProxies: (accountId: string, expiry: NeedWindow) => number;
}

const WINDOWS: readonly NeedWindow[] = ['expired-7', 'within-1', 'within-3', 'within-7'];
const NO_NEED = { expiry: 'any', lowPool: 'none', stale: false } as const;

/** What is open may have been charged: in the states the ledger shows as "outcome unknown". */
const OPEN_STATES = "('unknown', 'sent', 'prepared')";

/**
 * What asks for a deed. Counted by the rules of the lists' own filters, one after the other with a breath in between:
 * with 100,000 clients each takes tens of milliseconds.
 */
export const readNeeds = async ({ db, countProxies }: NeedsDeps, context: NeedContext): Promise<OverviewNeeds> => {
  const { accountId, now, lowTrafficGb } = context;
  const purchases = (states: string): number =>
    db.get<{ n: number }>(`SELECT count(*) AS n FROM purchases WHERE account_id = ? AND state IN ${states}`, accountId)
      ?.n ?? 0;

  const vpn: OverviewNeeds['vpn'] = [];
  const dedicated: OverviewNeeds['dedicated'] = [];
  for (const window of WINDOWS) {
    vpn.push({ window, ...countEnding(db, accountId, endWindowOf(window, now)) });
    dedicated.push({ window, proxies: countProxies(accountId, window) });
    await nextTurn();
  }
  const lowPools: OverviewNeeds['lowPools'] = [];
  for (const poolType of POOL_TYPES) {
    const low = countNeeding(db, context, { ...NO_NEED, lowPool: poolType });
    if (low.clients > 0) lowPools.push({ poolType, ...low });
    await nextTurn();
  }
  return {
    vpn,
    dedicated,
    lowPools,
    lowTrafficGb,
    staleClients: countNeeding(db, context, { ...NO_NEED, stale: true }).clients,
    openPurchases: purchases(OPEN_STATES),
    goodsMissing: purchases("('charged-goods-missing')"),
    troubledJobs: countTroubled(db, accountId, now),
  };
};
