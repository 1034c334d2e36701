import type { Session } from '../account/session.ts';
import type { FeatureHandlers } from '../handlers.ts';
import type { Clock } from '../ports.ts';
import type { Database } from '../storage/database.ts';
import { createOverviewQueries } from './overview-queries.ts';
import { startOfDay, startOfMonth } from './periods.ts';

export interface OverviewDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly session: Session;
  readonly lowTrafficGb: () => number;
}

export const createOverview = (deps: OverviewDeps): { readonly handlers: FeatureHandlers<'overview'> } => {
  const queries = createOverviewQueries(deps.db);
  return {
    handlers: {
      'overview.summary': () => {
        const account = deps.session.accountId();
        const now = deps.clock.now();
        return {
          clients: queries.clients(account),
          pools: queries.pools(account),
          lowTraffic: queries.lowTraffic(account, deps.lowTrafficGb()),
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
