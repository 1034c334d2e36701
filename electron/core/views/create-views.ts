import type { CatalogueLayer } from '#core/catalogue/create-catalogue.ts';
import type { DeskContext } from '#core/context.ts';
import type { Runs } from '#core/engine/create-runs.ts';
import type { DeskMark } from '#core/platform/copies/desk-mark.ts';
import type { DataFolder } from '#core/platform/sqlite/data-folder.ts';
import type { ServiceLayer } from '#core/service/create-service.ts';
import type { Telegram } from '#core/telegram/telegram-handlers.ts';
import type { PracticeDay } from '#shared/domain/practice-day.ts';
import { createAlerts } from './alerts/alerts-handlers.ts';
import { createBackup } from './backup/backup-handlers.ts';
import { documentsHandlers } from './documents/documents-handlers.ts';
import { createScheduledReport } from './documents/scheduled-report.ts';
import { createHandover } from './handover/handover-handlers.ts';
import { createDailySummary } from './overview/daily-summary.ts';
import { overviewHandlers, renewalCover } from './overview/overview-handlers.ts';
import { makePracticeLists, writePracticeDay } from './practice/practice.ts';
import { diagnostics } from './system/diagnostics.ts';
import { systemHandlers } from './system/system-handlers.ts';
import type { Trouble } from './system/troubles.ts';
import type { Versions } from './system/versions.ts';
import { createTrash, type TrashDeps } from './trash/trash-handlers.ts';
import { undoHandlers } from './undo/undo-handlers.ts';

export type ViewsLayer = ReturnType<typeof createViewsLayer>;

interface Below {
  readonly service: ServiceLayer;
  readonly runs: Runs;
  readonly catalogue: CatalogueLayer;
  readonly telegram: Telegram;
}

interface ViewsDeps {
  readonly folder: DataFolder;
  readonly mark: DeskMark;
  /** Closes this desk, lets `bring` put another database in its place, and opens a desk on that. */
  readonly replace: (bring: () => Promise<void>) => Promise<void>;
  /** The errors and warnings since the start of the app. */
  readonly troubles: () => readonly Trouble[];
  readonly changes: TrashDeps['changes'];
}

/**
 * Creates the layer that combines several features: overview, alerts, hand-over, trash, undo, backup, the app itself.
 */
export const createViewsLayer = (
  context: DeskContext,
  { service, runs, catalogue, telegram }: Below,
  deps: ViewsDeps,
) => {
  const { bus } = context;
  const { account, connection } = service;
  const { folder, mark, replace, troubles, changes } = deps;

  const alerts = createAlerts({ ...context, telegram, cover: (accountId) => renewalCover(context, accountId) });
  const handover = createHandover({
    ...context,
    telegram,
    emitRun: runs.engine.tell,
  });
  const backup = createBackup(context, folder, () => replace(folder.replace));
  const trash = createTrash({
    ...context,
    things: { client: catalogue.clients.trash, list: catalogue.lists.trash },
    changes,
    clockAheadMs: connection.clockAheadMs,
  });
  const restore = (name: string): Promise<void> => replace(() => folder.restore(name));
  const diagnose = (versions: Versions): Promise<string> =>
    diagnostics(context, {
      versions,
      troubles,
      notice: folder.notice,
      slowStatements: folder.slowStatements,
      accounts: account.state,
      connection: connection.status,
    });

  const scheduledReport = createScheduledReport(context, {
    isClockStillWrong: connection.isClockStillWrong,
    alert: alerts.noteReportTrouble,
  });
  const countProxies = catalogue.dedicated.countByExpiry;

  const sendSummaryIfDue = createDailySummary(context, { telegram, countProxies });
  bus.on('telegram.changed', () => {
    void alerts.notify();
    void sendSummaryIfDue();
  });

  return {
    alerts,
    scheduledReport,
    /** Sends the daily summary to the reseller's chat if it is due. */
    sendSummaryIfDue,
    practice: {
      write: (accountId: string, day: PracticeDay) => writePracticeDay(context, catalogue.stores, accountId, day),
      makeLists: (accountId: string, day: PracticeDay) => makePracticeLists(context, accountId, day),
    },
    trash,
    handlers: {
      ...overviewHandlers(context, countProxies),
      ...alerts.handlers,
      ...documentsHandlers(context),
      ...scheduledReport.handlers,
      ...handover.handlers,
      ...backup.handlers,
      ...trash.handlers,
      ...undoHandlers(context),
      ...systemHandlers(context, { folder, mark, restore, diagnose }),
    },
    close: async (): Promise<void> => {
      await alerts.close();
      await backup.close();
    },
  };
};
