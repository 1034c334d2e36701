import { type CellMoment, doubtOfEnd, type MomentReading, readMoment } from './cell-moment.ts';
import { localDate, midnightOf, shiftDay } from './local-date.ts';
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
      const doubt = doubtOfEnd(midnightOf(day) ?? 0, now);
      return doubt === 'impossible' ? without('paid-until-impossible') : taken(day, true, doubt === 'odd');
    }
    case 'unreadable':
      return without(damageOf(cell.trim()) === null ? 'paid-until-unreadable' : 'paid-until-damaged');
    default:
      return without(`paid-until-${moment.kind}`);
  }
};

/** A year before 2000 is what programs write for an empty value (cell-moment.ts). */
const DAY = /^[2-9]\d{3}-\d{2}-\d{2}$/;

/** Returns whether a text is a day of the calendar from 2000 on, as `2026-12-31`. */
export const isPaidUntilDay = (text: string): boolean => {
  const at = DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text;
};

/**
 * The filters of the client list by the day until which a client has paid. The day itself still counts as paid.
 * `ended`: it has passed; `within-N`: it is today or one of the next N days; `none`: no day is known.
 */
export const PAID_UNTIL_FILTERS = ['any', 'ended', 'within-7', 'within-30', 'none'] as const;
export type PaidUntilFilter = (typeof PAID_UNTIL_FILTERS)[number];

/** Days (YYYY-MM-DD), both included; an empty `from` is open. */
interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** Returns the days that a filter covers at `now` (ms since the epoch, UTC), on this computer's calendar. */
export const paidUntilRange = (filter: Exclude<PaidUntilFilter, 'any' | 'none'>, now: number): DayRange => {
  const today = localDate(now);
  return filter === 'ended'
    ? { from: '', to: shiftDay(today, -1) }
    : { from: today, to: shiftDay(today, Number(filter.slice('within-'.length))) };
};
