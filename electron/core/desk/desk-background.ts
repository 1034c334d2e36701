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
/** Leaves the processor and the disk to the start of the app first. */
const FIRST_BALANCE_AFTER_MS = 500;
const FIRST_BACKUP_AFTER_MS = 10_000;
const FIRST_PACKING_AFTER_MS = 60_000;
const PACKING_EVERY_MS = 6 * 3_600_000;
/** Leaves a user alone who opens the app only to look something up. */
const FIRST_REFRESH_CHECK_MS = 180_000;
const REFRESH_CHECK_EVERY_MS = 60_000;
const FIRST_ALERTS_AFTER_MS = 1_500;
/** Subscriptions and proxies approach their end without any event. */
const ALERTS_EVERY_MS = 15 * 60_000;
/** After the window has shown what is known. This look also finds what fell due while the app was closed. */
const FIRST_LOOK_AFTER_MS = 5_000;
const LOOK_EVERY_MS = 60_000;
/** Notices the end of the quiet hours. */
const QUIET_CHECK_EVERY_MS = 30_000;
/** By then the service has named its time, if it can be reached. */
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

/** Does what start-up leaves for later, and what repeats while the desk is open. Resolves when the desk has closed. */
export const runInBackground = async (deps: BackgroundDeps): Promise<void> => {
  const { clock, logger, updates, folder, partials, account, connection, clients, lists, closing } = deps;
  const { purchases, refresh, alerts, scheduledLists, scheduler } = deps;
  const once = (work: () => Promise<unknown>): Promise<unknown> =>
    work().catch((error: unknown) => {
      logger.warn('background work failed', { error: error instanceof Error ? error.name : 'unknown' });
    });
  const pause = (ms: number): Promise<void> => clock.sleep(ms, closing).catch(() => {});
  /** Repeats some work until the desk closes. A failure is logged and does not stop the next round. */
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
      // Offline, the monitor looks for the connection anyway, and its return makes the account read the balance.
      if (!connection.isOffline()) await account.refreshBalance();
    }),
    once(async () => {
      await pause(FIRST_BALANCE_AFTER_MS);
      // A copy must be corrected before anything in it is judged.
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
    // From then on deletions are recorded for the other computers.
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
