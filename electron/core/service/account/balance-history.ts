import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';

interface BalanceReading {
  readonly at: number;
  readonly balanceKopecks: number;
  readonly spentKopecks: number;
}

/**
 * The number of points that a chart can show. They are taken evenly from the newest readings and include the newest.
 */
const POINTS = 300;
const READINGS = 3_000;

/** Returns the readings of balance and spending, oldest first. Times in ms since the epoch, UTC. */
export const readBalanceHistory = (db: Database, accountId: string): BalanceReading[] => {
  const readings = db.all<BalanceReading>(sql`SELECT at, balance_kopecks, spent_kopecks FROM balance_history
    WHERE account_id = ${accountId} ORDER BY seq DESC LIMIT ${READINGS}`);
  const step = Math.max(1, Math.ceil(readings.length / POINTS));
  return readings.filter((_, index) => index % step === 0).toReversed();
};
