import type { CatalogueLayer } from '#core/catalogue/create-catalogue.ts';
import type { DeskContext } from '#core/context.ts';
import type { Runs } from '#core/engine/create-runs.ts';
import type { MoneyLayer } from '#core/money/create-money.ts';
import type { ChargeGuard } from '#core/money/purchases/buying.ts';
import type { ServiceLayer } from '#core/service/create-service.ts';
import type { SharedRole } from '#shared/contract/shared-desk.ts';
import { createCheckRuns } from './check/check-run.ts';
import { createHandoverQueues } from './handover/handover-queue.ts';
import { createListsRuns } from './lists/lists-run.ts';
import { createPurchasesRuns, type OrderRules } from './purchases/purchases-run.ts';
import { createRefresh } from './refresh/refresh.ts';
import { runHandlers } from './runs-handlers.ts';
import { createWhitelistRuns } from './whitelist/whitelist-run.ts';

export type JobsLayer = ReturnType<typeof createJobsLayer>;

interface Below {
  readonly service: ServiceLayer;
  readonly runs: Runs;
  readonly catalogue: CatalogueLayer;
  readonly money: MoneyLayer;
}

/** The rules for runs that the layers above provide. */
interface JobsHooks {
  readonly guard: ChargeGuard;
  readonly orderRules: OrderRules;
  /** Returns which computer of a shared desk reads automatically. */
  readonly whoReads: (accountId: string) => SharedRole['is'];
}

/** The kinds of runs, and the requests of Activity. */
export const createJobsLayer = (context: DeskContext, below: Below, { guard, orderRules, whoReads }: JobsHooks) => {
  const { settings } = context;
  const { service, runs, catalogue, money } = below;
  const { account, connection } = service;
  const { dedicated, premium, vpn } = catalogue.stores;

  const purchases = createPurchasesRuns({
    ...context,
    ...runs,
    buyPlanned: money.purchases.buyPlanned,
    assertMayBuy: money.purchases.buying.assertMayBuy,
    guard,
    orderRules,
    catalogue: { readSubscriptions: vpn.refresh, proxies: catalogue.dedicated.rows, proxyDates: dedicated.datesOf },
    readBalance: account.readBalance,
  });
  const lists = createListsRuns({ ...context, ...runs });
  const check = createCheckRuns({
    ...context,
    ...runs,
    lookAtConnection: connection.check,
    practiceProxies: async (accountId) =>
      account.isSandbox(accountId) ? (await context.sandbox.start()).proxies : null,
  });
  const refresh = createRefresh({
    ...context,
    ...runs,
    vpn,
    premium,
    everyHours: () => settings().refreshEveryHours,
    whoReads,
  });
  const handover = createHandoverQueues({ ...context, ...runs });
  const whitelist = createWhitelistRuns({ ...context, ...runs, premium });

  return {
    check,
    lists,
    purchases,
    refresh,
    handlers: runHandlers(context, runs, { refresh, lists, purchases, check, whitelist, handover }),
  };
};
