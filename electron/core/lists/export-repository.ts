import { basename } from 'node:path';
import type { ExportRecord, ExportSort, FormatId, HostVariant } from '#shared/contract/lists.ts';
import { foldText, sortKey } from '#shared/domain/fold-text.ts';
import { createList, newestOfEquals, rowsInOrder, withAllWords, withIds } from '../common/list.ts';
import type { Database } from '../storage/database.ts';
import { sql } from '../storage/sql.ts';

/** An export as it is recorded; whether the file is still there is asked of the disk. */
export type StoredExport = Omit<ExportRecord, 'exists'>;

export type NewExport = Omit<StoredExport, 'id' | 'fileName'>;

interface Row {
  readonly id: number;
  readonly shown_list_id: number | null;
  readonly list_title: string;
  readonly path: string;
  readonly format_id: FormatId;
  readonly variant: HostVariant;
  readonly line_count: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly created_at: number;
}

const toExport = (row: Row): StoredExport => ({
  id: row.id,
  listId: row.shown_list_id,
  listTitle: row.list_title,
  path: row.path,
  fileName: basename(row.path),
  formatId: row.format_id,
  variant: row.variant,
  lineCount: row.line_count,
  bytes: row.bytes,
  sha256: row.sha256,
  createdAt: row.created_at,
});

/** A list that was removed is none: the link to it would lead nowhere. */
const EXPORT = sql`SELECT e.*, (SELECT l.id FROM lists l WHERE l.id = e.list_id AND l.removed = 0) AS shown_list_id
  FROM exports e`;

export interface ExportFilter {
  readonly search: string;
  readonly listId?: number | undefined;
}

/** SQL of the table `exports`: the history of files, which outlives the lists they came from. */
export const createExportRepository = (db: Database) => {
  const list = createList<StoredExport, ExportFilter, ExportSort['by']>(db, {
    table: 'exports',
    scope: (accountId) => sql`account_id = ${accountId}`,
    sorts: {
      file: newestOfEquals('file_sort'),
      list: newestOfEquals('list_sort'),
      format: newestOfEquals('format_id'),
      host: newestOfEquals('variant'),
      lines: newestOfEquals('line_count'),
      size: newestOfEquals('bytes'),
      created: withIds('created_at'),
    },
    containing: (words, accountId) => [
      withAllWords(sql`exports INDEXED BY exports_by_text`, sql`account_id = ${accountId}`, words),
    ],
    narrowedBy: ({ listId }) => (listId === undefined ? [] : [sql`SELECT id FROM exports WHERE list_id = ${listId}`]),
    rows: (_, wanted) => rowsInOrder(wanted, (ids) => db.all<Row>(sql`${EXPORT} WHERE e.id IN ${ids}`)).map(toExport),
  });
  return {
    list,
    insert: (accountId: string, record: NewExport): number =>
      db.run(sql`INSERT INTO exports
          (account_id, list_id, list_title, path, format_id, variant, line_count, bytes, sha256, search_text, file_sort,
           list_sort, created_at)
        VALUES (${accountId}, ${record.listId}, ${record.listTitle}, ${record.path}, ${record.formatId},
        ${record.variant}, ${record.lineCount}, ${record.bytes}, ${record.sha256},
        ${foldText(`${record.listTitle}\n${record.path}`)}, ${sortKey(basename(record.path))},
        ${sortKey(record.listTitle)}, ${record.createdAt})`).lastId,
    find: (accountId: string, exportId: number): StoredExport | undefined => {
      const row = db.get<Row>(sql`${EXPORT} WHERE e.id = ${exportId} AND e.account_id = ${accountId}`);
      return row === undefined ? undefined : toExport(row);
    },
  };
};

export type ExportRepository = ReturnType<typeof createExportRepository>;
