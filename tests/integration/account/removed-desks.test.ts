import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import { migrate } from '#core/platform/sqlite/migrate.ts';
import { MIGRATIONS } from '#core/platform/sqlite/migrations.ts';
import { addAccount, deleteSomeOfRemoved, markAccountRemoved } from '#core/service/account/account-repository.ts';

const PARTS = ['run_lines', 'run_charges', 'check_lines'] as const;
/** The most rows that one step may delete from a table, so that no step is noticeable. */
const STEP = 500;

it('a removed desk is deleted in small steps, including its bulk runs, and nothing of another desk goes with it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'removed-'));
  const db = openDatabase(join(folder, 'desk.db'));
  migrate(db, MIGRATIONS, () => {});
  const rowsOf = (table: string): number => db.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n ?? 0;

  db.transaction(() => {
    for (const [index, id] of ['gone', 'stays'].entries()) {
      const run = index + 1;
      addAccount(db, { id, label: id, baseUrl: 'https://service.example', isSandbox: false, createdAt: 1 });
      db.run(
        `INSERT INTO runs (id, account_id, kind, title, params_json, state, done, total, started_at)
         VALUES (?, ?, 'lists', '', '{}', 'done', 3, 3, 1)`,
        run,
        id,
      );
      for (let row = 0; row < (id === 'gone' ? 1_200 : 3); row += 1) {
        db.run("INSERT INTO run_lines (run_id, line, state) VALUES (?, ?, 'done')", run, row);
        db.run("INSERT INTO run_charges (run_id, charge, order_json, price_kopecks) VALUES (?, ?, '{}', 1)", run, row);
        db.run('INSERT INTO check_lines (run_id, line) VALUES (?, ?)', run, row);
      }
    }
  });
  markAccountRemoved(db, 'gone');

  let before = PARTS.map(rowsOf);
  while (deleteSomeOfRemoved(db)) {
    const after = PARTS.map(rowsOf);
    for (const [index, rows] of after.entries()) expect((before[index] ?? 0) - rows).toBeLessThanOrEqual(STEP);
    before = after;
  }
  expect(before).toEqual([3, 3, 3]);
  expect(PARTS.map(rowsOf)).toEqual([3, 3, 3]);
  expect(['accounts', 'runs'].map(rowsOf)).toEqual([1, 1]);
  db.close();
  await rm(folder, { recursive: true, force: true });
});
