import type { Database } from '#core/platform/sqlite/database.ts';
import { createList, type List, rowsInOrder, selectIds, tieBreakId, withAllWords } from '#core/platform/sqlite/list.ts';
import { plain, type Sql, sql } from '#core/platform/sqlite/sql.ts';
import { clientsWith } from '#core/platform/sqlite/text-grams.ts';
import type { TrashRow, TrashSort } from '#shared/contract/trash.ts';
import { TRASH_MS, type TrashKind, trashDaysLeft } from '#shared/domain/trash-rules.ts';

interface TrashFilter {
  readonly search: string;
}

/** A row without the facts of a shared desk. */
type StoredRow = Omit<TrashRow, 'by'>;

export type TrashList = List<StoredRow, TrashFilter, TrashSort['by']>;

const inTrash = (accountId: string): Sql => sql`account_id = ${accountId} AND removed > 0`;
// A removal without a date counts as one of now.
const REMOVED_AT = plain('coalesce(removed_at, 9e15) AS removedAt');

const TABLES = { client: 'clients', list: 'lists' } as const satisfies Record<TrashKind, string>;

/** Creates a list of the trash for each kind. `now` in ms since the epoch, UTC. */
export const createTrashLists = (db: Database, now: () => number): Readonly<Record<TrashKind, TrashList>> => {
  const aged = (row: Omit<StoredRow, 'daysLeft'>): StoredRow => {
    const removedAt = Math.min(row.removedAt, now());
    return { ...row, removedAt, daysLeft: trashDaysLeft(removedAt, now()) };
  };
  const rows = (select: Sql) => (accountId: string, wanted: readonly number[]) =>
    rowsInOrder(wanted, (ids) =>
      db.all<Omit<StoredRow, 'daysLeft'>>(sql`${select} WHERE ${inTrash(accountId)} AND id IN ${ids}`),
    ).map(aged);
  return {
    client: createList<StoredRow, TrashFilter, TrashSort['by']>(db, {
      table: TABLES.client,
      scope: inTrash,
      sorts: {
        removed: tieBreakId('removed_at'),
        name: tieBreakId('name_sort', { nullable: true }),
        key: tieBreakId('key_sort'),
      },
      matchesWords: (words) => [clientsWith(words)],
      filters: () => [],
      rows: rows(sql`SELECT id, name, name AS clientName, client_key, messenger_id, NULL AS lines, ${REMOVED_AT}
        FROM clients`),
    }),
    list: createList<StoredRow, TrashFilter, TrashSort['by']>(db, {
      table: TABLES.list,
      scope: inTrash,
      sorts: { removed: tieBreakId('removed_at'), name: tieBreakId('title_sort'), key: tieBreakId('client_sort') },
      matchesWords: (words, accountId) => [withAllWords(sql`lists`, inTrash(accountId), words)],
      filters: () => [],
      rows: rows(sql`SELECT id, title AS name, client_name, client_key, NULL AS messengerId, line_count AS lines,
        ${REMOVED_AT} FROM lists`),
    }),
  };
};

/** Returns the things of a kind whose days are over, of all accounts that were not removed. */
export const dueIds = (db: Database, kind: TrashKind, now: number): readonly number[] =>
  selectIds(
    db,
    sql`SELECT id FROM ${plain(TABLES[kind])}
      WHERE account_id IN (SELECT id FROM accounts WHERE removed = 0) AND removed > 0
        AND removed_at <= ${now - TRASH_MS}`,
  );

/** Dates things from now on if their date is missing or was set by a clock that was ahead. */
export const correctDates = (db: Database, now: number): void => {
  for (const table of Object.values(TABLES)) {
    db.run(sql`UPDATE ${plain(table)} SET removed_at = ${now}
      WHERE removed > 0 AND (removed_at > ${now} OR removed_at IS NULL)`);
  }
};
