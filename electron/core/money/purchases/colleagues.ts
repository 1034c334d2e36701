import { KOPECKS } from '#core/catalogue/purchase-facts/purchase-facts.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { among, sql } from '#core/platform/sqlite/sql.ts';
import { booksOf } from './purchase-filter.ts';

interface News {
  readonly id: number;
  readonly isNothing: number;
  /** The least that the service's sum shows once it knows of it; `null`: not known. */
  readonly kopecks: number | null;
}

/** The oldest purchase that is judged again: see watched-purchases.ts. */
const NEWEST = sql`(SELECT max(id) - 1000 FROM purchases)`;

/**
 * Purchases of other computers have come, or it is known what became of them; or one's own that the copy did not have from
 * which this desk was brought back. They may have been made before readings of
 * the balance that knew nothing of them. Nobody can say any more which came first: those readings decide nothing, and what
 * was decided by them is looked at again. A reading that shows less spent than before such a purchase and its price cannot
 * hold it; that is told by the service's own sum alone, because the clocks of two computers differ. `uptime`: of now; see
 * `uptimeOf`. Belongs into the transaction that wrote them.
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
  // When it ended by their clock says little: here the sum gets its time from now on.
  db.run(sql`UPDATE purchases SET ended_uptime = ${uptime}
    WHERE id IN (SELECT value FROM json_each(${JSON.stringify(news.map(({ id }) => id))}))`);
  const newestMark =
    db.value<number>(sql`SELECT max(ledger_mark) FROM balance_history WHERE account_id = ${accountId}`) ?? 0;
  const charged = news.filter(({ isNothing }) => isNothing === 0);
  // No reading knew of the new ones: all of them in one go.
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
  // Without an earlier reading nothing can be judged any more, so the verdict stays.
  db.run(sql`UPDATE purchases SET evidence_after = json_set(evidence_after, '$.isFirm', json('false'),
      '$.nextCheckAt', evidence_after ->> '$.checkedAt')
    WHERE account_id = ${accountId} AND computer IS NULL AND outcome = 'charged' AND basis = 'evidence'
    AND id > ${NEWEST} AND evidence_after ->> '$.reading' >= ${first} AND EXISTS (SELECT 1 FROM balance_history h
        WHERE h.account_id = ${accountId} AND h.books = ${booksOf(accountId)} AND h.ledger_mark < purchases.id)`);
};

/**
 * For a computer that is no member any more (its mark), or for all others where this desk is not shared any more (`null`):
 * what they made and nothing certain is known of is this desk's from now on. Its readings were theirs, so only the user
 * says what became of it.
 */
export const adoptPurchases = (db: Database, accountId: string, mark: string | null, uptime: number): void => {
  db.run(sql`UPDATE purchases SET computer = NULL, restored_mark = (SELECT max(id) FROM purchases),
      sent_uptime = ${uptime}, ended_uptime = ${uptime}, outcome = iif(outcome = 'pending', 'open', outcome),
      reason = iif(outcome = 'pending', 'interrupted', reason), evidence_after = json_set(evidence_after, '$.reading',
        (SELECT coalesce(max(seq), 0) FROM balance_history WHERE account_id = ${accountId}))
    WHERE account_id = ${accountId} AND computer IS NOT NULL AND (${mark} IS NULL OR computer = ${mark})
      AND (outcome IN ('pending', 'open') OR basis IN ('evidence', 'user'))`);
};
