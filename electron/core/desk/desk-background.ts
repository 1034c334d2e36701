import type { DeskContext } from '#core/context.ts';
import type { DeskMark } from '#core/platform/copies/desk-mark.ts';
import type { DataFolder } from '#core/platform/sqlite/data-folder.ts';
import type { Layers } from './layers.ts';

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
/** Waits until the window has shown what is known. This look also finds what fell due while the app was closed. */
const FIRST_LOOK_AFTER_MS = 5_000;
const LOOK_EVERY_MS = 60_000;
/** Notices the end of the quiet hours. */
const QUIET_CHECK_EVERY_MS = 30_000;
/** By then the balance was read. */
const FIRST_SUMMARY_AFTER_MS = 20_000;
const SUMMARY_CHECK_EVERY_MS = 30_000;
/** By then the service has named its time, if it can be reached. */
const FIRST_TRASH_LOOK_AFTER_MS = 75_000;
const TRASH_LOOK_EVERY_MS = 2 * 3_600_000;
const FIRST_UPDATE_CHECK_AFTER_MS = 30_000;
const UPDATE_CHECK_EVERY_MS = 24 * 3_600_000;

interface Outside {
  readonly scripts: { start(): Promise<void> };
  readonly folder: Pick<DataFolder, 'backupIfDue'>;
  readonly mark: Pick<DeskMark, 'known'>;
}

/** Does what start-up leaves for later, and what repeats while the desk is open. Resolves when the desk has closed. */
export const runInBackground = async (
  context: DeskContext,
  layers: Layers,
  { folder, mark, scripts }: Outside,
): Promise<void> => {
  const { clock, logger, updates, partials, closing } = context;
  const { account, connection } = layers.service;
  const { clients, lists } = layers.catalogue;
  const { check, refresh } = layers.jobs;
  const { purchases } = layers.money;
  const { alerts, trash, sendSummaryIfDue } = layers.views;
  const { scheduledLists, scheduler, standing } = layers.automation;
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
    Promise.all([once(clients.purgeWrittenAgain), once(() => lists.purgeDropped().then(check.purgeOfGoneLists))]);
  const purgeTrash = async (): Promise<void> => {
    await trash.purge();
    await check.purgeOfGoneLists();
  };
  const origin = mark.known();
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
      layers.telegram.start();
      await Promise.all([refresh.showDesk(), scripts.start()]);
    }),
    repeat(FIRST_REFRESH_CHECK_MS, REFRESH_CHECK_EVERY_MS, refresh.startIfDue),
    repeat(FIRST_ALERTS_AFTER_MS, ALERTS_EVERY_MS, async () => alerts.lookAgain()),
    repeat(FIRST_LOOK_AFTER_MS, LOOK_EVERY_MS, scheduler.checkDue),
    repeat(QUIET_CHECK_EVERY_MS, QUIET_CHECK_EVERY_MS, alerts.notify),
    repeat(FIRST_SUMMARY_AFTER_MS, SUMMARY_CHECK_EVERY_MS, sendSummaryIfDue),
    repeat(FIRST_UPDATE_CHECK_AFTER_MS, UPDATE_CHECK_EVERY_MS, updates.check),
    repeat(FIRST_BACKUP_AFTER_MS, BACKUP_CHECK_EVERY_MS, folder.backupIfDue),
    // Deletions begin only now, because from then on they are recorded for the other computers.
    once(() => layers.sync.start().then(purgeLeftovers)).then(() =>
      repeat(FIRST_TRASH_LOOK_AFTER_MS, TRASH_LOOK_EVERY_MS, purgeTrash),
    ),
    once(clients.forgetImportLines),
    once(standing.purgeRemoved),
    once(scheduledLists.purgeRemoved),
    once(lists.clearOutgoing),
    once(partials.sweep),
    repeat(FIRST_PACKING_AFTER_MS, PACKING_EVERY_MS, () => lists.packOld(closing)),
    once(account.purgeRemoved),
  ]);
};
