import { afterEach, expect, it } from 'vitest';
import {
  addBadLines,
  type BadLine,
  badLinePages,
  badLineProblems,
  forgetOldBadLines,
  hasBadLines,
  packBadLines,
} from '#core/catalogue/clients/import-lines.ts';
import { type Database, openDatabase } from '#core/platform/sqlite/database.ts';
import { EARLIER_MIGRATIONS } from '#core/platform/sqlite/earlier/index.ts';
import { importLines } from '#core/platform/sqlite/earlier/migrations/015-import-lines.ts';
import { addAccount, openDeskDatabase, runEarlierMigrations } from '../../../support/desk-database.ts';

const DAY = 86_400_000;
const NOW = 100 * DAY;

let db: Database;
afterEach(() => db.close());

/** `table` is the name of the table in the app's version. */
const importJob = (finishedAt: number | null, dismissed = 0, table = 'runs'): number =>
  db.run(
    `INSERT INTO ${table} (account_id, kind, title, state, done, total, started_at, finished_at, dismissed)
     VALUES ('a', 'import', '', 'partial', 1, 1, 1, ?, ?)`,
    finishedAt,
    dismissed,
  ).lastId;

const badLine = (line: number, cells: readonly string[]): BadLine => ({
  line,
  cells,
  problems: [
    { field: 'messengerId', code: 'messenger-id-empty' },
    { field: 'clientKey', code: 'clientKey-empty' },
  ],
});

const linesIn = async (runId: number): Promise<BadLine[]> => {
  const lines: BadLine[] = [];
  for await (const page of badLinePages(db, runId)) lines.push(...page);
  return lines;
};

it('takes over the lines of earlier imports unchanged', async () => {
  const before = EARLIER_MIGRATIONS.indexOf(importLines);
  db = openDatabase(':memory:');
  runEarlierMigrations(db, 0, before);
  addAccount(db, 'a');
  const runId = importJob(NOW, 0, 'jobs');
  const other = importJob(NOW, 0, 'jobs');
  const cells = ['', 'key\n"x"', 'Ёлка 🎄'];
  const problems = [
    [runId, 7, 0, 'messengerId', 'messenger-id-empty', null, cells],
    [runId, 12, 0, 'line', 'csv-too-many-fields', '{"max":2,"count":3}', ['1', 'b', 'c']],
    [runId, 7, 1, 'name', 'name-too-long', '{"max":300}', cells],
    [other, 3, 0, 'clientKey', 'clientKey-empty', null, ['1', '']],
  ] as const;
  for (const [job, line, part, field, code, params, whole] of problems) {
    db.run(
      'INSERT INTO import_problems (job_id, line, part, field, code, params_json, cells_json) VALUES (?, ?, ?, ?, ?, ?, ?)',
      ...([job, line, part, field, code, params, JSON.stringify(whole)] as const),
    );
  }
  runEarlierMigrations(db, before);
  expect(await linesIn(runId)).toEqual([
    {
      line: 7,
      cells,
      problems: [
        { field: 'messengerId', code: 'messenger-id-empty' },
        { field: 'name', code: 'name-too-long', params: { max: 300 } },
      ],
    },
    {
      line: 12,
      cells: ['1', 'b', 'c'],
      problems: [{ field: 'line', code: 'csv-too-many-fields', params: { max: 2, count: 3 } }],
    },
  ]);
  const { total, rows } = await badLineProblems(db, runId, 1, 1);
  expect([total, rows.map(({ problem }) => problem.code)]).toEqual([3, ['name-too-long']]);
});

it('stores each line once, in less space than it takes in the file', async () => {
  db = openDeskDatabase();
  const runId = importJob(null);
  const bad = Array.from({ length: 80 }, (_, index) => badLine(index + 2, ['', '', `Client number ${index}`]));
  const packed = await packBadLines(bad);
  if (packed === null) throw new Error('nothing was packed');
  addBadLines(db, runId, packed);
  expect(await linesIn(runId)).toEqual(bad);
  const inFile = bad.reduce((sum, { cells }) => sum + cells.join(';').length + 1, 0);
  expect(packed.stored.length).toBeLessThan(inFile);
});

it('deletes lines a week after a dismissed import, and a month after any other', async () => {
  db = openDeskDatabase();
  const jobs = {
    running: importJob(null),
    fresh: importJob(NOW - 29 * DAY),
    old: importJob(NOW - 31 * DAY),
    dismissed: importJob(NOW - 6 * DAY, 1),
    dismissedLongAgo: importJob(NOW - 8 * DAY, 1),
  };
  for (const runId of Object.values(jobs)) {
    const packed = await packBadLines([badLine(2, ['', ''])]);
    if (packed !== null) addBadLines(db, runId, packed);
  }
  await forgetOldBadLines(db, NOW);
  const kept = Object.entries(jobs).filter(([, runId]) => hasBadLines(db, runId));
  expect(kept.map(([name]) => name)).toEqual(['running', 'fresh', 'dismissed']);
});
