/** `2026-11-21T02:38:44.123Z` → `20261121-023844-123`: sorts by time, and no file system minds it. */
export const stampOf = (at: number): string =>
  new Date(at).toISOString().replaceAll(/[-:]/g, '').replace('T', '-').replace('.', '-').replace('Z', '');

/** The other way; `null` when the text is not a stamp. UTC. */
export const timeOfStamp = (stamp: string): number | null => {
  const match = /^(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})(\d{2})-(\d{3})$/.exec(stamp);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, ms] = match;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
  return Number.isNaN(at) ? null : at;
};

/** Suffixes of a database in WAL mode and of the files SQLite keeps beside it; the three belong together. */
export const COMPANIONS = ['', '-wal', '-shm'] as const;
