import { localDate, midnightOf, shiftDay, shiftMonth } from './local-date.ts';
import { momentOn } from './schedule-time.ts';
import { localZone } from './zoned-time.ts';

/** The times that one report can be about: a day, or a month of this computer's calendar. */
export const REPORT_PERIODS = ['day', 'month'] as const;
type ReportEvery = (typeof REPORT_PERIODS)[number];

/** The most periods that are made up for at once, if the app did not run: about a month of days, a year of months. */
export const REPORTS_MADE_UP: Readonly<Record<ReportEvery, number>> = { day: 31, month: 12 };

/** Returns the period (`YYYY-MM-DD` or `YYYY-MM`) that contains a day (YYYY-MM-DD). */
const periodOf = (every: ReportEvery, day: string): string => (every === 'day' ? day : day.slice(0, 7));

const firstDayOf = (period: string): string => (period.length === 7 ? `${period}-01` : period);

const shifted = (period: string, by: number): string =>
  period.length === 7 ? shiftMonth(firstDayOf(period), by).slice(0, 7) : shiftDay(period, by);

/** Returns the period before a period. */
export const periodBefore = (period: string): string => shifted(period, -1);

/** Returns the time of a period: from `from` on, and before `to` (both ms since the epoch, UTC). */
export const periodBounds = (period: string): { readonly from: number; readonly to: number } => ({
  from: midnightOf(firstDayOf(period)) ?? 0,
  to: midnightOf(firstDayOf(shifted(period, 1))) ?? 0,
});

/** Returns when the report of a period is due: at a time of day (`HH:MM`) of the day after it. In ms since the epoch. */
export const reportDueAt = (period: string, time: string): number =>
  momentOn(firstDayOf(shifted(period, 1)), time, localZone());

/** Returns the latest period whose report is due at `now` (ms since the epoch, UTC). */
export const latestReport = (every: ReportEvery, time: string, now: number): string => {
  const before = shifted(periodOf(every, localDate(now)), -1);
  return reportDueAt(before, time) <= now ? before : shifted(before, -1);
};

/** Returns when the next report after the latest one is due, in ms since the epoch. */
export const nextReportAt = (every: ReportEvery, time: string, now: number): number =>
  reportDueAt(shifted(latestReport(every, time, now), 1), time);
