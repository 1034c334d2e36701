import { setTimeout as sleep } from 'node:timers/promises';
import type { DueSource } from '#core/automation/scheduler/scheduler.ts';
import type { DeskContext } from '#core/context.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import { assertFolder } from '#core/jobs/lists/folder-writer.ts';
import { openFreeNames, writeAtFreeName } from '#core/jobs/lists/free-names.ts';
import { problemOf } from '#core/jobs/lists/problem.ts';
import { ownRights } from '#core/money/rights/computer-rights.ts';
import { uptimeOf } from '#core/platform/async/uptime.ts';
import { writeFileAtomically } from '#core/platform/files/atomic-file.ts';
import { exists } from '#core/platform/files/exists.ts';
import { createFolderChoices } from '#core/platform/files/folder-choices.ts';
import { textsOf } from '#core/platform/text/texts.ts';
import type { ReportFile, ScheduledReport } from '#shared/contract/scheduled-report.ts';
import { elapsedSince } from '#shared/domain/elapsed.ts';
import { sanitizeFileName } from '#shared/domain/file-name.ts';
import { parseTimeOfDay } from '#shared/domain/quiet-hours.ts';
import { latestReport, nextReportAt, periodBefore, REPORTS_MADE_UP } from '#shared/domain/report-period.ts';
import { isReportTrouble, type ReportTrouble } from '#shared/domain/report-troubles.ts';
import { DeskError, invalidInput, type Problem } from '#shared/result.ts';
import { readReport, reportCsv } from './report-content.ts';
import { reportPage } from './report-page.ts';
import {
  findReport,
  findReportSchedule,
  newestReports,
  noteReportBegun,
  noteReportWritten,
  passReport,
  pathOfReport,
  putReportSchedule,
  type ReportSchedule,
  setReportProblem,
} from './report-repository.ts';

interface ScheduledReportDeps {
  /** Whether the service says that this computer's clock is wrong. */
  readonly isClockStillWrong: () => Promise<boolean>;
  /** Alerts the user to trouble that only the user can solve; `null` takes the alert back. */
  readonly alert: (accountId: string, trouble: ReportTrouble | null) => void;
}

export interface ScheduledReportFeature extends DueSource {
  readonly handlers: FeatureHandlers<'scheduledReport'>;
}

/**
 * How long a check waits for its reports. A folder of the network may not answer for long, and the standing orders, which
 * are checked by the same scheduler, must not wait for it.
 */
const LONGEST_WAIT_MS = 10_000;
/** How long nothing is tried after a failure. */
const REST_MS = 10 * 60_000;
/** A report whose time is this far in the future was written under a wrong clock, and does not count. */
const CLOCK_SLACK_MS = 86_400_000;

const FIRST: ReportSchedule = {
  enabled: false,
  every: 'day',
  format: 'csv',
  time: '08:00',
  folder: '',
  folderChosen: false,
  problem: null,
};

const troubleOf = (error: unknown): ReportTrouble => {
  const code = error instanceof DeskError ? problemOf(error).code : 'file';
  return isReportTrouble(code) ? code : 'file';
};

/**
 * Creates the feature "scheduled report", which writes what was bought and sold in a day or a month into a folder of this
 * computer. Each period gets one file, in which an existing one is never replaced; missed periods are made up for.
 */
