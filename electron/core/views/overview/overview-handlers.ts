import { endingSubscriptions } from '#core/catalogue/clients/ending-subscriptions.ts';
import type { CommonDeps } from '#core/context.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import type { RenewalCover } from '#shared/contract/alerts.ts';
import type { NeedWindow } from '#shared/contract/overview.ts';
import { endWindowOf } from '#shared/domain/client-needs.ts';
import { readCharts } from './charts.ts';
import { readNeeds } from './needs.ts';
import { createOverviewQueries } from './overview-queries.ts';
import { startOfDay, startOfLocalMonth } from './periods.ts';
import { coverOf, forecastRenewals, quoteRenewals, type RenewalsContext } from './renewals.ts';

interface OverviewDeps extends CommonDeps<'db' | 'clock' | 'session' | 'assumedZone' | 'settings'> {
  /** Counts the account's proxies under an expiry filter, like the list does. */
  readonly countProxies: (accountId: string, expiry: NeedWindow) => number;
}

/** Creates the handlers of the contract's `overview.*`. */
export const createOverview = (deps: OverviewDeps) => {
  const { db, clock, session } = deps;
  const queries = createOverviewQueries(db);
  const renewalsOf = (accountId: string): RenewalsContext => ({
    db,
    accountId,
    now: clock.now(),
    assumedZone: deps.assumedZone(),
    balance: queries.balance(accountId),
  });
  const handlers: FeatureHandlers<'overview'> = {
    'overview.summary': () => {
      const accountId = session.accountId();
      const now = clock.now();
      return {
        clients: queries.clients(accountId),
        needs: readNeeds(deps, { accountId, now, lowTrafficGb: deps.settings().lowTrafficGb }),
        hasTraffic: queries.hasTraffic(accountId),
        spentTodayKopecks: queries.spentSince(accountId, startOfDay(now)),
        spentThisMonthKopecks: queries.spentSince(accountId, startOfLocalMonth(now)),
        lists: queries.lists(accountId),
        exports: queries.exports(accountId),
      };
    },
    'overview.ending': ({ expiry }) => {
      const ending = endingSubscriptions(db, session.accountId(), endWindowOf(expiry, clock.now()));
      return { subscriptions: ending.map(({ clientId, uuid }) => ({ clientId, uuid })) };
    },
    'overview.renewals': () => forecastRenewals(renewalsOf(session.accountId())),
    'overview.quoteRenewals': async () => {
      const accountId = session.accountId();
      await quoteRenewals(renewalsOf(accountId), await session.api(accountId));
      return forecastRenewals(renewalsOf(accountId));
    },
    'overview.charts': () => {
      const accountId = session.accountId();
      const days = readCharts({ db, accountId, now: clock.now(), assumedZone: deps.assumedZone() });
      return { ...days, pools: queries.pools(accountId) };
    },
  };

  return {
    /** Returns how far the balance covers the coming renewals; `null` if it was never read. */
    cover: (accountId: string): RenewalCover | null => coverOf(forecastRenewals(renewalsOf(accountId))),
    handlers,
  };
};
