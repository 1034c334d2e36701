import { atMostKopecks } from '#core/catalogue/purchase-facts/purchase-facts.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { startOfDay } from '#shared/domain/local-date.ts';

export interface NamedPurchase {
  readonly purchaseId: number;
  /** The order as JSON. */
  readonly orderJson: string;
}

/** Returns the purchase that a script made under this name; `undefined` if there is none. */
export const findNamedPurchase = (db: Database, accountId: string, name: string): NamedPurchase | undefined =>
  db.get<NamedPurchase>(sql`SELECT s.purchase_id, s.order_json AS orderJson FROM script_purchases s
    WHERE s.account_id = ${accountId} AND s.name = ${name}`);

/**
 * Keeps the name of a purchase. It is called in the transaction that writes the intent, so that no crash can separate the
 * two. Throws if the name was used before, and then nothing is sent.
 */
export const nameScriptPurchase = (
  db: Database,
  { accountId, name, orderJson }: { readonly accountId: string; readonly name: string; readonly orderJson: string },
  purchaseId: number,
): void => {
  db.run(sql`INSERT INTO script_purchases (purchase_id, account_id, name, order_json)
    VALUES (${purchaseId}, ${accountId}, ${name}, ${orderJson})`);
};

/**
 * Returns the kopecks that scripts have spent, or may have spent, on this day of this computer's zone. Purchases that are
 * dated ahead of a clock that was set back count, too.
 */
export const spentByScripts = (db: Database, accountId: string, now: number): number => {
  return (
    db.value<number>(sql`SELECT coalesce(sum(${atMostKopecks(sql`p.`)}), 0)
      FROM script_purchases s JOIN purchases p ON p.id = s.purchase_id
      WHERE s.account_id = ${accountId} AND p.created_at >= ${startOfDay(now)} AND p.outcome <> 'not-charged'`) ?? 0
  );
};
