import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';

const KEY = 'trash.lookedAt';
const DAY_MS = 86_400_000;
/** A clock that differs from the service's by more is wrong. */
const TOLERATED_MS = DAY_MS;
/** Between two looks of an app that is opened now and then. */
const USUAL_GAP_MS = 10 * DAY_MS;

const lookedAt = (db: Database): number | null => {
  const kept = db.value<string>(sql`SELECT value FROM settings WHERE key = ${KEY}`);
  return kept === null ? null : Number(kept);
};

/** When something is removed that is removed now: a clock that was set back dates nothing as long gone. */
export const removalTime = (db: Database, now: number): number => Math.max(now, lookedAt(db) ?? 0);

/**
 * Whether days can be counted by this computer's clock now, in ms since the epoch: the service has the same time, or the
 * clock has moved on as it does in daily use. After a jump nothing is deleted before the service has said what time it is.
 * `aheadMs`: by how much the clock is ahead of the service's; `null`: it did not say yet.
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

/** The trash of a desk that is brought back from a copy begins its days anew. Joins the transaction that is open. */
export const renewTrash = (db: Database, now: number): void => {
  db.run(sql`DELETE FROM settings WHERE key = ${KEY}`);
  db.run(sql`UPDATE clients SET removed_at = ${now} WHERE removed > 0`);
  db.run(sql`UPDATE lists SET removed_at = ${now} WHERE removed > 0`);
};
