import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pastChecksOf } from '#core/catalogue/dedicated/check-history.ts';
import { pastChecksOfList } from '#core/catalogue/lists/checked-lists.ts';
import { type Database, openDatabase } from '#core/platform/sqlite/database.ts';
import { convertEarlierDesk } from '#core/platform/sqlite/earlier/convert-earlier-desk.ts';
import { ONE_SCHEMA_MIGRATIONS, ONE_SCHEMA_VERSION } from '#core/platform/sqlite/earlier/index.ts';
import { scheduledChecks } from '#core/platform/sqlite/earlier/migrations/055-scheduled-checks.ts';
import { migrate } from '#core/platform/sqlite/migrate.ts';
import { MIGRATIONS } from '#core/platform/sqlite/migrations.ts';

const BEFORE_HISTORY = ONE_SCHEMA_MIGRATIONS.slice(0, ONE_SCHEMA_MIGRATIONS.indexOf(scheduledChecks));

let folder: string;
let db: Database;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'check-history-'));
  db = openDatabase(join(folder, 'desk.db'));
});
afterEach(async () => {
  db.close();
  await rm(folder, { recursive: true, force: true });
});

it('begins with the last results of an earlier desk, and passes over those that it cannot read', () => {
  migrate(db, BEFORE_HISTORY, () => {}, ONE_SCHEMA_VERSION);
  db.run("INSERT INTO accounts (id, label, base_url, is_sandbox, created_at) VALUES ('a', '', '', 0, 0)");
  const good = { at: 5, state: 'alive', reason: null, firstByteMs: 80 };
  const results = [
    JSON.stringify(good),
    '{"at":5,',
    JSON.stringify({ ...good, at: null }),
    JSON.stringify({ ...good, at: 'yesterday' }),
    JSON.stringify({ ...good, state: 7 }),
    JSON.stringify({ ...good, firstByteMs: 'fast' }),
    null,
  ];
  for (const result of results) {
    db.run(
      `INSERT INTO dedicated_proxies (account_id, date_source, ipv, country_code, complete, bought_at, last_check_json)
        VALUES ('a', 'service', 4, 'de', 1, 0, ?)`,
      result,
    );
  }
  convertEarlierDesk(db);
  const ids = db.values<number>('SELECT id FROM dedicated_proxies ORDER BY id');
  expect(ids.map((id) => pastChecksOf(db, id).length)).toEqual([1, 0, 0, 0, 0, 0, 0]);
  expect(pastChecksOf(db, ids[0] ?? 0)).toMatchObject([good]);
});

it('begins with the last checks of the lists of a desk of 1.0.0-beta.1, and passes over those that it cannot read', () => {
  migrate(db, MIGRATIONS.slice(0, 1), () => {});
  db.run("INSERT INTO accounts (id, label, base_url, is_sandbox, created_at) VALUES ('a', '', '', 0, 0)");
  const counts = { waiting: 0, alive: 3, slow: 1, refused: 2, dead: 4, unreadable: 5 };
  const good = { runId: 7, at: 5, counts };
  const checks = [
    JSON.stringify(good),
    '{"at":5,',
    JSON.stringify({ ...good, at: 'yesterday' }),
    JSON.stringify({ ...good, counts: { ...counts, slow: 'all' } }),
    JSON.stringify({ ...good, counts: undefined }),
    null,
  ];
  for (const check of checks) {
    db.run(
      `INSERT INTO lists (account_id, client_name, client_key, title, recipe_json, state, search_text, created_at,
        last_check_json) VALUES ('a', '', '', '', '{}', 'complete', '', 0, ?)`,
      check,
    );
  }
  migrate(db, MIGRATIONS, () => {});
  const ids = db.values<number>('SELECT id FROM lists ORDER BY id');
  expect(ids.map((id) => pastChecksOfList(db, id).length)).toEqual([1, 0, 0, 0, 0, 0]);
  expect(pastChecksOfList(db, ids[0] ?? 0)).toMatchObject([{ at: 5, working: 4, failed: 6 }]);
});