export const createScheduledReport = (context: DeskContext, deps: ScheduledReportDeps): ScheduledReportFeature => {
  const { db, clock, session, desktop, partials, logger, language, closing } = context;
  const t = textsOf(language);
  const choices = createFolderChoices(context.dialogs);
  let isBusy = false;
  let failedAt: number | null = null;

  const scheduleOf = (accountId: string): ReportSchedule => findReportSchedule(db, accountId) ?? FIRST;

  const bytesOf = async (accountId: string, period: string, format: ReportSchedule['format']): Promise<Uint8Array> => {
    const report = await readReport(context, accountId, period, { language: language(), now: clock.now() });
    if (format === 'csv') return reportCsv(report);
    return desktop.printPdf(reportPage(report, language())).catch(() => {
      throw new DeskError('file', 'The page could not be printed.', { code: 'print-failed' });
    });
  };

  /** Writes the report of a period where no file is. */
  const write = async (accountId: string, { folder, format }: ReportSchedule, period: string): Promise<ReportFile> => {
    await assertFolder(folder);
    const bytes = await bytesOf(accountId, period, format);
    const wanted = sanitizeFileName(`${t('files:names.report')}-${period}.${format}`);
    const { path } = await writeAtFreeName(folder, await openFreeNames(folder), wanted, (free) => {
      closing.throwIfAborted();
      noteReportBegun(db, accountId, period, free, clock.now());
      return writeFileAtomically(free, [bytes], { partials, isNew: true });
    });
    const file = noteReportWritten(db, accountId, period, path, clock.now());
    if (file === undefined) throw new DeskError('storage', 'The report was not recorded.');
    return file;
  };

  /** Whether the report of a period needs no file any more. One that was begun before a crash counts if its file is there. */
  const isSettled = async (accountId: string, period: string): Promise<boolean> => {
    const report = findReport(db, accountId, period);
    if (report === undefined || report.at > clock.now() + CLOCK_SLACK_MS) return false;
    if (report.isWritten) return true;
    if (report.path === null || !(await exists(report.path))) return false;
    noteReportWritten(db, accountId, period, report.path, clock.now());
    return true;
  };

  /** Returns the periods that need a file, the oldest first, back to the last one that has it. */
  const dueReports = async (accountId: string, { every, time }: ReportSchedule): Promise<readonly string[]> => {
    const due: string[] = [];
    let period = latestReport(every, time, clock.now());
    while (due.length < REPORTS_MADE_UP[every] && !(await isSettled(accountId, period))) {
      due.unshift(period);
      period = periodBefore(period);
    }
    return due;
  };

  const noteProblem = (accountId: string, problem: ReportTrouble | null): void => {
    setReportProblem(db, accountId, problem);
    deps.alert(accountId, problem);
  };

  /** Does one thing at a time. Returns `undefined` if a report is being written. */
  const alone = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    if (isBusy) return undefined;
    isBusy = true;
    try {
      return await work();
    } finally {
      isBusy = false;
    }
  };

  const writeDue = async (accountId: string, signal: AbortSignal): Promise<void> => {
    const schedule = scheduleOf(accountId);
    if (!schedule.enabled || !schedule.folderChosen) return;
    if (failedAt !== null && elapsedSince(failedAt, uptimeOf(clock)) < REST_MS) return;
    const due = await dueReports(accountId, schedule);
    if (due.length === 0 || (await deps.isClockStillWrong())) return;
    try {
      for (const period of due) {
        signal.throwIfAborted();
        await write(accountId, schedule, period);
      }
      failedAt = null;
      noteProblem(accountId, null);
    } catch (error) {
      if (signal.aborted) throw error;
      logger.warn('a report could not be written', { error: error instanceof Error ? error.name : 'unknown' });
      failedAt = uptimeOf(clock);
      noteProblem(accountId, troubleOf(error));
    }
  };

  const view = (accountId: string): ScheduledReport => {
    const schedule = scheduleOf(accountId);
    const { enabled, every, time, folderChosen } = schedule;
    const latest = latestReport(every, time, clock.now());
    const isDue = findReport(db, accountId, latest)?.isWritten !== true;
    return {
      ...schedule,
      nextAt: !enabled || !folderChosen ? null : isDue ? clock.now() : nextReportAt(every, time, clock.now()),
      hidesSales: ownRights(db, accountId)?.hidesSales === true,
      files: newestReports(db, accountId),
    };
  };

  return {
    checkDue: async (accountId, signal) => {
      const writing = alone(() => writeDue(accountId, signal)).catch(() => undefined);
      const waited = new AbortController();
      const limit = sleep(LONGEST_WAIT_MS, undefined, { signal: waited.signal, ref: false }).catch(() => undefined);
      await Promise.race([writing, limit]);
      waited.abort();
    },
    handlers: {
      'scheduledReport.get': () => view(session.accountId()),
      'scheduledReport.chooseFolder': () => choices.ask(t('files:dialogs.scheduledFolder')),
      'scheduledReport.save': ({ folderId, ...terms }) => {
        const accountId = session.accountId();
        const before = scheduleOf(accountId);
        const place = choices.folderOf(folderId, before);
        const problems: Problem[] = [];
        if (parseTimeOfDay(terms.time) === null) problems.push({ field: 'time', code: 'time-of-day' });
        if (place === null || (terms.enabled && !place.folderChosen)) {
          problems.push({ field: 'folder', code: 'schedule-folder' });
        }
        if (place === null || problems.length > 0) throw invalidInput('The schedule is not valid.', ...problems);
        const saved = { ...terms, ...place, time: terms.time.trim(), problem: null };
        const counts =
          before.enabled && before.folderChosen && before.every === saved.every && before.time === saved.time;
        db.transaction(() => {
          putReportSchedule(db, accountId, saved);
          // Reports that were due before the user wanted them are not made up for.
          if (!counts) passReport(db, accountId, latestReport(saved.every, saved.time, clock.now()), clock.now());
        });
        failedAt = null;
        deps.alert(accountId, null);
        return view(accountId);
      },
      'scheduledReport.writeNow': async () => {
        const accountId = session.accountId();
        const schedule = scheduleOf(accountId);
        if (!schedule.folderChosen) {
          throw new DeskError('invalid-input', 'The folder of the schedule has to be chosen first.', {
            code: 'schedule-folder',
          });
        }
        const period = latestReport(schedule.every, '00:00', clock.now());
        const file = await alone(() => write(accountId, schedule, period));
        if (file === undefined)
          throw new DeskError('conflict', 'The report is being written already.', { code: 'report-busy' });
        return file;
      },
      'scheduledReport.showFile': async ({ fileId }) => {
        const path = pathOfReport(db, session.accountId(), fileId);
        if (path === null) throw new DeskError('not-found', 'No such report was written.', { code: 'export' });
        if (!(await exists(path)))
          throw new DeskError('file', 'The report does not exist any more.', { code: 'report-file-missing' });
        desktop.showInFolder(path);
        return {};
      },
    },
  };
};
