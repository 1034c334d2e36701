import { expect, it } from 'vitest';
import { addCheckLine, countCheckLines, endCheckLine, recheckLines } from '#core/jobs/check/check-lines.ts';
import { openDeskDatabase } from '../../../support/desk-database.ts';

it('a proxy found dead while there was no network counts as unknown', () => {
  const db = openDeskDatabase();
  const runId = db.run(
    "INSERT INTO runs (account_id, kind, title, state, done, total, started_at) VALUES ('a', 'check', '', 'running', 0, 2, 0)",
  ).lastId;
  const proxyIds = [1, 2].map(
    (serviceId) =>
      db.run(
        `INSERT INTO dedicated_proxies (account_id, service_id, date_source, ipv, country_code, complete, bought_at)
         VALUES ('a', ?, 'service', 4, 'de', 1, 0)`,
        serviceId,
      ).lastId,
  );
  const nothing = { connectMs: null, firstByteMs: null, exitIp: null, exitCountry: null };
  for (const [line, proxyId] of proxyIds.entries()) {
    addCheckLine(db, runId, line, proxyId);
    endCheckLine(db, runId, line, { state: 'dead', reason: 'no-route', ...nothing }, 7);
  }
  recheckLines(db, runId, [0]);
  expect(countCheckLines(db, runId)).toMatchObject({ waiting: 1, dead: 1 });
  const known = db.all<{ json: string | null }>('SELECT last_check_json AS json FROM dedicated_proxies ORDER BY id');
  expect(known.map(({ json }) => json === null)).toEqual([true, false]);
});
