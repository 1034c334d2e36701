import { atMostKopecks } from '#core/catalogue/purchase-facts/purchase-facts.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { startOfDay } from '#shared/domain/local-date.ts';

export interface NamedPurchase {
  readonly purchaseId: number;
  /** The goods in the script's own words, as JSON. */
  readonly wordsJson: string;
}

/** A purchase that certainly was never sent leaves its name free. */
const WAS_NEVER_SENT = sql`outcome = 'not-charged' AND basis = 'answer' AND reason = 'not-sent'`;

/** Returns the purchase that a script made under this name; `undefined` if there is none, or if it was never sent. */
export const findNamedPurchase = (db: Database, accountId: string, name: string): NamedPurchase | undefined =>
  db.get<NamedPurchase>(sql`SELECT s.purchase_id, s.order_json AS wordsJson
    FROM script_purchases s JOIN purchases p ON p.id = s.purchase_id
    WHERE s.account_id = ${accountId} AND s.name = ${name} AND NOT (${WAS_NEVER_SENT})`);

/**
 * Keeps the name of a purchase. It is called in the transaction that writes the intent, so that no crash can separate the
 * two. Throws if the name was used before, and then nothing is sent.
 */
export const nameScriptPurchase = (
  db: Database,
  { accountId, name, wordsJson }: { readonly accountId: string; readonly name: string; readonly wordsJson: string },
  purchaseId: number,
): void => {
  db.run(sql`DELETE FROM script_purchases WHERE account_id = ${accountId} AND name = ${name}
    AND purchase_id IN (SELECT id FROM purchases WHERE ${WAS_NEVER_SENT})`);
  db.run(sql`INSERT INTO script_purchases (purchase_id, account_id, name, order_json)
    VALUES (${purchaseId}, ${accountId}, ${name}, ${wordsJson})`);
};

/**
 * Returns the kopecks that scripts have spent, or may have spent, on this day of this computer's zone. Purchases that are
 * dated ahead of a clock that was set back count, too. `but`: a purchase that does not count.
 */
export const spentByScripts = (db: Database, accountId: string, now: number, but: number | null = null): number => {
  return (
    db.value<number>(sql`SELECT coalesce(sum(${atMostKopecks(sql`p.`)}), 0)
      FROM script_purchases s JOIN purchases p ON p.id = s.purchase_id
      WHERE s.account_id = ${accountId} AND p.created_at >= ${startOfDay(now)} AND p.outcome <> 'not-charged'
        AND p.id IS NOT ${but}`) ?? 0
  );
};
