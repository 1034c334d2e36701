import { type CellMoment, doubtOfEnd, type MomentReading, readMoment } from './cell-moment.ts';
import { localDate, midnightOf } from './local-date.ts';
import { damageOf } from './spreadsheet-values.ts';

/** A longer text says something else than until when a client has paid. */
const MAX_TEXT = 100;

type PaidUntilProblem =
  | 'paid-until-damaged'
  | 'paid-until-two-ways'
  | 'paid-until-no-such-day'
  | 'paid-until-impossible'
  | 'paid-until-not-begun'
  | 'paid-until-too-long';

interface PaidUntil {
  /** The day, as `2026-12-31`, or the text of the cell if it is not a day; empty if it names no end. */
  readonly text: string;
  /** Why the cell is left out; `null` if it is not. */
  readonly problem: PaidUntilProblem | null;
  /** Whether the day passed long ago or lies far ahead. It is taken all the same. */
  readonly isDoubtful: boolean;
}

const taken = (text: string, isDoubtful = false): PaidUntil => ({ text, problem: null, isDoubtful });
const without = (problem: PaidUntilProblem): PaidUntil => ({ text: '', problem, isDoubtful: false });

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

/**
 * Reads a cell that says until when a client has paid (cell-moment.ts). A text that is neither a date nor damaged is
 * taken as it is. `now` in ms since the epoch, UTC.
 */
export const readPaidUntil = (cell: string, reading: MomentReading, now: number): PaidUntil => {
  const moment = readMoment(cell, reading);
  switch (moment.kind) {
    case 'empty':
    case 'never':
      return taken('');
    case 'day':
    case 'wall':
    case 'instant': {
      const day = dayOf(moment);
      const doubt = doubtOfEnd(midnightOf(day) ?? 0, now);
      return doubt === 'impossible' ? without('paid-until-impossible') : taken(day, doubt === 'odd');
    }
    case 'unreadable': {
      const text = cell.trim();
      if (damageOf(text) !== null) return without('paid-until-damaged');
      return text.length > MAX_TEXT ? without('paid-until-too-long') : taken(text);
    }
    default:
      return without(`paid-until-${moment.kind}`);
  }
};
