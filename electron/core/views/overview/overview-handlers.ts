import { needContext } from '#core/catalogue/clients/client-needs.ts';
import { endingSubscriptions } from '#core/catalogue/clients/ending-subscriptions.ts';
import type { DeskContext } from '#core/context.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import type { RenewalCover } from '#shared/contract/alerts.ts';
import type { NeedWindow } from '#shared/contract/overview.ts';
import { endWindowOf } from '#shared/domain/client-needs.ts';
import { startOfDay } from '#shared/domain/local-date.ts';
import { readBuyers } from './buyers.ts';
import { readCharts } from './charts.ts';
import { readNeeds } from './needs.ts';
import {
  countClients,
  countExports,
  hasTraffic,
  lastBalance,
  spentSince,
  sumLists,
  sumPools,
} from './overview-queries.ts';
import { startOfLocalMonth } from './periods.ts';
import { coverOf, forecastRenewals, quoteRenewals, type RenewalsContext } from './renewals.ts';

type RenewalsSource = Pick<DeskContext, 'db' | 'clock' | 'assumedZone'>;

const renewalsOf = ({ db, clock, assumedZone }: RenewalsSource, accountId: string): RenewalsContext => ({
  db,
  accountId,
  now: clock.now(),
  assumedZone: assumedZone(),
  balance: lastBalance(db, accountId),
});

/** Returns how far the balance covers the coming renewals; `null` if it was never read. */
export const renewalCover = (context: RenewalsSource, accountId: string): RenewalCover | null =>
  coverOf(forecastRenewals(renewalsOf(context, accountId)));

/**
 * Creates the handlers of the contract's `overview.*`. `countProxies` counts the account's proxies under an expiry filter, like the
 * list does.
 */
export const overviewHandlers = (
  context: DeskContext,
  countProxies: (accountId: string, expiry: NeedWindow) => number,
): FeatureHandlers<'overview'> => {
  const { db, clock, session, settings, assumedZone } = context;
  return {
    'overview.summary': () => {
      const accountId = session.accountId();
      const now = clock.now();
      return {
        clients: countClients(db, accountId),
        needs: readNeeds({ db, countProxies }, needContext(accountId, now, settings())),
        hasTraffic: hasTraffic(db, accountId),
        spentTodayKopecks: spentSince(db, accountId, startOfDay(now)),
        spentThisMonthKopecks: spentSince(db, accountId, startOfLocalMonth(now)),
        lists: sumLists(db, accountId),
        exports: countExports(db, accountId),
      };
    },
    'overview.ending': ({ expiry }) => {
      const ending = endingSubscriptions(db, session.accountId(), endWindowOf(expiry, clock.now()));
      return { subscriptions: ending.map(({ clientId, uuid }) => ({ clientId, uuid })) };
    },
    'overview.renewals': () => forecastRenewals(renewalsOf(context, session.accountId())),
    'overview.quoteRenewals': async () => {
      const accountId = session.accountId();
      await quoteRenewals(renewalsOf(context, accountId), await session.api(accountId));
      return forecastRenewals(renewalsOf(context, accountId));
    },
    'overview.buyers': () => {
      const now = clock.now();
      const accountId = session.accountId();
      return readBuyers(db, { accountId, from: startOfLocalMonth(now), now, zone: assumedZone() });
    },
    'overview.charts': () => {
      const accountId = session.accountId();
      const days = readCharts({ db, accountId, now: clock.now(), assumedZone: assumedZone() });
      return { ...days, pools: sumPools(db, accountId) };
    },
  };
};
