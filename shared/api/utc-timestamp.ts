import { isCalendarDay } from '../domain/local-date.ts';

/** In characters, including surrounding blanks. */
const MAX_LENGTH = 100;

/**
 * Parses `expireAt` into milliseconds since the epoch. The API documents UTC, so a text without a zone is read as UTC,
 * never as this computer's local time. Returns `null` for a text that is not a time, or that names a day which does not
 * exist.
 */
export const parseUtcTimestamp = (text: string | null): number | null => {
  if (text === null) return null;
  if (text.length > MAX_LENGTH) return null;
  const trimmed = text.trim();
  if (/^\d{10}$/.test(trimmed)) return Number(trimmed) * 1_000;
  if (/^\d{13}$/.test(trimmed)) return Number(trimmed);
  if (!isCalendarDay(trimmed.slice(0, 10))) return null;
  const iso = trimmed.replace(' ', 'T');
  const hasTime = iso.includes('T');
  const hasZone = /(?:z|[+-]\d{2}:?\d{2})$/i.test(iso.slice(10));
  const time = Date.parse(hasTime && !hasZone ? `${iso}Z` : iso);
  return Number.isNaN(time) ? null : time;
};
