import { localDate } from './local-date.ts';
import { damageOf } from './spreadsheet-values.ts';

/** How panels write that a subscription does not end, or has not begun: 3x-ui counts the days of the latter below zero. */
const NO_END = /^(?:-?0|-\d+|null|none|never|-|—|∞)$/i;
/** Marzban writes seconds since the epoch, 3x-ui milliseconds. */
const SECONDS = /^\d{10}(?:\.0+)?$/;
const MILLISECONDS = /^\d{13}$/;
const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/;
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:[ ,].*)?$/;
const SHOWN = 100;

/**
 * Returns the day in a cell that says until when a client has paid, as `2026-12-31`; another text unchanged. Returns an
 * empty text if the cell names no end, or if a spreadsheet has damaged it.
 */
export const paidUntilText = (cell: string): string => {
  const text = cell.trim().slice(0, SHOWN);
  if (NO_END.test(text) || damageOf(text) !== null) return '';
  if (SECONDS.test(text)) return localDate(Number(text) * 1000);
  if (MILLISECONDS.test(text)) return localDate(Number(text));
  const iso = ISO.exec(text)?.[1];
  if (iso !== undefined) return iso;
  const [, day = '', month = '', year] = DOTTED.exec(text) ?? [];
  return year === undefined ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
};
