import type { StandingNews } from '#core/automation/standing/order-check-context.ts';
import type { CommonDeps } from '#core/context.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import { repeatInSlices } from '#core/platform/sqlite/write-slices.ts';
import { openAccountId } from '#core/service/account/session.ts';
import type { Telegram } from '#core/telegram/telegram-handlers.ts';
import type { AlertCounts, RenewalCover } from '#shared/contract/alerts.ts';
import type { ReportTrouble } from '#shared/domain/report-troubles.ts';
import type { ScheduleTrouble } from '#shared/domain/scheduled-lists.ts';
import { DeskError } from '#shared/result.ts';
import { createAlertRepository } from './alert-repository.ts';
import {
  type CheckContext,
  checkBalance,
  checkClientAlerts,
  checkPaidUntil,
  checkProxies,
  checkStopped,
  checkStoppedOfLists,
} from './check-alerts.ts';
import { createChatNotifier } from './notify-chat.ts';
import { createDesktopNotifier } from './notify-desktop.ts';
import { createWork } from './work.ts';

interface AlertsDeps
  extends CommonDeps<
    'db' | 'clock' | 'bus' | 'logger' | 'session' | 'desktop' | 'settings' | 'undos' | 'language' | 'assumedZone'
  > {
  /** Returns how far the balance covers the coming renewals; `null` if it was never read. */
  readonly cover: (accountId: string) => RenewalCover | null;
  readonly telegram: Pick<Telegram, 'ownChat' | 'sendToOwnChat'>;
}

/** The number of rows that one statement changes. */
const SLICE = 120;
const SKIPPED_AT_ONCE = 1_000;

export type Alerts = ReturnType<typeof createAlerts>;

/**
 * Creates the feature "alerts": events that the reseller should act on before a client notices, each announced once.
 */
