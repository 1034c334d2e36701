/** Why a report cannot be written. Only the user can solve these problems; each is reported once. */
export const REPORT_TROUBLES = ['folder-missing', 'no-permission', 'disk-full', 'file'] as const;
export type ReportTrouble = (typeof REPORT_TROUBLES)[number];
export const isReportTrouble = (text: string): text is ReportTrouble =>
  REPORT_TROUBLES.some((trouble) => trouble === text);
