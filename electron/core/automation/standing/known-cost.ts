import { recurringOf } from '#core/money/products/index.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { BoughtByOrder, KnownCost } from '#shared/contract/standing.ts';

interface PricesRow {
  readonly least: number | null;
  readonly most: number | null;
  readonly asOf: number | null;
  readonly unknown: number;
}

/** Returns the cost of one payment of an order at the latest known prices; `null` if none of them is known. */
export const knownCost = (db: Database, accountId: string, bought: BoughtByOrder): KnownCost | null => {
  const { knownPriceKeys, unitsOf } = recurringOf(bought.kind);
  const units = unitsOf(bought);
  if (units === null) return null;
  const row = db.get<PricesRow>(sql`SELECT min(k.price_kopecks) AS least, max(k.price_kopecks) AS most,
      min(k.as_of) AS asOf, count(*) - count(k.price_key) AS unknown
    FROM (${knownPriceKeys(accountId, bought)}) wanted
    LEFT JOIN known_prices k ON k.account_id = ${accountId} AND k.price_key = wanted.key`);
  if (!row || row.least === null || row.most === null || row.asOf === null) return null;
  return {
    leastKopecks: Math.round(row.least * units),
    mostKopecks: Math.round(row.most * units),
    asOf: row.asOf,
    isWhole: row.unknown === 0,
  };
};
