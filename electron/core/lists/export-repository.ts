import { basename } from 'node:path';
import type { ExportRecord, FormatId, HostVariant } from '#shared/contract/lists.ts';
import { foldText } from '#shared/domain/fold-text.ts';
import type { Database, SqlValue } from '../storage/database.ts';
import { searchPatterns } from './list-repository.ts';

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

/** SQL of the table `exports`: the history of files, which outlives the lists they came from. */
export const createExportRepository = (db: Database) => ({
  insert: (accountId: string, record: NewExport): number =>
    db.run(
      `INSERT INTO exports
         (account_id, list_id, list_title, path, format_id, variant, line_count, bytes, sha256, search_text, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
      record.createdAt,
    ).lastId,
  find: (accountId: string, exportId: number): StoredExport | undefined => {
    const row = db.get<Row>(`${EXPORT} WHERE e.id = ? AND e.account_id = ?`, exportId, accountId);
    return row === undefined ? undefined : toExport(row);
  },
  page: (
    accountId: string,
    filter: { readonly search: string; readonly listId: number | undefined },
    offset: number,
    limit: number,
  ): { readonly total: number; readonly rows: readonly StoredExport[] } => {
    const patterns = searchPatterns(filter.search);
    const where = [
      'account_id = ?',
      ...(filter.listId === undefined ? [] : ['list_id = ?']),
      ...patterns.map(() => "search_text LIKE ? ESCAPE '\\'"),
    ].join(' AND ');
    const values: SqlValue[] = [accountId, ...(filter.listId === undefined ? [] : [filter.listId]), ...patterns];
    return {
      total: db.get<{ n: number }>(`SELECT count(*) AS n FROM exports WHERE ${where}`, ...values)?.n ?? 0,
      rows: db
        .all<Row>(
          `${EXPORT} WHERE ${where} ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`,
          ...values,
          limit,
          offset,
        )
        .map(toExport),
    };
  },
});

export type ExportRepository = ReturnType<typeof createExportRepository>;