export const createAlerts = (deps: AlertsDeps) => {
  const { db, clock, bus, session, settings, logger, undos } = deps;
  const { emit } = bus;
  const repository = createAlertRepository(db);
  const closing = new AbortController();
  const context: CheckContext = { db, repository, settings, now: () => clock.now(), signal: closing.signal };
  const notifyDesktop = createDesktopNotifier({ ...deps, repository });
  const sendToChat = createChatNotifier({ ...deps, repository });
  let sending: Promise<void> = Promise.resolve();

  const shown = (): string | null => openAccountId(session);
  /** Tells the pages how many alerts there are, if the account is the open one. Returns the counts. */
  const emitCounts = (accountId: string): AlertCounts => {
    const counts = repository.counts(accountId);
    if (shown() === accountId) emit('alerts.changed', counts);
    return counts;
  };

  /** Announces new alerts on the desktop, and without waiting for the network in the reseller's chat. */
  const notify = (accountId: string): Promise<void> => {
    sending = sendToChat(accountId).catch((error: unknown) => {
      if (closing.signal.aborted) return;
      logger.warn('alerts could not be sent', { error: error instanceof Error ? error.name : 'unknown' });
    });
    return notifyDesktop(accountId);
  };

  const work = createWork({
    clock,
    logger,
    signal: closing.signal,
    check: async ({ everything, clientIds, proxies, balance }) => {
      const accountId = shown();
      if (accountId === null) return;
      const changes: boolean[] = [];
      if (everything) changes.push(await checkClientAlerts(context, { accountId, clientId: null }));
      else for (const clientId of clientIds) changes.push(await checkClientAlerts(context, { accountId, clientId }));
      // One query along an index, however many clients have changed.
      if (everything || clientIds.length > 0) changes.push(checkPaidUntil(context, accountId));
      if (everything || proxies) {
        changes.push(await checkProxies(context, accountId), checkStopped(context, accountId));
        changes.push(checkStoppedOfLists(context, accountId));
      }
      // The balance is not checked for each client that a refresh reads, because that adds up a whole week. Every
      // payment changes the balance anyway.
      if (everything || balance) changes.push(checkBalance(context, accountId, deps.cover(accountId)));
      if (changes.includes(true)) emitCounts(accountId);
      await notify(accountId);
    },
  });

  const inSlices = (change: (limit: number) => number): Promise<number> => repeatInSlices(db, () => change(SLICE));

  bus.onSignal('account.opened', work.wantEverything);
  const wantClient = ({ clientId }: { readonly clientId: number | null }): void =>
    work.wantClients(clientId === null ? null : [clientId]);
  bus.on('vpn.changed', wantClient);
  bus.on('premium.changed', wantClient);
  bus.on('clients.changed', ({ clientIds }) => work.wantClients(clientIds));
  bus.on('dedicated.changed', work.wantProxies);
  bus.on('scheduledChecks.changed', work.wantProxies);
  // A list in the trash is not checked.
  bus.on('trash.changed', work.wantProxies);
  bus.on('runs.changed', ({ kind, state }) => {
    if (kind === 'check' && state !== 'running') work.wantProxies();
  });
  bus.on('purchases.changed', work.wantBalance);
  bus.on('account.changed', work.wantBalance);
  bus.on('settings.changed', work.wantEverything);

  const noteTrouble = (
    accountId: string,
    about: { readonly kind: 'schedule' | 'report'; readonly subject: string },
    trouble: string | null,
  ): void => {
    if (repository.setTrouble(accountId, about, trouble, clock.now())) emitCounts(accountId);
    // Shown on the desktop together with other pending alerts.
    if (trouble !== null) work.wantBalance();
  };

  const handlers: FeatureHandlers<'alerts'> = {
    'alerts.list': ({ offset, limit }) => {
      const accountId = session.accountId();
      return { ...repository.counts(accountId), rows: repository.page(accountId, offset, limit) };
    },
    'alerts.counts': () => repository.counts(session.accountId()),
    'alerts.markRead': async ({ alertIds = null }) => {
      const accountId = session.accountId();
      const at = clock.now();
      await inSlices((limit) => repository.markRead(accountId, alertIds, at, limit));
      return emitCounts(accountId);
    },
    'alerts.dismiss': async ({ alertIds = null }) => {
      const accountId = session.accountId();
      const group = repository.nextGroup();
      const at = clock.now();
      await inSlices((limit) => repository.dismiss(accountId, alertIds, group, at, limit));
      const undo = async (): Promise<number> => {
        const count = await inSlices((limit) => repository.undoDismiss(accountId, group, clock.now(), limit));
        emitCounts(accountId);
        return count;
      };
      return { ...emitCounts(accountId), undoId: undos.keep(accountId, undo) };
    },
    'alerts.open': ({ alertId }) => {
      const accountId = session.accountId();
      const alert = alertId === null ? null : (repository.get(accountId, alertId) ?? null);
      if (alert !== null && repository.markRead(accountId, [alert.id], clock.now(), 1) > 0) emitCounts(accountId);
      emit('alerts.opened', { alert });
      return {};
    },
  };

  return {
    /** Checks everything, because time has passed or another desk is shown. */
    lookAgain: work.wantEverything,
    /** Stores the alert of a standing order, identified by `subject`; `null` removes it. */
    putStanding: (accountId: string, subject: string, standing: StandingNews | null): void => {
      if (repository.putStanding(accountId, subject, standing, clock.now())) emitCounts(accountId);
    },
    /** Stores why a scheduled list cannot be generated, announced once per reason; `null` removes it. */
    noteTrouble: (accountId: string, scheduleId: number, trouble: ScheduleTrouble | null): void => {
      noteTrouble(accountId, { kind: 'schedule', subject: String(scheduleId) }, trouble);
    },
    /** Stores why reports cannot be written, announced once per reason; `null` removes it. */
    noteReportTrouble: (accountId: string, trouble: ReportTrouble | null): void => {
      noteTrouble(accountId, { kind: 'report', subject: '' }, trouble);
    },
    /** Publishes the counts after alerts of the open desk were changed on another computer. */
    emitCounts: (): void => {
      const accountId = shown();
      if (accountId !== null) emitCounts(accountId);
    },
    /** Announces pending alerts if that is allowed now. */
    notify: async (): Promise<void> => {
      const accountId = shown();
      if (accountId !== null && !work.isBusy()) await notify(accountId);
    },
    /** Marks all alerts as sent to the reseller's chat, because only later ones are meant for it. */
    skipUnsent: (accountId: string): void => {
      for (let ids = repository.unsent(accountId, SKIPPED_AT_ONCE); ids.length > 0; ) {
        repository.markSent(ids, clock.now());
        ids = repository.unsent(accountId, SKIPPED_AT_ONCE);
      }
    },
    close: async (): Promise<void> => {
      closing.abort(new DeskError('cancelled', 'The app is closing.'));
      await work.ended();
      await sending;
    },
    handlers,
  };
};
