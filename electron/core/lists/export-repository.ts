import { basename } from 'node:path';
import type { ExportRecord, ExportSort, FormatId, HostVariant } from '#shared/contract/lists.ts';
import { searchWords, sortKey } from '#shared/domain/client-search.ts';
import { foldText } from '#shared/domain/fold-text.ts';
import { containsAll, rowsInOrder } from '../common/id-ranges.ts';
import { type Condition, orderAlong, orderInTime, underFilter } from '../common/sorted-rows.ts';
import { createTextSearch } from '../common/text-search.ts';
import type { Database } from '../storage/database.ts';

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
const EXPORT = `SELECT e.*, (SELECT l.id FROM lists l WHERE l.id = e.list_id AND l.removed = 0) AS shown_list_id
  FROM exports e`;

/** As the indexes have it. */
const SORTS: Readonly<Record<ExportSort['by'], string>> = {
  file: 'file_sort',
  list: 'list_sort',
  format: 'format_id',
  host: 'variant',
  lines: 'line_count',
  size: 'bytes',
  created: 'created_at',
};

const orderOf = ({ by, direction }: ExportSort): string =>
  by === 'created' ? orderInTime(SORTS[by], direction) : orderAlong(SORTS[by], direction);

interface ExportFilter {
  readonly search: string;
  readonly listId: number | undefined;
}

const allOf = (accountId: string): Condition => ({ sql: 'account_id = ?', values: [accountId] });

/** `+`: by the list's index alone. */
const under = (accountId: string, words: readonly string[], listId: number | undefined) => {
  const ofList = (id: number): Condition => ({ sql: '+account_id = ? AND list_id = ?', values: [accountId, id] });
  return underFilter('exports', allOf(accountId), listId === undefined ? null : ofList(listId), containsAll(words));
};

/** SQL of the table `exports`: the history of files, which outlives the lists they came from. */
export const createExportRepository = (db: Database) => {
  const searchTexts = createTextSearch(db, 'exports');
  const rowsOf = (wanted: readonly number[]): readonly StoredExport[] =>
    rowsInOrder(wanted, (ids) => db.all<Row>(`${EXPORT} WHERE e.id IN (SELECT value FROM json_each(?))`, ids)).map(
      toExport,
    );
  return {
    insert: (accountId: string, record: NewExport): number =>
      db.run(
        `INSERT INTO exports
         (account_id, list_id, list_title, path, format_id, variant, line_count, bytes, sha256, search_text, file_sort,
          list_sort, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        accountId,
        record.listId,
        record.listTitle,
        record.path,
        record.formatId,
        record.variant,
        record.lineCount,
        record.bytes,
        record.sha256,
        foldText(`${record.listTitle}\n${record.path}`),
        sortKey(basename(record.path)),
        sortKey(record.listTitle),
        record.createdAt,
      ).lastId,
    find: (accountId: string, exportId: number): StoredExport | undefined => {
      const row = db.get<Row>(`${EXPORT} WHERE e.id = ? AND e.account_id = ?`, exportId, accountId);
      return row === undefined ? undefined : toExport(row);
    },
    page: async (
      accountId: string,
      { search, listId }: ExportFilter,
      sort: ExportSort,
      offset: number,
      limit: number,
    ): Promise<{ readonly total: number; readonly rows: readonly StoredExport[] }> => {
      const words = searchWords(search);
      if (words.length > 0 && listId === undefined) {
        const ids = await searchTexts({ all: allOf(accountId), words, orderBy: orderOf(sort) });
        return { total: ids.length, rows: rowsOf(ids.slice(offset, offset + limit)) };
      }
      const { found, along } = under(accountId, words, listId);
      return {
        total: db.get<{ n: number }>(`SELECT count(*) AS n FROM exports WHERE ${found.sql}`, ...found.values)?.n ?? 0,
        rows: db
          .all<Row>(
            `${EXPORT} WHERE ${along.sql} ORDER BY ${orderOf(sort)} LIMIT ? OFFSET ?`,
            ...along.values,
            limit,
            offset,
          )
          .map(toExport),
      };
    },
  };
};

export type ExportRepository = ReturnType<typeof createExportRepository>;
