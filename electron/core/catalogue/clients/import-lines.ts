import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { writeInSlices } from '#core/platform/sqlite/write-slices.ts';
import { linesOf, packStored, storedLines, storedText } from '#core/platform/text/stored-lines.ts';
import type { Problem } from '#shared/result.ts';

/** A line of the file that was not imported. */
export interface BadLine {
  readonly line: number;
  /** The cells as in the file; for a cut line only its beginning, in one cell. */
  readonly cells: readonly string[];
  readonly problems: readonly Problem[];
  readonly isCut?: true;
}

/** Bad lines in their stored form. */
export interface PackedLines {
  readonly problems: number;
  readonly stored: Uint8Array;
}

/** The number of characters kept of a line: more than twice the total limit of a client's fields. */
const MAX_KEPT = 20_000;
const BEGINNING = 500;
const DAY_MS = 86_400_000;
/** After this time nobody corrects them any more. */
const KEPT_FOR_MS = 30 * DAY_MS;
/** The time after the user dismissed the import, which may have been a mistake. */
const KEPT_DISMISSED_FOR_MS = 7 * DAY_MS;

const beginningOf = (cells: readonly string[]): string => {
  let text = '';
  for (const cell of cells) {
    if (text.length >= BEGINNING) break;
    text += `${text === '' ? '' : '; '}${cell.slice(0, BEGINNING)}`;
  }
  return text.slice(0, BEGINNING);
};

/**
 * Returns a line for storing. One that is far longer than any client is cut and marked as such, because a part of it
 * could be mistaken for the whole when it is imported again.
 */
const keptLine = (bad: BadLine): BadLine => {
  let length = 0;
  for (const cell of bad.cells) length += cell.length + 1;
  if (length <= MAX_KEPT) return bad;
  const problem: Problem = { field: 'line', code: 'csv-line-not-kept', params: { count: length, max: MAX_KEPT } };
  return { line: bad.line, cells: [beginningOf(bad.cells)], problems: [...bad.problems, problem], isCut: true };
};

/** Packs bad lines in the order of the file, on another thread. */
export const packBadLines = async (bad: readonly BadLine[]): Promise<PackedLines | null> => {
  if (bad.length === 0) return null;
  const kept = bad.map(keptLine);
  const stored = await packStored(storedLines(kept.map((line) => JSON.stringify(line))));
  return { problems: kept.reduce((sum, { problems }) => sum + problems.length, 0), stored };
};

const blocksOf = (db: Database, runId: number) =>
  db.all<{ id: number; problems: number }>(sql`SELECT id, problems FROM import_bad_lines
    WHERE run_id = ${runId} ORDER BY id`);

const readBlock = async (db: Database, id: number): Promise<BadLine[]> => {
  const lines = db.value<Uint8Array>(sql`SELECT lines FROM import_bad_lines WHERE id = ${id}`);
  return lines === null ? [] : linesOf(await storedText(lines)).map((line) => JSON.parse(line) as BadLine);
};

/** Stores lines that an import did not take, in the caller's transaction if there is one. */
export const addBadLines = (db: Database, runId: number, { problems, stored }: PackedLines): void => {
  db.run(sql`INSERT INTO import_bad_lines (run_id, problems, lines) VALUES (${runId}, ${problems}, ${stored})`);
};

/** Returns whether any lines of this import are kept. */
export const hasBadLines = (db: Database, runId: number): boolean =>
  db.has(sql`SELECT 1 FROM import_bad_lines WHERE run_id = ${runId} LIMIT 1`);

/** Returns each problem with its line, in the order of the file. */
export const badLineProblems = async (db: Database, runId: number, offset: number, limit: number) => {
  let total = 0;
  const rows: { readonly bad: BadLine; readonly problem: Problem }[] = [];
  for (const { id, problems } of blocksOf(db, runId)) {
    const from = offset + rows.length - total;
    total += problems;
    if (from >= problems || rows.length >= limit) continue;
    const all = (await readBlock(db, id)).flatMap((bad) => bad.problems.map((problem) => ({ bad, problem })));
    rows.push(...all.slice(from, from + limit - rows.length));
  }
  return { total, rows };
};

/** Yields the lines of an import in the order of the file, in pages. */
export async function* badLinePages(db: Database, runId: number): AsyncGenerator<readonly BadLine[]> {
  for (const { id } of blocksOf(db, runId)) yield await readBlock(db, id);
}

/** Deletes lines that nobody will correct any more. `now` in ms since the epoch, UTC. */
export const forgetOldBadLines = async (db: Database, now: number): Promise<void> => {
  const old = db.values<number>(sql`SELECT import_bad_lines.id FROM import_bad_lines JOIN runs ON runs.id = run_id
    WHERE finished_at < CASE dismissed WHEN 0 THEN ${now - KEPT_FOR_MS} ELSE ${now - KEPT_DISMISSED_FOR_MS} END`);
  await writeInSlices(db, old, (id) => {
    db.run(sql`DELETE FROM import_bad_lines WHERE id = ${id}`);
  });
};
