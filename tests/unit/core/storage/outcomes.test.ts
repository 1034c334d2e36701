import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPurchaseLedger } from '#core/money/purchases/purchase-ledger.ts';
import { type Database, openDatabase } from '#core/platform/sqlite/database.ts';
import { EARLIER_MIGRATIONS } from '#core/platform/sqlite/earlier/index.ts';
import { outcomes } from '#core/platform/sqlite/earlier/migrations/017-outcomes.ts';
import { migrate } from '#core/platform/sqlite/migrate.ts';
import type { SqlValue } from '#core/platform/sqlite/sql.ts';
import type { Purchase } from '#shared/contract/purchases.ts';
import { statusLabel } from '#shared/domain/journal.ts';
import { addAccount } from '../../../support/desk-database.ts';

const BEFORE = EARLIER_MIGRATIONS.slice(0, EARLIER_MIGRATIONS.indexOf(outcomes));
const CHECKED = { checkedAt: 50, nextCheckAt: null };
const SPENT = { fact: 'spent', before: 100, after: 400 };

interface Old {
  readonly state: string;
  readonly kind?: string;
  readonly reason?: string;
  readonly goods?: object;
  readonly evidence?: object;
  readonly settlements?: object;
}

let folder: string;
let path: string;
let db: Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outcomes-'));
  path = join(folder, 'desk.db');
  db = openDatabase(path);
  migrate(db, BEFORE, () => {}, 1);
  addAccount(db, 'a');
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Inserts a purchase as the previous version wrote it. */
const insert = ({ state, kind = 'traffic', reason, goods, evidence, settlements }: Old): void => {
  const json = (value: object | undefined): SqlValue => (value === undefined ? null : JSON.stringify(value));
  db.run(
    `INSERT INTO purchases (account_id, kind, client_name, order_json, state, price_kopecks, evidence_before, reason,
       goods_json, evidence_after, settlements_json, search_text, created_at, sent_at)
     VALUES ('a', ?, '', '{"kind":"traffic"}', ?, 300, '{}', ?, ?, ?, ?, '', 1, ?)`,
    kind,
    state,
    reason ?? null,
    json(goods),
    json(evidence),
    json(settlements),
    state === 'prepared' ? null : 2,
  );
};

/** Opens the file with the current version. */
const update = (): void => {
  db.close();
  db = openDatabase(path);
  let copies = 0;
  migrate(
    db,
    EARLIER_MIGRATIONS,
    () => {
      copies += 1;
    },
    1,
  );
  expect(copies).toBe(1);
};

const ledgerRows = async (): Promise<readonly Purchase[]> => {
  const filter = { search: '', outcomes: [], goodsStates: [], kinds: [] };
  const sort = { by: 'time', direction: 'asc' } as const;
  return (await createPurchaseLedger(db).list('a', filter, sort, { offset: 0, limit: 100 })).rows;
};

const evidence = (verdict: string, certainty: string, reason: string) => ({
  verdict,
  certainty,
  reason,
  facts: [SPENT],
  ...CHECKED,
});

