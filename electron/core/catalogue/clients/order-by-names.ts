import type { Database } from '#core/platform/sqlite/database.ts';
import { among, plain, type Sql, sql } from '#core/platform/sqlite/sql.ts';
import { searchWords, sortKey } from '#shared/domain/fold-text.ts';
import { isNamedBy } from '#shared/domain/named-by.ts';

/** Up to this many clients are compared with the words by themselves; of more, only those found along an index. */
const COMPARED = 1_000;

interface Named {
  readonly id: number;
  readonly name: string;
  readonly key: string;
  readonly messengerId: number;
}

/** Follows the greatest text that begins with another one. No character of a text is greater. */
const AFTER_ALL = '\u{10FFFF}';

/** An id, without numbers that JavaScript cannot hold exactly. */
const ID = /^\d{1,15}$/;

/**
 * Reads the first clients whose name or key begins with the first word, or whose id it is, along the indexes of these
 * columns.
 */
const beginningWith = (db: Database, accountId: string, word: string): readonly number[] => {
  const from = sortKey(word);
  const along = (where: Sql): readonly number[] =>
    db.values<number>(sql`SELECT id FROM clients
      WHERE account_id = ${accountId} AND removed = 0 AND archived IN (0, 1) AND ${where} LIMIT ${COMPARED}`);
  const byTexts = ['name_sort', 'key_sort'].flatMap((column) =>
    along(sql`${plain(column)} >= ${from} AND ${plain(column)} < ${from + AFTER_ALL}`),
  );
  const byId = ID.test(word) ? along(sql`messenger_id = ${Number(word)}`) : [];
  return [...byTexts, ...byId];
};

/**
 * Returns the clients that a search has found with those first whom its words name: by the beginnings of words of their
 * name, their key or their id. Where Enter takes the first client, “anna” must not mean one whose note mentions Anna.
 * Otherwise the order of `found` stays.
 */
export const orderByNames = (
  db: Database,
  accountId: string,
  search: string,
  found: readonly number[],
): readonly number[] => {
  const [word] = searchWords(search);
  if (word === undefined || found.length === 0) return found;
  const compared = found.length <= COMPARED ? found : beginningWith(db, accountId, word);
  const named = new Set(
    db
      .all<Named>(sql`SELECT id, name, client_key AS key, messenger_id AS messengerId FROM clients
        WHERE id IN ${among(compared)}`)
      .filter(({ name, key, messengerId }) => isNamedBy(search, name, key, String(messengerId)))
      .map(({ id }) => id),
  );
  if (named.size === 0) return found;
  return [...found.filter((id) => named.has(id)), ...found.filter((id) => !named.has(id))];
};
