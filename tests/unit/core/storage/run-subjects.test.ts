import { expect, it } from 'vitest';
import { getRun } from '#core/engine/run-repository.ts';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import { EARLIER_MIGRATIONS } from '#core/platform/sqlite/earlier/index.ts';
import { runSubjects } from '#core/platform/sqlite/earlier/migrations/030-run-subjects.ts';
import { addAccount, runEarlierMigrations } from '../../../support/desk-database.ts';

const AT = EARLIER_MIGRATIONS.indexOf(runSubjects);

it('runs of an old desk are named by their subjects, and a run without one keeps its title', () => {
  const db = openDatabase(':memory:');
  runEarlierMigrations(db, 0, AT);
  addAccount(db, 'a');
  const params = (value: object | null) => (value === null ? null : JSON.stringify(value));
  const add = (kind: string, total: number, about: object | null, title = 'Как тогда', subject: object | null = null) =>
    db.run(
      `INSERT INTO runs (account_id, kind, title, subject_json, params_json, state, done, total, started_at)
       VALUES ('a', ?, ?, ?, ?, 'done', 0, ?, 1)`,
      kind,
      title,
      params(subject),
      params(about),
      total,
    ).lastId;
  const known = { what: 'refresh', clients: 3 } as const;
  const expected = new Map<number, unknown>([
    [add('refresh', 40, { scope: 'all', origin: 'schedule' }, ''), { what: 'refresh', clients: null }],
    [add('refresh', 7, { scope: 'selection', origin: 'user' }), { what: 'refresh', clients: 7 }],
    [add('refresh', 0, null), { what: 'refresh', clients: null }],
    [add('refresh', 9, { scope: 'selection' }, '', known), known],
    [add('purchases', 5, { kind: 'vpn-renew', periodMonths: 3 }), { what: 'vpn-renew', months: 3, subscriptions: 5 }],
    [
      add('purchases', 2, { kind: 'dedicated-prolong', period: 30 }),
      { what: 'dedicated-prolong', days: 30, proxies: 2 },
    ],
    [
      add('purchases', 4, { kind: 'traffic', poolType: 'mobile', gb: 0.5 }),
      { what: 'traffic', poolType: 'mobile', gb: 0.5, clients: 4 },
    ],
    [add('purchases', 4, { kind: 'traffic', poolType: 'lunar', gb: 1 }), null],
    [
      add('lists', 6, { kind: 'generate', recipe: { quantity: 250 } }),
      { what: 'generate', clients: 6, linesEach: 250 },
    ],
    [add('lists', 3, { kind: 'export', formatId: 1 }), { what: 'export', lists: 3 }],
    [add('lists', 3, null), null],
    [add('changes', 1_200, null), null],
    [add('list', 100, null), null],
  ]);
  runEarlierMigrations(db, AT);
  for (const [id, subject] of expected) expect(getRun(db, id)?.subject, String(id)).toEqual(subject);
  db.close();
});
