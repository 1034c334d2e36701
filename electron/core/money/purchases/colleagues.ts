import { KOPECKS } from '#core/catalogue/purchase-facts/purchase-facts.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { among, sql } from '#core/platform/sqlite/sql.ts';
import { booksOf } from './purchase-filter.ts';

interface News {
  readonly id: number;
  readonly isNothing: number;
  /** The least total that the service shows once it includes the purchase; `null` if unknown. */
  readonly kopecks: number | null;
}

/** The oldest purchase that is judged again; see watched-purchases.ts. */
const NEWEST = sql`(SELECT max(id) - 1000 FROM purchases)`;

/**
 * Corrects the readings of the balance after purchases of other computers or their outcomes have arrived, or purchases
 * of this computer that were missing in the copy from which the desk was restored. They may have been made before
 * readings that did not know of them, and nobody can say which came first. So these readings decide nothing any more,
 * and verdicts based on them are examined again. A reading below the spending before such a purchase plus its price
 * cannot include it. Only the service's own total can show that, because the clocks of two computers differ. `uptime`
 * is the present one; see `uptimeOf`. Call it in the transaction that stores the purchases.
 */
export const noteColleagues = (
  db: Database,
  {
    accountId,
    localIds,
    uptime,
  }: { readonly accountId: string; readonly localIds: ReadonlySet<number>; readonly uptime: number },
): void => {
  const news = db.all<News>(sql`SELECT id, outcome = 'not-charged' AS isNothing,
      evidence_before ->> '$.balance.spentKopecks' + min(price_kopecks, ${KOPECKS}) AS kopecks
    FROM purchases WHERE account_id = ${accountId} AND coalesce(computer, restored_mark) IS NOT NULL
      AND ended_uptime IS NULL AND id IN ${among(localIds)} ORDER BY id`);
  if (news.length === 0) return;
  // The end by the other computer's clock says little, so the time for the total to include it starts here.
  db.run(sql`UPDATE purchases SET ended_uptime = ${uptime}
    WHERE id IN (SELECT value FROM json_each(${JSON.stringify(news.map(({ id }) => id))}))`);
  const newestMark =
    db.value<number>(sql`SELECT max(ledger_mark) FROM balance_history WHERE account_id = ${accountId}`) ?? 0;
  const charged = news.filter(({ isNothing }) => isNothing === 0);
  // No reading knew of the newest purchases, so all of them are handled together.
  const least = Math.min(...charged.flatMap(({ id, kopecks }) => (id > newestMark ? [kopecks ?? 0] : [])));
  if (Number.isFinite(least)) leaveUndecided(db, accountId, Number.MAX_SAFE_INTEGER, least);
  for (const { id, kopecks } of charged) if (id <= newestMark) leaveUndecided(db, accountId, id, kopecks ?? 0);
};

const leaveUndecided = (db: Database, accountId: string, purchaseId: number, kopecks: number): void => {
  const first = db.value<number>(sql`SELECT min(seq) FROM balance_history
    WHERE account_id = ${accountId} AND books = ${booksOf(accountId)} AND spent_kopecks >= ${kopecks}`);
  if (first === null) return;
  db.run(sql`UPDATE balance_history SET ledger_mark = NULL
    WHERE account_id = ${accountId} AND books = ${booksOf(accountId)} AND spent_kopecks >= ${kopecks}
    AND ledger_mark < ${purchaseId}`);
  // Without an earlier reading nothing could be judged, so the verdict stays.
  db.run(sql`UPDATE purchases SET evidence_after = json_set(evidence_after, '$.isFirm', json('false'),
      '$.nextCheckAt', evidence_after ->> '$.checkedAt')
    WHERE account_id = ${accountId} AND computer IS NULL AND outcome = 'charged' AND basis = 'evidence'
    AND id > ${NEWEST} AND evidence_after ->> '$.reading' >= ${first} AND EXISTS (SELECT 1 FROM balance_history h
        WHERE h.account_id = ${accountId} AND h.books = ${booksOf(accountId)} AND h.ledger_mark < purchases.id)`);
};

/**
 * Takes over the uncertain purchases of a computer that is no longer a member (`mark`), or of all other computers if
 * this desk is no longer shared (`null`). Their readings were made elsewhere, so only the user can settle them.
 */
export const adoptPurchases = (db: Database, accountId: string, mark: string | null, uptime: number): void => {
  db.run(sql`UPDATE purchases SET computer = NULL, restored_mark = (SELECT max(id) FROM purchases),
      sent_uptime = ${uptime}, ended_uptime = ${uptime}, outcome = iif(outcome = 'pending', 'open', outcome),
      reason = iif(outcome = 'pending', 'interrupted', reason), evidence_after = json_set(evidence_after, '$.reading',
        (SELECT coalesce(max(seq), 0) FROM balance_history WHERE account_id = ${accountId}))
    WHERE account_id = ${accountId} AND computer IS NOT NULL AND (${mark} IS NULL OR computer = ${mark})
      AND (outcome IN ('pending', 'open') OR basis IN ('evidence', 'user'))`);
};
