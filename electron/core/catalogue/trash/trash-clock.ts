import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';

const KEY = 'trash.lookedAt';
const DAY_MS = 86_400_000;
/** A clock that differs from the service's by more is wrong. */
const TOLERATED_MS = DAY_MS;
/** The longest usual time between two looks if the app is opened now and then. */
const USUAL_GAP_MS = 10 * DAY_MS;

const lookedAt = (db: Database): number | null => {
  const kept = db.value<string>(sql`SELECT value FROM settings WHERE key = ${KEY}`);
  return kept === null ? null : Number(kept);
};

/** Returns the time of a removal. If the clock was set back, the removal is not dated before the last look. */
export const removalTime = (db: Database, now: number): number => Math.max(now, lookedAt(db) ?? 0);

/**
 * Returns whether days can be counted by this computer's clock (`now` in ms since the epoch, UTC): either the service
 * has the same time, or the clock has advanced as in daily use. After a jump nothing is deleted until the service has
 * told its time. `aheadMs` is how far the clock is ahead of the service's; `null` if the service has not said.
 */
export const mayCountDays = (db: Database, now: number, aheadMs: number | null): boolean => {
  const last = lookedAt(db);
  const isConfirmed = aheadMs !== null && Math.abs(aheadMs) <= TOLERATED_MS;
  if (aheadMs !== null && !isConfirmed) return false;
  const isUsual = last !== null && now >= last - TOLERATED_MS && now - last <= USUAL_GAP_MS;
  if (isConfirmed || isUsual || last === null) {
    db.run(sql`INSERT OR REPLACE INTO settings (key, value) VALUES (${KEY}, ${String(now)})`);
  }
  return isConfirmed || isUsual;
};

/** Restarts the 30 days of the trash in a desk restored from a copy, in the open transaction. */
export const renewTrash = (db: Database, now: number): void => {
  db.run(sql`DELETE FROM settings WHERE key = ${KEY}`);
  db.run(sql`UPDATE clients SET removed_at = ${now} WHERE removed > 0`);
  db.run(sql`UPDATE lists SET removed_at = ${now} WHERE removed > 0`);
};
