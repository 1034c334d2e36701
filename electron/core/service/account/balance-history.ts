import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';

interface BalanceReading {
  readonly at: number;
  readonly balanceKopecks: number;
  readonly spentKopecks: number;
}

/** As many points as a chart can show, taken evenly from the newest readings; the newest is always among them. */
const POINTS = 300;
const READINGS = 3_000;

/** Balance and spent as they were read, oldest first. */
export const readBalanceHistory = (db: Database, accountId: string): BalanceReading[] => {
  const readings = db.all<BalanceReading>(sql`SELECT at, balance_kopecks, spent_kopecks FROM balance_history
    WHERE account_id = ${accountId} ORDER BY seq DESC LIMIT ${READINGS}`);
  const step = Math.max(1, Math.ceil(readings.length / POINTS));
  return readings.filter((_, index) => index % step === 0).toReversed();
};