it('every state of a purchase becomes an outcome, a basis and a place of its goods', async () => {
  const goods = { kind: 'traffic', gb: 1, trafficGb: 1 };
  const proven = evidence('charged', 'certain', 'goods-and-spending');
  const missing = evidence('charged', 'probable', 'spending-rose');
  const free = evidence('not-charged', 'certain', 'nothing-changed');
  const word = (verdict: string) => [{ verdict, reason: 'seen', at: 3 }];
  const table: readonly (readonly [Old, string, string | null, string, string])[] = [
    [{ state: 'prepared' }, 'pending', null, 'none', 'pending'],
    [{ state: 'sent' }, 'pending', null, 'none', 'pending'],
    [{ state: 'unknown', reason: 'timeout' }, 'open', null, 'none', 'open'],
    [{ state: 'succeeded', goods }, 'charged', 'answer', 'here', 'bought'],
    [{ state: 'rejected', reason: 'refused' }, 'not-charged', 'answer', 'none', 'refused'],
    [{ state: 'confirmed-not-charged', reason: 'not-sent' }, 'not-charged', 'answer', 'none', 'not-sent'],
    [
      { state: 'confirmed-not-charged', reason: 'timeout', evidence: free },
      ...(['not-charged', 'evidence', 'none', 'not-charged-probably'] as const),
    ],
    [
      { state: 'confirmed-charged', reason: 'timeout', goods, evidence: proven },
      ...(['charged', 'evidence', 'here', 'bought-probably'] as const),
    ],
    [
      { state: 'charged-goods-missing', kind: 'dedicated', reason: 'timeout', evidence: missing },
      ...(['charged', 'evidence', 'missing', 'goods-missing'] as const),
    ],
    [
      { state: 'settled-charged', goods, settlements: word('charged') },
      ...(['charged', 'user', 'here', 'charged-by-user'] as const),
    ],
    [
      { state: 'settled-charged', kind: 'dedicated', settlements: word('charged') },
      ...(['charged', 'user', 'missing', 'goods-missing'] as const),
    ],
    [
      { state: 'settled-not-charged', settlements: word('not-charged') },
      ...(['not-charged', 'user', 'none', 'not-charged-by-user'] as const),
    ],
  ];
  for (const [old] of table) insert(old);
  update();
  const rows = await ledgerRows();
  expect(rows.map((row) => [row.outcome, row.basis, row.goodsState, statusLabel(row, row.reason)])).toEqual(
    table.map(([, ...known]) => known),
  );
  expect(rows.map(({ chargedKopecks }) => chargedKopecks)).toEqual(
    table.map(([, outcome]) => (outcome === 'charged' ? 300 : null)),
  );
  expect(rows.flatMap(({ settlements }) => settlements)).toHaveLength(3);
});

it("certainty from evidence becomes evidence, and every reason becomes one of today's", async () => {
  const table: readonly (readonly [kind: string, old: object, verdict: string, reason: string])[] = [
    ['traffic', evidence('charged', 'certain', 'goods-and-spending'), 'charged', 'goods-and-spending'],
    ['traffic', evidence('charged', 'probable', 'more-was-spent'), 'charged', 'more-was-spent'],
    ['dedicated', evidence('charged', 'probable', 'others-spend'), 'charged', 'spending-rose'],
    ['vpn-buy', evidence('charged', 'probable', 'restored'), 'charged', 'goods-and-spending'],
    ['vpn-buy', evidence('charged', 'probable', 'several-open'), 'charged', 'goods-and-spending'],
    ['traffic', evidence('not-charged', 'certain', 'nothing-changed'), 'not-charged', 'nothing-came'],
    ['dedicated', evidence('not-charged', 'probable', 'by-hand'), 'not-charged', 'nothing-came'],
    ['traffic', evidence('undecided', 'unknown', 'too-early'), 'open', 'nothing-yet'],
    ['dedicated', evidence('undecided', 'unknown', 'sum-may-lag'), 'open', 'nothing-yet'],
    ['dedicated', evidence('undecided', 'unknown', 'several-open'), 'open', 'several-open'],
    ['dedicated', evidence('undecided', 'unknown', 'more-was-spent'), 'open', 'other-amount'],
    ['dedicated', evidence('undecided', 'unknown', 'spending-fell'), 'open', 'other-amount'],
    ['vpn-buy', evidence('undecided', 'unknown', 'goods-without-spending'), 'open', 'goods-without-spending'],
  ];
  for (const [kind, old, verdict] of table) {
    const states = { charged: 'confirmed-charged', 'not-charged': 'confirmed-not-charged' };
    const state = Object.entries(states).find(([name]) => name === verdict)?.[1] ?? 'unknown';
    insert({ state, kind, reason: 'timeout', evidence: old });
  }
  update();
  const rows = await ledgerRows();
  expect(rows.map(({ resolution }) => resolution)).toEqual(
    table.map(([, , verdict, reason]) => ({
      verdict,
      reason,
      quietSince: null,
      facts: [SPENT],
      ...CHECKED,
      // Earlier silence does not count, and a decided outcome stands until something contradicts it.
      quietMs: 0,
      uptime: 0,
      isFirm: verdict !== 'open',
    })),
  );
});

