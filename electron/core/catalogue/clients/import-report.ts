import type { CommonDeps } from '#core/context.ts';
import type { CsvRow, WrittenCsv } from '#core/platform/files/csv-file.ts';
import { saveCsv } from '#core/platform/files/save-csv.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { textsIn } from '#core/platform/text/texts.ts';
import type { ImportProblem, ImportReport } from '#shared/contract/clients.ts';
import { type CsvCell, readCell } from '#shared/domain/csv-writer.ts';
import type { Language } from '#shared/domain/language.ts';
import { damageOf } from '#shared/domain/spreadsheet-values.ts';
import { DeskError, type Problem } from '#shared/result.ts';
import {
  addBadLines,
  type BadLine,
  badLinePages,
  badLineProblems,
  hasBadLines,
  type PackedLines,
} from './import-lines.ts';

interface SaveContext extends CommonDeps<'db' | 'dialogs' | 'clock' | 'partials'> {
  /** Marks runs as seen, because the user is dealing with their lines. */
  readonly dismissRuns: (accountId: string, runIds: readonly number[]) => void;
}

type Counts = Pick<ImportReport, 'added' | 'updated' | 'skipped' | 'bad'>;

const TEXT_SHOWN = 200;

const toProblem = ({ bad, problem }: { bad: BadLine; problem: Problem }): ImportProblem => {
  const text = bad.cells.join('; ');
  return { ...problem, line: bad.line, text: text.length > TEXT_SHOWN ? `${text.slice(0, TEXT_SHOWN)}…` : text };
};

/** Returns a cell as in the file. A value that a spreadsheet had damaged is not marked as text. */
const sameCell = (cell: string): CsvCell => {
  const { text, isText } = readCell(cell);
  return isText || damageOf(text) === null ? text : { value: cell };
};

const findReport = (db: Database, accountId: string, runId: number) => {
  const row = db.get<Omit<ImportReport, 'linesKept'> & { header: string[] }>(sql`SELECT file_name,
    header_json AS "header:json", added, updated, skipped, bad FROM import_reports r
    JOIN runs ON runs.id = r.run_id WHERE r.run_id = ${runId} AND runs.account_id = ${accountId}`);
  if (row === undefined) throw new DeskError('not-found', 'There is no such import.', { code: 'run' });
  return row;
};

/** Starts a report. `header` contains the titles of the file's columns, or empty texts without a header. */
export const beginImportReport = (db: Database, runId: number, fileName: string, header: readonly string[]): void => {
  db.run(sql`INSERT INTO import_reports (run_id, file_name, header_json)
    VALUES (${runId}, ${fileName}, ${JSON.stringify(header)})`);
};

/** Adds the result of one slice of an import, in its transaction, so that a crash leaves a correct report. */
export const addToImportReport = (db: Database, runId: number, counts: Counts, bad: PackedLines | null): void => {
  db.run(sql`UPDATE import_reports SET added = ${counts.added}, updated = ${counts.updated},
    skipped = ${counts.skipped}, bad = ${counts.bad} WHERE run_id = ${runId}`);
  if (bad !== null) addBadLines(db, runId, bad);
};

export const readImportReport = (db: Database, accountId: string, runId: number): ImportReport => {
  const { header: _, ...report } = findReport(db, accountId, runId);
  return { ...report, linesKept: hasBadLines(db, runId) };
};

export const readImportProblems = async (
  db: Database,
  accountId: string,
  runId: number,
  { offset, limit }: { readonly offset: number; readonly limit: number },
) => {
  findReport(db, accountId, runId);
  const { total, rows } = await badLineProblems(db, runId, offset, limit);
  return { total, rows: rows.map(toProblem) };
};

/**
 * Returns the earlier imports of the same file that were not seen yet, after the file was read to its end: lines that were
 * bad then are good now, or among the bad lines of this import. It counts as the same file if name and header are the same
 * and at least as many clients already existed as the earlier import had left. If that had left none, both must have
 * exactly the same number of lines.
 */
export const findEarlierImports = (db: Database, accountId: string, runId: number): readonly number[] =>
  db.values<number>(sql`SELECT runs.id FROM import_reports AS this
    JOIN import_reports AS earlier USING (file_name, header_json)
    JOIN runs ON runs.id = earlier.run_id
    WHERE this.run_id = ${runId} AND earlier.run_id < ${runId} AND runs.account_id = ${accountId}
    AND runs.dismissed = 0 AND this.skipped + this.updated >= earlier.added + earlier.updated + earlier.skipped
      AND (earlier.added + earlier.updated + earlier.skipped > 0
        OR this.added + this.updated + this.skipped + this.bad = earlier.bad)`);

/**
 * Asks for a path and writes the lines that were not imported as in the file, so that they can be corrected and
 * imported again. If there is a header, the line's number is the last column. The import is then marked as seen.
 * `null` if the dialog was closed. Throws `file`, or `not-found` (`import-lines-gone`).
 */
export const saveBadLines = async (
  context: SaveContext,
  accountId: string,
  runId: number,
  language: Language,
): Promise<WrittenCsv | null> => {
  const { db, dismissRuns } = context;
  const { header, fileName: imported } = findReport(db, accountId, runId);
  if (!hasBadLines(db, runId))
    throw new DeskError('not-found', 'The lines that were not imported are no longer stored.', {
      code: 'import-lines-gone',
    });
  const t = textsIn(language);
  const hasHeader = header.some((name) => name !== '');
  const row = ({ line, cells, isCut }: BadLine): CsvRow => {
    const plain = isCut === true ? [t('files:badLineCut', { line, file: imported })] : cells.map(sameCell);
    if (!hasHeader) return plain;
    return [...header.map((_, index) => plain[index] ?? ''), line, ...plain.slice(header.length)];
  };
  async function* pages(): AsyncGenerator<readonly CsvRow[]> {
    for await (const page of badLinePages(db, runId)) yield page.map(row);
  }
  const head = hasHeader ? [[...header, t('files:badLine')]] : [];
  const asked = { title: t('files:dialogs.saveBadLines'), name: t('files:names.badLines') };
  const saved = await saveCsv(context, asked, () => ({ head, pages: pages() }));
  if (saved !== null) dismissRuns(accountId, [runId]);
  return saved;
};
