import { poolType as poolTypes } from '#shared/contract/premium.ts';
import type { Session } from '../account/session.ts';
import type { FeatureHandlers } from '../handlers.ts';
import type { Clock } from '../ports.ts';
import type { Database } from '../storage/database.ts';
import { createOverviewQueries, LOW_SHOWN } from './overview-queries.ts';
import { startOfDay, startOfMonth } from './periods.ts';
import { poolTotals } from './pool-totals.ts';

export interface OverviewDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly session: Session;
  readonly lowTrafficGb: () => number;
}

const POOL_TYPES = poolTypes.options;

export const createOverview = (deps: OverviewDeps): { readonly handlers: FeatureHandlers<'overview'> } => {
  const queries = createOverviewQueries(deps.db);
  return {
    handlers: {
      'overview.summary': async () => {
        const account = deps.session.accountId();
        const now = deps.clock.now();
        const belowGb = deps.lowTrafficGb();
        const lowTraffic = POOL_TYPES.flatMap((poolType) => queries.lowTraffic(account, poolType, belowGb));
        return {
          clients: queries.clients(account),
          pools: [...(await poolTotals(queries, account))],
          lowTraffic: lowTraffic.sort((a, b) => a.trafficGb - b.trafficGb).slice(0, LOW_SHOWN),
          staleClients: queries.staleClients(account, now),
          unknownPurchases: queries.unknownPurchases(account),
          spentTodayKopecks: queries.spentSince(account, startOfDay(now)),
          spentThisMonthKopecks: queries.spentSince(account, startOfMonth(now)),
          lists: queries.lists(account),
          exports: queries.exports(account),
        };
      },
    },
  };
};
