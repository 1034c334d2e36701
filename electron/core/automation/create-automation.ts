import type { CatalogueLayer } from '#core/catalogue/create-catalogue.ts';
import type { DeskContext } from '#core/context.ts';
import type { Runs } from '#core/engine/create-runs.ts';
import type { JobsLayer } from '#core/jobs/create-jobs.ts';
import type { DeskMark } from '#core/platform/copies/desk-mark.ts';
import type { ServiceLayer } from '#core/service/create-service.ts';
import type { ScheduleTrouble } from '#shared/domain/scheduled-lists.ts';
import { createScheduledChecks } from './scheduled-checks/scheduled-checks-handlers.ts';
import { createScheduledLists } from './scheduled-lists/scheduled-lists-handlers.ts';
import { createScheduler, type DueSource } from './scheduler/scheduler.ts';
import type { SharedOrders } from './standing/lease-watch.ts';
import type { AlertBoard } from './standing/order-check-context.ts';
import { createStanding } from './standing/standing-handlers.ts';

export type AutomationLayer = ReturnType<typeof createAutomationLayer>;

interface Below {
  readonly service: ServiceLayer;
  readonly runs: Runs;
  readonly catalogue: CatalogueLayer;
  readonly jobs: JobsLayer;
}

interface AutomationDeps {
  readonly mark: DeskMark;
  readonly alerts: AlertBoard & {
    noteTrouble(accountId: string, scheduleId: number, trouble: ScheduleTrouble | null): void;
  };
  readonly shared: SharedOrders;
  /** Writes the reports that are due. */
  readonly report: DueSource;
}

/** Creates the layer that acts without a click when something falls due: standing orders, scheduled lists and checks. */
export const createAutomationLayer = (
  context: DeskContext,
  below: Below,
  { mark, alerts, shared, report }: AutomationDeps,
) => {
  const { bus } = context;
  const { service, runs, catalogue, jobs } = below;
  const { account, connection } = service;
  const checkDueSoon = (): void => scheduler.checkDueSoon();

  const standing = createStanding(context, {
    ...runs,
    isBlocked: () => runs.gate.blockedReason(true) !== null || account.isInQuestion(),
    isClockStillWrong: connection.isClockStillWrong,
    // A practice account spends no money. A shared desk is proved by its keys, which are in the keychain as well.
    isUnproven: (accountId) => mark.isUnknown() && !account.isSandbox(accountId),
    isShown: account.isOpen,
    readers: { subscriptions: catalogue.stores.vpn.refresh, traffic: catalogue.stores.premium.refreshBalance },
    alerts,
    purchases: jobs.purchases,
    balance: account.balanceOf,
    checkDueSoon,
    shared,
  });
  const scheduledLists = createScheduledLists(context, {
    ...runs,
    listsRuns: jobs.lists,
    checkDueSoon,
    alert: ({ accountId, id }, trouble) => alerts.noteTrouble(accountId, id, trouble),
  });
  const scheduledChecks = createScheduledChecks(context, { check: jobs.check, shared, checkDueSoon });
  const sources = [standing.source, scheduledLists, scheduledChecks, report];
  const scheduler = createScheduler(context, { origin: mark.known, sources });

  bus.onSignal('account.opened', scheduler.checkDueSoon);
  bus.onSignal('connection.returned', scheduler.checkDueSoon);
  bus.on('settings.changed', scheduler.checkDueSoon);
  bus.on('purchases.changed', scheduler.checkDueSoon);
  bus.on('layouts.changed', scheduledLists.noteLayouts);
  bus.on('scheduledReport.changed', scheduler.checkDueSoon);
  bus.on('runs.changed', (run) => {
    // Progress unblocks no order, and is reported many times a second.
    if (run.state === 'running') return;
    scheduledLists.noteRun(run);
    scheduler.checkDueSoon();
  });

  const handlers = { ...standing.handlers, ...scheduledLists.handlers, ...scheduledChecks.handlers };
  return { standing, scheduledLists, scheduler, handlers };
};
