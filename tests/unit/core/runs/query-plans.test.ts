import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findRun, insertRun } from '#core/engine/run-repository.ts';
import { planTargets } from '#core/jobs/refresh/plan-targets.ts';
import { failRefreshLine, nextRefreshLines, refreshFailures } from '#core/jobs/refresh/refresh-lines.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import {
  alertedProxies,
  alertedSubscriptions,
  proxiesEndingBetween,
  subscriptionsEndingBetween,
} from '#core/views/alerts/ends.ts';
import { alertedPools, poolsBelowThreshold } from '#core/views/alerts/pools.ts';
import { asText, openDeskDatabase } from '../../../support/desk-database.ts';

const ACCOUNT = 'a';
const CLIENTS = 1_200;

let db: Database;
/** Every executed query with its parameters. */
let asked: { readonly sql: string; readonly params: readonly unknown[]; readonly rows: number }[];
let watched: Database;

beforeEach(() => {
  db = openDeskDatabase();
  db.exec(`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${CLIENTS})
    INSERT INTO clients (account_id, messenger_id, client_key, name, note, key_sort, created_at, updated_at)
    SELECT 'a', i, 'k' || i, '', '', 'k' || i, 0, 0 FROM n;
    INSERT INTO vpn_subscriptions (client_id, uuid, status, expires_at, position)
    SELECT id, 'u' || id, 'ACTIVE', id * 1000, 0 FROM clients;
    INSERT INTO traffic_balances (client_id, pool_type, traffic_gb, as_of) SELECT id, 'mobile', 0.5, 0 FROM clients;
    INSERT INTO dedicated_proxies (account_id, date_source, wall_end, ipv, country_code, complete, bought_at)
    SELECT 'a', 'service', id * 1000, 4, 'de', 1, 0 FROM clients;
    ANALYZE;`);
  asked = [];
  watched = {
    ...db,
    all: <Row>(...question: Parameters<Database['all']>) => {
      const rows = db.all<Row>(...question);
      const [sql, ...params] = asText(...question);
      asked.push({ sql, params, rows: rows.length });
      return rows;
    },
  };
});
afterEach(() => db.close());

/** Expects that no query sorts all rows or walks over a whole table, and that none reads more than a slice at a time. */
const expectSliced = (): void => {
  expect(asked.length).toBeGreaterThan(0);
  for (const { sql, params, rows } of asked) {
    expect(rows, sql).toBeLessThanOrEqual(150);
    const plan = db
      .all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...(params as never[]))
      .map(({ detail }) => detail);
    expect(
      plan.filter((line) => /^SCAN (?!json_each)|TEMP B-TREE FOR ORDER BY$/.test(line)),
      sql,
    ).toEqual([]);
  }
};

const drain = (source: Iterable<readonly unknown[]>): number => {
  let count = 0;
  for (const rows of source) count += rows.length;
  return count;
};

describe('for 100,000 clients', () => {
  it('a refresh is planned and executed along its indexes, a slice at a time', async () => {
    const run = { accountId: ACCOUNT, kind: 'refresh', name: { what: 'refresh', clients: null }, total: 0 } as const;
    const runId = insertRun(watched, run, 'running', 0);
    const plan = { runId, accountId: ACCOUNT, clientIds: null, goFirst: false, skipReadAfter: null };
    await planTargets(watched, plan, { now: 600_000, signal: new AbortController().signal });
    expect(findRun(watched, ACCOUNT, runId).total).toBe(CLIENTS);
    const first = nextRefreshLines(watched, runId, 4)[0] ?? 0;
    failRefreshLine(watched, runId, first, { kind: 'server', message: '' }, 5);
    expect(nextRefreshLines(watched, runId, 4)).not.toContain(first);
    expect(refreshFailures(watched, runId, 0, 10)).toHaveLength(1);
    expectSliced();
  });

  it('alerts are searched in the same way', () => {
    const scope = { accountId: ACCOUNT, clientId: null };
    expect(drain(subscriptionsEndingBetween(watched, scope, 0, 1e12))).toBe(CLIENTS);
    expect(drain(proxiesEndingBetween(watched, ACCOUNT, 'UTC', 0, 1e12))).toBe(CLIENTS);
    expect(drain(poolsBelowThreshold(watched, scope, 1))).toBe(CLIENTS);
    drain(alertedSubscriptions(watched, scope));
    drain(alertedProxies(watched, ACCOUNT, 'UTC'));
    drain(alertedPools(watched, scope));
    expectSliced();
  });
});
