import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';

interface Overwriting {
  readonly accountId: string;
  /** Of the thing in the shared desk (docs/kinds.ts). */
  readonly kind: 'client' | 'proxy' | 'template';
  readonly localId: number;
  readonly field: string;
  /** The text as it stood when whoever writes now began to type. */
  readonly seen: string | undefined;
  readonly present: string;
  readonly next: string;
}

/**
 * A colleague's text that came while somebody typed, and that is about to be overwritten, is kept like one that lost
 * against a later one (conflicts.ts): to the other computers it looks as if it had been read here. Call it before `next` is
 * written, in the same transaction.
 */
export const keepUnseenText = (db: Database, text: Overwriting): void => {
  const { accountId, kind, localId, field, seen, present, next } = text;
  if (seen === undefined || present === '' || present === seen || present === next) return;
  db.run(sql`INSERT INTO shared_conflicts (account_id, kind, uid, field, stamp, value)
    SELECT account_id, kind, uid, ${field}, stamps ->> ${`$."${field}"`}, ${present} FROM shared_docs
    WHERE account_id = ${accountId} AND kind = ${kind} AND local_id = ${localId}
      AND stamps ->> ${`$."${field}"`} IS NOT NULL
    ON CONFLICT DO NOTHING`);
};
