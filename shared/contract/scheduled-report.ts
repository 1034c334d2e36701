import { z } from 'zod';
import { REPORT_PERIODS } from '../domain/report-period.ts';
import { REPORT_TROUBLES } from '../domain/report-troubles.ts';
import { event, id, nothing, procedure, text, timestamp } from './define.ts';

const terms = {
  enabled: z.boolean(),
  /** The time that one report is about. */
  every: z.enum(REPORT_PERIODS),
  format: z.enum(['csv', 'pdf']),
  /** `HH:MM` of this computer's clock, on the day after the period. */
  time: text(20),
};

const reportFile = z.object({
  id,
  /** A day (YYYY-MM-DD) or a month (YYYY-MM). */
  period: z.string(),
  fileName: z.string(),
  at: timestamp,
});

const scheduledReport = z.object({
  ...terms,
  /** Empty if none was chosen yet. */
  folder: z.string(),
  /** `false` if it comes from a backup. Nothing is written until the user chooses a folder again. */
  folderChosen: z.boolean(),
  /** In the past while a report waits; `null` if it is switched off or has no folder. */
  nextAt: timestamp.nullable(),
  /** Why reports are not written now. */
  problem: z.enum(REPORT_TROUBLES).nullable(),
  /** Whether this computer shows nothing about selling, so that reports name purchases only. */
  hidesSales: z.boolean(),
  /** The newest files, newest first. */
  files: z.array(reportFile),
});

export const scheduledReportProcedures = {
  /** Returns when reports of the open account are written, and where. */
  'scheduledReport.get': procedure(nothing, scheduledReport),
  /** Asks the OS for a folder, and returns its number for `scheduledReport.save`. `null` if the dialog was closed. */
  'scheduledReport.chooseFolder': procedure(nothing, z.object({ folderId: id, folder: z.string() }).nullable()),
  /** `folderId` is `null` to keep the folder. Throws `invalid-input` that names every field. */
  'scheduledReport.save': procedure(z.strictObject({ ...terms, folderId: id.nullable() }), scheduledReport),
  /**
   * Writes the report of the last complete period now. Throws `invalid-input` (`schedule-folder`), `conflict`
   * (`report-busy`) and `file`.
   */
  'scheduledReport.writeNow': procedure(nothing, reportFile),
  'scheduledReport.showFile': procedure(z.strictObject({ fileId: id }), nothing),
};

export const scheduledReportEvents = { 'scheduledReport.changed': event(nothing) };

export type ScheduledReport = z.output<typeof scheduledReport>;
export type ReportFile = z.output<typeof reportFile>;
