import type { ImportProblem, ImportReport } from '#shared/contract/clients.ts';
import { restoreCell } from '#shared/domain/csv-writer.ts';
import type { Language } from '#shared/domain/language.ts';
import { localDate } from '#shared/domain/local-date.ts';
import { DeskError, type Problem } from '#shared/result.ts';
import { type CsvRow, writeCsvFile } from '../files/csv-file.ts';
import type { PartialBook } from '../files/partial-book.ts';
import type { Clock, FileDialogs } from '../ports.ts';
import type { Database } from '../storage/database.ts';

/** A line of the file that was not imported, as it stands there. */
export interface BadLine {
  readonly line: number;
  readonly cells: readonly string[];
  readonly problems: readonly Problem[];
}

interface Deps {
  readonly dialogs: FileDialogs;
  readonly clock: Clock;
  readonly partials: PartialBook;
}

type Counts = Pick<ImportReport, 'added' | 'updated' | 'skipped' | 'bad'>;

interface Row {
  readonly line: number;
  readonly field: string;
  readonly code: string;
  readonly params_json: string | null;
  readonly cells_json: string;
}

type BadRow = Pick<Row, 'line' | 'cells_json'>;

const TEXT_SHOWN = 200;
const PAGE = 500;
const WORDS = {
  en: { title: 'Save the bad lines', file: 'bad-lines', line: 'Line of the file' },
  ru: { title: 'Сохранить строки с ошибками', file: 'строки-с-ошибками', line: 'Строка в файле' },
} as const;

const toProblem = ({ line, field, code, params_json, cells_json }: Row): ImportProblem => {
  const text = (JSON.parse(cells_json) as string[]).join('; ');
  return {
    line,
    field,
    code,
    text: text.length > TEXT_SHOWN ? `${text.slice(0, TEXT_SHOWN)}…` : text,
    ...(params_json === null ? {} : { params: JSON.parse(params_json) as NonNullable<ImportProblem['params']> }),
  };
};

export type ImportReports = ReturnType<typeof createImportReports>;

/** What became of each import, and the lines that were not taken: kept with its job, for whoever looks later. */
export const createImportReports = (db: Database, { dialogs, clock, partials }: Deps) => {
  const page = (jobId: number, offset: number, limit: number): Row[] =>
    db.all<Row>(
      `SELECT line, field, code, params_json, cells_json FROM import_problems WHERE job_id = ?
       ORDER BY line, part LIMIT ? OFFSET ?`,
      jobId,
      limit,
      offset,
    );

  /** Each line once. */
  const lines = (jobId: number, after: number) =>
    db.all<BadRow>(
      'SELECT line, cells_json FROM import_problems WHERE job_id = ? AND line > ? AND part = 0 ORDER BY line LIMIT ?',
      jobId,
      after,
      PAGE,
    );

  const find = (accountId: string, jobId: number) => {
    const row = db.get<ImportReport & { headerJson: string }>(
      `SELECT file_name AS fileName, header_json AS headerJson, added, updated, skipped, bad FROM import_reports r
       JOIN jobs ON jobs.id = r.job_id WHERE r.job_id = ? AND jobs.account_id = ?`,
      jobId,
      accountId,
    );
    if (row === undefined) throw new DeskError('not-found', 'There is no such import.', { code: 'job' });
    return row;
  };

  return {
    /** `header`: the titles of the file's columns; empty texts where it has none. */
    begin: (jobId: number, fileName: string, header: readonly string[]): void => {
      db.run(
        'INSERT INTO import_reports (job_id, file_name, header_json) VALUES (?, ?, ?)',
        jobId,
        fileName,
        JSON.stringify(header),
      );
    },
    /** What one slice of the import did; joins its transaction, so that a crash leaves what is true. */
    add: (jobId: number, counts: Counts, bad: readonly BadLine[]): void => {
      db.run(
        'UPDATE import_reports SET added = ?, updated = ?, skipped = ?, bad = ? WHERE job_id = ?',
        counts.added,
        counts.updated,
        counts.skipped,
        counts.bad,
        jobId,
      );
      for (const { line, cells, problems } of bad) {
        for (const [part, { field, code, params }] of problems.entries()) {
          db.run(
            `INSERT INTO import_problems (job_id, line, part, field, code, params_json, cells_json)
             VALUES (?, ?, ?, ?, ?, ?, ?)`,
            jobId,
            line,
            part,
            field,
            code,
            params === undefined ? null : JSON.stringify(params),
            JSON.stringify(cells),
          );
        }
      }
    },
    read: (accountId: string, jobId: number): ImportReport => {
      const { headerJson: _, ...report } = find(accountId, jobId);
      return report;
    },
    problems: (accountId: string, jobId: number, offset: number, limit: number) => {
      find(accountId, jobId);
      const { total = 0 } =
        db.get<{ total: number }>('SELECT count(*) AS total FROM import_problems WHERE job_id = ?', jobId) ?? {};
      return { total, rows: page(jobId, offset, limit).map(toProblem) };
    },
    /**
     * Asks for a place and writes the lines that were not imported as they stand in the file, so that they can be corrected
     * and imported again; where there is a header, with the line's number as a last column. `null`: the dialog was
     * closed. Throws DeskError `file`.
     */
    save: async (
      accountId: string,
      jobId: number,
      language: Language,
    ): Promise<{ fileName: string; rows: number } | null> => {
      const header = JSON.parse(find(accountId, jobId).headerJson) as string[];
      const { title, file, line: lineTitle } = WORDS[language];
      const path = await dialogs.saveFile({
        title,
        suggestedName: `${file}-${localDate(clock.now())}.csv`,
        filters: [{ name: 'CSV', extensions: ['csv'] }],
      });
      if (path === null) return null;
      const hasHeader = header.some((name) => name !== '');
      const row = ({ line, cells_json }: BadRow): CsvRow => {
        const cells = (JSON.parse(cells_json) as string[]).map(restoreCell);
        if (!hasHeader) return cells;
        return [...header.map((_, index) => cells[index] ?? ''), line, ...cells.slice(header.length)];
      };
      function* pages(): Generator<readonly CsvRow[]> {
        for (let after = 0; ; ) {
          const found = lines(jobId, after);
          const last = found.at(-1);
          if (last === undefined) return;
          yield found.map(row);
          after = last.line;
        }
      }
      const head = hasHeader ? [[...header, lineTitle]] : [];
      const { fileName, rows } = await writeCsvFile({ path, partials }, head, pages());
      return { fileName, rows };
    },
  };
};
