import type { ScheduledLists } from '#core/automation/scheduled-lists/scheduled-lists-handlers.ts';
import type { Scheduler } from '#core/automation/scheduler/scheduler.ts';
import type { StandingOrders } from '#core/automation/standing/standing-handlers.ts';
import type { ClientsFeature } from '#core/catalogue/clients/clients-handlers.ts';
import type { ListsFeature } from '#core/catalogue/lists/lists-handlers.ts';
import type { CommonDeps } from '#core/context.ts';
import type { CheckRuns } from '#core/jobs/check/check-run.ts';
import type { Refresh } from '#core/jobs/refresh/refresh.ts';
import type { Purchases } from '#core/money/purchases/purchases-handlers.ts';
import type { DeskMark } from '#core/platform/copies/desk-mark.ts';
import type { PartialBook } from '#core/platform/files/partial-book.ts';
import type { DataFolder } from '#core/platform/sqlite/data-folder.ts';
import type { AccountFeature } from '#core/service/account/account-handlers.ts';
import type { ConnectionFeature } from '#core/service/connection/connection-feature.ts';
import type { SharedDesk } from '#core/sync/membership/shared-desk-handlers.ts';
import type { Alerts } from '#core/views/alerts/alerts-handlers.ts';
import type { Trash } from '#core/views/trash/trash-handlers.ts';

const BALANCE_EVERY_MS = 5 * 60_000;
const BACKUP_CHECK_EVERY_MS = 3_600_000;
/** Start-up has the processor and the disk for itself first. */
const FIRST_BALANCE_AFTER_MS = 500;
const FIRST_BACKUP_AFTER_MS = 10_000;
const FIRST_PACKING_AFTER_MS = 60_000;
const PACKING_EVERY_MS = 6 * 3_600_000;
/** Whoever opens the app to look something up is left alone at first. */
const FIRST_REFRESH_CHECK_MS = 180_000;
const REFRESH_CHECK_EVERY_MS = 60_000;
const FIRST_ALERTS_AFTER_MS = 1_500;
/** Ends come nearer by themselves. */
const ALERTS_EVERY_MS = 15 * 60_000;
/** After what is known has been shown; what was missed meanwhile is found then. */
const FIRST_LOOK_AFTER_MS = 5_000;
const LOOK_EVERY_MS = 60_000;
/** For the end of the quiet hours. */
const QUIET_CHECK_EVERY_MS = 30_000;
/** The service has told the time by then, where it can be reached. */
const FIRST_TRASH_LOOK_AFTER_MS = 75_000;
const TRASH_LOOK_EVERY_MS = 2 * 3_600_000;
const FIRST_UPDATE_CHECK_AFTER_MS = 30_000;
const UPDATE_CHECK_EVERY_MS = 24 * 3_600_000;

interface BackgroundDeps extends CommonDeps<'clock' | 'logger' | 'updates' | 'closing'> {
  readonly folder: Pick<DataFolder, 'backupIfDue'>;
  readonly mark: Pick<DeskMark, 'known'>;
  readonly partials: Pick<PartialBook, 'sweep'>;
  readonly account: Pick<AccountFeature, 'refreshBalance' | 'purgeRemoved'>;
  readonly connection: Pick<ConnectionFeature, 'isOffline'>;
  readonly clients: Pick<ClientsFeature, 'purgeWrittenAgain' | 'forgetImportLines'>;
  readonly lists: Pick<ListsFeature, 'purgeDropped' | 'clearOutgoing' | 'packOld'>;
  readonly checks: Pick<CheckRuns, 'purgeOfGoneLists'>;
  readonly purchases: Pick<Purchases, 'resolveSoon'>;
  readonly refresh: Pick<Refresh, 'showDesk' | 'startIfDue'>;
  readonly alerts: Pick<Alerts, 'lookAgain' | 'tell'>;
  readonly scheduledLists: Pick<ScheduledLists, 'purgeRemoved'>;
  readonly scheduler: Pick<Scheduler, 'look'>;
  readonly standing: Pick<StandingOrders, 'purgeRemoved'>;
  readonly sharedDesk: Pick<SharedDesk, 'start'>;
  readonly trash: Pick<Trash, 'purge'>;
}

/** What start-up leaves for later, and what repeats while the desk is open. Resolves when the desk has closed. */
export const runInBackground = async (deps: BackgroundDeps): Promise<void> => {
  const { clock, logger, updates, folder, partials, account, connection, clients, lists, closing } = deps;
  const { purchases, refresh, alerts, scheduledLists, scheduler } = deps;
  const once = (work: () => Promise<unknown>): Promise<unknown> =>
    work().catch((error: unknown) => {
      logger.warn('background work failed', { error: error instanceof Error ? error.name : 'unknown' });
    });
  const pause = (ms: number): Promise<void> => clock.sleep(ms, closing).catch(() => {});
  /** Stops when the desk closes; a failure is logged and does not stop the next round. */
  const repeat = async (firstAfterMs: number, everyMs: number, work: () => Promise<unknown>): Promise<void> => {
    await pause(firstAfterMs);
    while (!closing.aborted) {
      await once(work);
      await pause(everyMs);
    }
  };
  const purgeLeftovers = () =>
    Promise.all([once(clients.purgeWrittenAgain), once(() => lists.purgeDropped().then(deps.checks.purgeOfGoneLists))]);
  const purgeTrash = async (): Promise<void> => {
    await deps.trash.purge();
    await deps.checks.purgeOfGoneLists();
  };
  const origin = deps.mark.known();
  await Promise.all([
    repeat(FIRST_BALANCE_AFTER_MS, BALANCE_EVERY_MS, async () => {
      // Offline the connection is looked for anyway, and the balance read as soon as it is back.
      if (!connection.isOffline()) await account.refreshBalance();
    }),
    once(async () => {
      await pause(FIRST_BALANCE_AFTER_MS);
      // Of a copy nothing is judged before it is set right.
      if ((await origin) === 'copy' || closing.aborted) return;
      purchases.resolveSoon();
      await refresh.showDesk();
    }),
    repeat(FIRST_REFRESH_CHECK_MS, REFRESH_CHECK_EVERY_MS, refresh.startIfDue),
    repeat(FIRST_ALERTS_AFTER_MS, ALERTS_EVERY_MS, async () => alerts.lookAgain()),
    repeat(FIRST_LOOK_AFTER_MS, LOOK_EVERY_MS, scheduler.look),
    repeat(QUIET_CHECK_EVERY_MS, QUIET_CHECK_EVERY_MS, alerts.tell),
    repeat(FIRST_UPDATE_CHECK_AFTER_MS, UPDATE_CHECK_EVERY_MS, updates.check),
    repeat(FIRST_BACKUP_AFTER_MS, BACKUP_CHECK_EVERY_MS, folder.backupIfDue),
    // What is deleted from then on is noted for the others.
    once(() => deps.sharedDesk.start().then(purgeLeftovers)).then(() =>
      repeat(FIRST_TRASH_LOOK_AFTER_MS, TRASH_LOOK_EVERY_MS, purgeTrash),
    ),
    once(clients.forgetImportLines),
    once(deps.standing.purgeRemoved),
    once(scheduledLists.purgeRemoved),
    once(lists.clearOutgoing),
    once(partials.sweep),
    repeat(FIRST_PACKING_AFTER_MS, PACKING_EVERY_MS, () => lists.packOld(closing)),
    once(account.purgeRemoved),
  ]);
};
