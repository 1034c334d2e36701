import { afterEach, beforeEach, expect, it } from 'vitest';
import { createClientList } from '#core/catalogue/clients/client-list.ts';
import { purgeClient, storedClient, writeClient } from '#core/catalogue/clients/client-repository.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { migrate, schemaVersion } from '#core/platform/sqlite/migrate.ts';
import { MIGRATIONS } from '#core/platform/sqlite/migrations.ts';
import { PAID_UNTIL_SCHEMA } from '#core/platform/sqlite/schema/schema.ts';
import { PAID_UNTIL_FILTERS } from '#shared/domain/paid-until.ts';
import { NEED_SETTINGS, NO_CLIENT_FILTER } from '../../../support/client-questions.ts';
import { insertEarlierClient, openDeskBefore } from '../../../support/desk-database.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { watchPlans } from '../../../support/watched-plans.ts';

let db: Database;
beforeEach(() => {
  db = openDeskBefore(PAID_UNTIL_SCHEMA);
});
afterEach(() => db.close());

it('is unknown for the clients of an existing desk, whose notes stay as they are', () => {
  expect(schemaVersion(db)).toBe(101);
  const id = insertEarlierClient(db, 'a', { messengerId: 7, clientKey: 'anna', name: 'Anna' });
  db.run("UPDATE clients SET note = 'vip' || char(10) || 'Plan: 1 month; paid until 2026-12-31'");
  migrate(db, MIGRATIONS.slice(0, 3), () => {});
  expect(schemaVersion(db)).toBe(102);
  const anna = storedClient(db, 'a', id);
  expect(anna).toMatchObject({ note: 'vip\nPlan: 1 month; paid until 2026-12-31', plan: '', paidUntil: null });
  if (anna === undefined) throw new Error('the client is gone');
  migrate(db, MIGRATIONS, () => {});
  writeClient(db, id, { ...anna, plan: '3 months', paidUntil: '2027-03-31' }, 2);
  expect(storedClient(db, 'a', id)).toMatchObject({ plan: '3 months', paidUntil: '2027-03-31' });
});

it('goes with a client that is deleted for good, whose name stays for the ledger', () => {
  migrate(db, MIGRATIONS, () => {});
  const id = insertEarlierClient(db, 'a', { messengerId: 7, clientKey: 'anna', name: 'Anna' });
  db.run("UPDATE clients SET plan = 'secret', plan_sort = 'secret', paid_until = '2026-12-31', removed = 1");
  db.run(
    "INSERT INTO payments (account_id, client_id, kind, amount_kopecks, at, note) VALUES ('a', ?, 'received', 1, 1, '')",
    id,
  );
  expect(purgeClient(db, id)).toBe(true);
  expect(db.get('SELECT name, plan, plan_sort, paid_until FROM clients')).toEqual({
    name: 'Anna',
    plan: '',
    plan_sort: null,
    paid_until: null,
  });
});

it('is sorted and filtered along its index, whatever the number of clients', () => {
  migrate(db, MIGRATIONS, () => {});
  insertEarlierClient(db, 'a', { messengerId: 7, clientKey: 'anna', name: 'Anna' });
  db.run("UPDATE clients SET plan_sort = 'x', paid_until = '1970-01-02'");
  const { watched, steps } = watchPlans(db);
  const plans = () => steps.filter((step) => step.includes('clients'));
  const list = createClientList({ db: watched, clock: createFakeClock(0), settings: () => NEED_SETTINGS });
  for (const direction of ['asc', 'desc'] as const)
    for (const by of ['plan', 'paidUntil'] as const)
      list.ids('a', { filter: NO_CLIENT_FILTER, sort: { by, direction } });
  expect(plans()).toEqual([
    expect.stringContaining('INDEX clients_by_plan ('),
    expect.stringContaining('INDEX clients_by_paid_until ('),
    expect.stringContaining('INDEX clients_by_plan ('),
    expect.stringContaining('INDEX clients_by_paid_until ('),
  ]);
  for (const paidUntil of PAID_UNTIL_FILTERS.filter((one) => one !== 'any')) {
    steps.length = 0;
    list.ids('a', { filter: { ...NO_CLIENT_FILTER, paidUntil }, sort: { by: 'name', direction: 'asc' } });
    expect(plans()).toEqual([
      expect.stringMatching(/SEARCH clients USING COVERING INDEX clients_by_paid_until .*paid_until/),
    ]);
  }
});
