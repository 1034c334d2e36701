import { type CellMoment, doubtOfEnd, type MomentReading, readMoment } from './cell-moment.ts';
import { isCalendarDay, localDate, midnightOf, shiftDay } from './local-date.ts';
import { damageOf } from './spreadsheet-values.ts';

type PaidUntilProblem =
  | 'paid-until-damaged'
  | 'paid-until-two-ways'
  | 'paid-until-no-such-day'
  | 'paid-until-impossible'
  | 'paid-until-not-begun'
  | 'paid-until-unreadable';

interface PaidUntil {
  /** The day, as `2026-12-31`; `null` if the cell names none. */
  readonly day: string | null;
  /** Whether the cell says something: a day, or that there is no end. */
  readonly isGiven: boolean;
  /** Why the cell is left out; `null` if it is not. */
  readonly problem: PaidUntilProblem | null;
  /** Whether the day passed long ago or lies far ahead. It is taken all the same. */
  readonly isDoubtful: boolean;
}

const taken = (day: string | null, isGiven: boolean, isDoubtful = false): PaidUntil => ({
  day,
  isGiven,
  problem: null,
  isDoubtful,
});
const without = (problem: PaidUntilProblem): PaidUntil => ({ day: null, isGiven: false, problem, isDoubtful: false });

/** Returns the day of a moment, on this computer's calendar if it is an instant. */
const dayOf = (moment: Extract<CellMoment, { kind: 'day' | 'wall' | 'instant' }>): string => {
  switch (moment.kind) {
    case 'day':
      return moment.day;
    case 'wall':
      return new Date(moment.wall).toISOString().slice(0, 10);
    case 'instant':
      return localDate(moment.at);
  }
};

/** A year before 2000 is what programs write for an empty value (cell-moment.ts). */
const FROM_2000 = /^[2-9]/;

/** Returns whether a text is a day of the calendar from 2000 on, as `2026-12-31`. */
export const isPaidUntilDay = (text: string): boolean => FROM_2000.test(text) && isCalendarDay(text);

/** Reads a cell that says until when a client has paid (cell-moment.ts). `now` in ms since the epoch, UTC. */
export const readPaidUntil = (cell: string, reading: MomentReading, now: number): PaidUntil => {
  const moment = readMoment(cell, reading);
  switch (moment.kind) {
    case 'empty':
      return taken(null, false);
    case 'never':
      return taken(null, true);
    case 'day':
    case 'wall':
    case 'instant': {
      const day = dayOf(moment);
      if (!isPaidUntilDay(day)) return without('paid-until-impossible');
      return taken(day, true, doubtOfEnd(midnightOf(day) ?? 0, now) !== null);
    }
    case 'unreadable':
      return without(damageOf(cell.trim()) === null ? 'paid-until-unreadable' : 'paid-until-damaged');
    default:
      return without(`paid-until-${moment.kind}`);
  }
};

/**
 * The filters of the client list by the day until which a client has paid. The day itself still counts as paid.
 * `due`: the clients of the alert (`paidDue`). `ended`: it has passed; `within-N`: it is today or one of the next N days;
 * `none`: no day is known.
 */
export const PAID_UNTIL_FILTERS = ['any', 'due', 'ended', 'within-7', 'within-30', 'none'] as const;
export type PaidUntilFilter = (typeof PAID_UNTIL_FILTERS)[number];

/** Days (YYYY-MM-DD), both included; an empty `from` is open. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** Returns the days that a filter covers at `now` (ms since the epoch, UTC), on this computer's calendar. */
export const paidUntilRange = (filter: Exclude<PaidUntilFilter, 'any' | 'due' | 'none'>, now: number): DayRange => {
  const today = localDate(now);
  return filter === 'ended'
    ? { from: '', to: shiftDay(today, -1) }
    : { from: today, to: shiftDay(today, Number(filter.slice('within-'.length))) };
};

/** Nobody is reminded of an end that passed longer ago. */
const NEWS_DAYS = 7;

/**
 * Returns the days that the alert covers at `now` (ms since the epoch, UTC): from a week ago on if it tells of passed
 * ends, and up to its first stage. `stages` are the days before an end at which alerts are raised (alert-stages.ts).
 * Returns `null` if the user has switched all of them off.
 */
export const paidDue = (stages: ReadonlySet<number>, now: number): DayRange | null => {
  if (stages.size === 0) return null;
  const today = localDate(now);
  const ahead = Math.max(...stages);
  return {
    from: stages.has(0) ? shiftDay(today, -NEWS_DAYS) : today,
    to: shiftDay(today, ahead === 0 ? -1 : ahead),
  };
};

/** How many clients have paid until one day. */
export interface PaidEnd {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly clients: number;
}

export interface PaidSum {
  /** The clients whose paid time has ended within the last week. */
  readonly ended: number;
  /** The clients whose paid time ends today or within `days` days. */
  readonly soon: number;
  readonly days: number;
  /** When the last of them reached a stage, in ms since the epoch, UTC; 0 if there are none. */
  readonly newest: number;
}

/** Sums up the ends that `paidDue` covers. `now` in ms since the epoch, UTC. */
export const sumOfPaidEnds = (ends: readonly PaidEnd[], stages: ReadonlySet<number>, now: number): PaidSum => {
  const today = localDate(now);
  const sumOf = (some: readonly PaidEnd[]): number => some.reduce((sum, { clients }) => sum + clients, 0);
  // The stage 0 begins when the last paid day is over.
  const reached = ends.flatMap(({ day }) =>
    [...stages].map((stage) => shiftDay(day, stage === 0 ? 1 : -stage)).filter((begin) => begin <= today),
  );
  const newest = reached.toSorted().at(-1) ?? '';
  return {
    ended: sumOf(ends.filter(({ day }) => day < today)),
    soon: sumOf(ends.filter(({ day }) => day >= today)),
    days: stages.size === 0 ? 0 : Math.max(...stages),
    newest: midnightOf(newest) ?? 0,
  };
};
