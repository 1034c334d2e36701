/**
 * Formats a time (ms since the epoch) for file names, in UTC: `2026-11-21T02:38:44.123Z` → `20261121-023844-123`. It
 * sorts by time, and every file system allows it.
 */
export const stampOf = (at: number): string =>
  new Date(at).toISOString().replaceAll(/[-:]/g, '').replace('T', '-').replace('.', '-').replace('Z', '');

/** Parses a stamp (UTC) into ms since the epoch; `null` if the text is not a stamp. */
export const timeOfStamp = (stamp: string): number | null => {
  const match = /^(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})(\d{2})-(\d{3})$/.exec(stamp);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, ms] = match;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
  return Number.isNaN(at) ? null : at;
};

/** Suffixes of a database in WAL mode and of the files that SQLite stores beside it; the three belong together. */
export const COMPANIONS = ['', '-wal', '-shm'] as const;
