import { basename } from 'node:path';
import type { Database } from '#core/platform/sqlite/database.ts';
import { createList, rowsInOrder, tieBreakId, tieBreakNewest, withAllWords } from '#core/platform/sqlite/list.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { ExportRecord, ExportSort } from '#shared/contract/lists.ts';
import { foldText, sortKey } from '#shared/domain/fold-text.ts';

/** A stored export; the disk tells whether its file still exists. */
export type StoredExport = Omit<ExportRecord, 'exists'>;

export type NewExport = Omit<StoredExport, 'id' | 'fileName'>;

type Row = Omit<StoredExport, 'fileName'>;

const toExport = (row: Row): StoredExport => ({ ...row, fileName: basename(row.path) });

/** SQL of an export. A removed list is omitted because the link to it would lead nowhere. */
const EXPORT = sql`SELECT e.id, (SELECT l.id FROM lists l WHERE l.id = e.list_id AND l.removed = 0) AS list_id,
    e.list_title, e.path, e.format_id, e.layout, e.variant, e.line_count, e.bytes, e.sha256, e.created_at
  FROM exports e`;

export interface ExportFilter {
  readonly search: string;
  readonly listId?: number | undefined;
}

export const exportHistory = (db: Database) =>
  createList<StoredExport, ExportFilter, ExportSort['by']>(db, {
    table: 'exports',
    scope: (accountId) => sql`account_id = ${accountId}`,
    sorts: {
      file: tieBreakNewest('file_sort'),
      list: tieBreakNewest('list_sort'),
      format: tieBreakNewest('format_id'),
      host: tieBreakNewest('variant'),
      lines: tieBreakNewest('line_count'),
      size: tieBreakNewest('bytes'),
      created: tieBreakId('created_at'),
    },
    matchesWords: (words, accountId) => [
      withAllWords(sql`exports INDEXED BY exports_by_text`, sql`account_id = ${accountId}`, words),
    ],
    filters: ({ listId }) => (listId === undefined ? [] : [sql`SELECT id FROM exports WHERE list_id = ${listId}`]),
    rows: (_, wanted) => rowsInOrder(wanted, (ids) => db.all<Row>(sql`${EXPORT} WHERE e.id IN ${ids}`)).map(toExport),
  });

export const insertExport = (db: Database, accountId: string, record: NewExport): number =>
  db.run(sql`INSERT INTO exports
      (account_id, list_id, list_title, path, format_id, layout, variant, line_count, bytes, sha256, search_text,
       file_sort, list_sort, created_at)
    VALUES (${accountId}, ${record.listId}, ${record.listTitle}, ${record.path}, ${record.formatId},
    ${record.layout}, ${record.variant}, ${record.lineCount}, ${record.bytes}, ${record.sha256},
    ${foldText(`${record.listTitle}\n${record.path}`)}, ${sortKey(basename(record.path))},
    ${sortKey(record.listTitle)}, ${record.createdAt})`).lastId;

export const findExport = (db: Database, accountId: string, exportId: number): StoredExport | undefined => {
  const row = db.get<Row>(sql`${EXPORT} WHERE e.id = ${exportId} AND e.account_id = ${accountId}`);
  return row === undefined ? undefined : toExport(row);
};
