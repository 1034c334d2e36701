import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pastChecksOf } from '#core/catalogue/dedicated/check-history.ts';
import { type Database, openDatabase } from '#core/platform/sqlite/database.ts';
import { convertEarlierDesk } from '#core/platform/sqlite/earlier/convert-earlier-desk.ts';
import { ONE_SCHEMA_MIGRATIONS, ONE_SCHEMA_VERSION } from '#core/platform/sqlite/earlier/index.ts';
import { scheduledChecks } from '#core/platform/sqlite/earlier/migrations/055-scheduled-checks.ts';
import { migrate } from '#core/platform/sqlite/migrate.ts';

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
