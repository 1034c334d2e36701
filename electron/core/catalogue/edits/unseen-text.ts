import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';

interface Overwriting {
  readonly accountId: string;
  /** The kind of the record in the shared desk (sync/model/kinds.ts). */
  readonly kind: 'client' | 'proxy' | 'template';
  readonly localId: number;
  readonly field: string;
  /** The text when the user started to edit. */
  readonly seen: string | undefined;
  readonly present: string;
  readonly next: string;
}

/**
 * Keeps a colleague's text that arrived while the user was typing and is about to be overwritten, like a text that lost
 * against a later one (conflicts.ts). Otherwise it would look to the other computers as if it had been read here. Call
 * it before `next` is written, in the same transaction.
 */
export const keepUnseenText = (db: Database, text: Overwriting): void => {
  const { accountId, kind, localId, field, seen, present, next } = text;
  if (seen === undefined || present === '' || present === seen || present === next) return;
  db.run(sql`INSERT INTO shared_conflicts (account_id, kind, uid, field, timestamp, value)
    SELECT account_id, kind, uid, ${field}, timestamps ->> ${`$."${field}"`}, ${present} FROM shared_docs
    WHERE account_id = ${accountId} AND kind = ${kind} AND local_id = ${localId}
      AND timestamps ->> ${`$."${field}"`} IS NOT NULL
    ON CONFLICT DO NOTHING`);
};