it('each charge of a bulk run says what it pays for, as its plan showed it', () => {
  const plan = (id: number, params: object): void => {
    db.run(
      `INSERT INTO jobs (id, account_id, kind, title, state, done, total, target_id, started_at)
       VALUES (?1, 'a', 'bulk', '', 'partial', 0, 1, ?1, 1)`,
      id,
    );
    db.run(
      `INSERT INTO bulk_runs (id, account_id, params_json, state, prices_as_of, ledger_mark, created_at, job_id)
       VALUES (?1, 'a', ?2, 'stopped', 1, 0, 1, ?1)`,
      id,
      JSON.stringify(params),
    );
  };
  const charge = (run: number, number: number): void => {
    db.run(`INSERT INTO bulk_charges (run_id, charge, order_json, price_kopecks) VALUES (?, ?, '{}', 1)`, run, number);
  };
  let lines = 0;
  const line = (
    run: number,
    number: number | null,
    {
      pair = [7, 'anna'],
      target = '',
      serviceId = null,
      endsAt = null,
    }: {
      readonly pair?: readonly [number | null, string | null];
      readonly target?: string;
      readonly serviceId?: number | null;
      readonly endsAt?: number | null;
    },
  ): void => {
    lines += 1;
    db.run(
      `INSERT INTO bulk_lines (run_id, line, charge, client_name, messenger_id, client_key, target, service_id, expires_at)
       VALUES (?, ?, ?, '', ?, ?, ?, ?, ?)`,
      run,
      lines,
      number,
      ...pair,
      target,
      serviceId,
      endsAt,
    );
  };
  plan(1, { kind: 'traffic', poolType: 'mobile', gb: 1 });
  charge(1, 1);
  line(1, 1, {});
  charge(1, 2);
  line(1, 2, { pair: [-8, 'boris'] });
  line(1, null, { pair: [9, 'cannot'] });
  plan(2, { kind: 'vpn-renew', periodMonths: 1 });
  charge(2, 1);
  line(2, 1, { target: 'uuid-1', endsAt: 1_000 });
  plan(3, { kind: 'dedicated-prolong', period: 7 });
  charge(3, 1);
  line(3, 1, { pair: [null, null], target: '203.0.113.1', serviceId: 41, endsAt: 2_000 });
  line(3, 1, { pair: [null, null], target: '203.0.113.2', serviceId: 42 });
  update();
  const targets = db
    .all<{ target: string }>('SELECT target_json AS target FROM run_charges ORDER BY run_id, charge')
    .map(({ target }) => JSON.parse(target) as unknown);
  expect(targets).toEqual([
    { messengerId: 7, clientKey: 'anna', ends: [] },
    { messengerId: -8, clientKey: 'boris', ends: [] },
    { messengerId: 7, clientKey: 'anna', ends: [{ id: 'uuid-1', endsAt: 1_000 }] },
    {
      messengerId: null,
      clientKey: null,
      ends: [
        { id: '41', endsAt: 2_000 },
        { id: '42', endsAt: null },
      ],
    },
  ]);
});

it('leaves no index and no trigger that names a deleted column or table', () => {
  insert({ state: 'unknown', reason: 'timeout' });
  update();
  const named = db.all<{ sql: string }>(
    "SELECT sql FROM sqlite_master WHERE sql LIKE '%(state%' AND tbl_name = 'purchases'",
  );
  expect(named).toEqual([]);
  expect(db.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
});
