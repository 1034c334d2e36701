import { basename } from 'node:path';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { ReportFile, ScheduledReport } from '#shared/contract/scheduled-report.ts';

/** When the reports of an account are written, and where. */
export type ReportSchedule = Pick<
  ScheduledReport,
  'enabled' | 'every' | 'format' | 'time' | 'folder' | 'folderChosen' | 'problem'
>;

/** Returns the schedule of an account; `undefined` if none was ever saved. */
export const findReportSchedule = (db: Database, accountId: string): ReportSchedule | undefined =>
  db.get<ReportSchedule>(sql`SELECT enabled AS "enabled:flag", every, format, time, folder,
    folder_chosen AS "folderChosen:flag", problem FROM scheduled_reports WHERE account_id = ${accountId}`);

export const putReportSchedule = (db: Database, accountId: string, schedule: ReportSchedule): void => {
  const { enabled, every, format, time, folder, folderChosen, problem } = schedule;
  db.run(sql`INSERT INTO scheduled_reports (account_id, enabled, every, format, time, folder, folder_chosen, problem)
    VALUES (${accountId}, ${enabled}, ${every}, ${format}, ${time}, ${folder}, ${folderChosen}, ${problem})
    ON CONFLICT DO UPDATE SET enabled = excluded.enabled, every = excluded.every, format = excluded.format,
      time = excluded.time, folder = excluded.folder, folder_chosen = excluded.folder_chosen,
      problem = excluded.problem`);
};

export const setReportProblem = (db: Database, accountId: string, problem: ReportSchedule['problem']): void => {
  db.run(sql`UPDATE scheduled_reports SET problem = ${problem} WHERE account_id = ${accountId}`);
};

/** A report that was begun, written or passed over. */
interface StoredReport {
  /** `null` if it was passed over. */
  readonly path: string | null;
  readonly isWritten: boolean;
  /** In ms since the epoch, UTC. */
  readonly at: number;
}

export const findReport = (db: Database, accountId: string, period: string): StoredReport | undefined =>
  db.get<StoredReport>(sql`SELECT path, written AS "isWritten:flag", at FROM report_files
    WHERE account_id = ${accountId} AND period = ${period}`);

/**
 * Notes the path of a report before it is written, unless the period has a written one, which stays known until another
 * takes its place. It is on the disk when this returns, so that a crash in between does not lead to a second file.
 */
export const noteReportBegun = (db: Database, accountId: string, period: string, path: string, at: number): void =>
  db.durably(() => {
    db.run(sql`INSERT INTO report_files (account_id, period, path, written, at)
      VALUES (${accountId}, ${period}, ${path}, 0, ${at})
      ON CONFLICT (account_id, period) DO UPDATE SET path = excluded.path, at = excluded.at WHERE written = 0`);
  });

/** Notes that a report is written at a path, and returns it. */
export const noteReportWritten = (
  db: Database,
  accountId: string,
  period: string,
  path: string,
  at: number,
): ReportFile | undefined => {
  db.run(sql`UPDATE report_files SET path = ${path}, written = 1, at = ${at}
    WHERE account_id = ${accountId} AND period = ${period}`);
  return reportFiles(db, accountId, sql`AND period = ${period}`)[0];
};

/** Passes over a report that was due before the user wanted it. */
export const passReport = (db: Database, accountId: string, period: string, at: number): void => {
  db.run(sql`INSERT INTO report_files (account_id, period, path, written, at)
    VALUES (${accountId}, ${period}, NULL, 1, ${at}) ON CONFLICT DO NOTHING`);
};

const SHOWN_FILES = 12;

const reportFiles = (db: Database, accountId: string, which = sql``): ReportFile[] =>
  db
    .all<Omit<ReportFile, 'fileName'> & { readonly path: string }>(sql`SELECT id, period, path, at FROM report_files
      WHERE account_id = ${accountId} AND written = 1 AND path IS NOT NULL ${which}
      ORDER BY at DESC, id DESC LIMIT ${SHOWN_FILES}`)
    .map(({ path, ...file }) => ({ ...file, fileName: basename(path) }));

/** Returns the newest files, newest first. */
export const newestReports = (db: Database, accountId: string): ReportFile[] => reportFiles(db, accountId);

export const pathOfReport = (db: Database, accountId: string, fileId: number): string | null =>
  db.value<string>(sql`SELECT path FROM report_files WHERE id = ${fileId} AND account_id = ${accountId}`);
