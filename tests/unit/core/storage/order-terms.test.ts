import { afterEach, expect, it } from 'vitest';
import { findOrder } from '#core/automation/standing/standing-repository.ts';
import { type Database, openDatabase } from '#core/platform/sqlite/database.ts';
import { EARLIER_MIGRATIONS } from '#core/platform/sqlite/earlier/index.ts';
import { orderTerms } from '#core/platform/sqlite/earlier/migrations/048-order-terms.ts';
import { migrate } from '#core/platform/sqlite/migrate.ts';
import { captureChanges } from '#core/sync/model/capture.ts';
import { KINDS } from '#core/sync/model/kinds.ts';
import { createSharedDocs } from '#core/sync/model/shared-docs.ts';
import { createSharedTime } from '#core/sync/model/shared-time.ts';
import { createTimestamps } from '#core/sync/model/timestamps.ts';
import { addAccount, runLaterMigrations } from '../../../support/desk-database.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const BEFORE = EARLIER_MIGRATIONS.slice(0, EARLIER_MIGRATIONS.indexOf(orderTerms));
const AT = Date.UTC(2026, 0, 5);
/** A higher `counter` makes a later timestamp. */
const stamp = (counter: number, mark: string): string =>
  `${AT.toString(16).padStart(12, '0')}${String(counter).padStart(4, '0')}${mark}`;

const dbs: Database[] = [];
afterEach(() => {
  for (const db of dbs.splice(0)) db.close();
});

/** A computer of a shared desk of the previous version, with an order that both computers know; `change` set its `cap`. */
const openOld = (mark: string, cap: number, change: string): Database => {
  const db = openDatabase(':memory:');
  dbs.push(db);
  migrate(db, BEFORE, () => {}, 1);
  addAccount(db, 'a');
  db.exec(`
    INSERT INTO shared_desks (account_id, desk_id, computer_id, head, last_stamp)
      VALUES ('a', 'd', '${mark}', x'00', '${stamp(9, mark)}');
    INSERT INTO standing_orders (id, account_id, uid, name, action_json, targets_of, tag, mode, is_on, on_since, ceiling_kopecks,
        month_cap_kopecks)
      VALUES (5, 'a', 'u-5', 'Renewals', '{"kind":"vpn-renew","periodMonths":1,"daysBefore":3}', 'tag', 'vip', 'do', 1, ${AT},
        100, ${cap});
    INSERT INTO shared_docs (account_id, kind, uid, local_id, stamps)
      VALUES ('a', 'order', 'order-5', 5, '{"made":"${stamp(1, '11111111')}","name":"${stamp(1, '11111111')}","terms":"${change}"}');
  `);
  return db;
};
const share = (db: Database, computerId: string) => {
  migrate(db, EARLIER_MIGRATIONS, () => {}, 1);
  runLaterMigrations(db);
  const clock = createFakeClock(AT + 60_000);
  const time = createSharedTime(clock);
  const stamps = createTimestamps(time, computerId, stamp(9, computerId));
  captureChanges(db, 'a', KINDS);
  return createSharedDocs(db, {
    accountId: 'a',
    timestamps: stamps,
    kinds: KINDS,
    uptime: () => 0,
    time: { ...time, latest: () => Number.MAX_SAFE_INTEGER },
    onUnwritten: (_, error) => {
      throw error;
    },
  });
};
const capOf = (db: Database): number | null | undefined => findOrder(db, 'a', 5).monthCapKopecks;

it('terms of one field become several fields, and terms that waited to be published are published', () => {
  const [first, one, other] = [stamp(1, '11111111'), stamp(2, '11111111'), stamp(3, '22222222')];
  const [mine, theirs] = [openOld('11111111', 5_000, one), openOld('22222222', 9_000, other)];
  // Neither computer knows the other's change yet.
  for (const [db, at] of [
    [mine, one],
    [theirs, other],
  ] as const)
    db.run(
      "INSERT INTO shared_unsent (account_id, kind, uid, field, stamp, base) VALUES ('a', 'order', 'order-5', 'terms', ?, ?)",
      at,
      first,
    );
  const [here, there] = [share(mine, '11111111'), share(theirs, '22222222')];
  const told = here.outgoing();
  expect(Object.keys(told?.records[0]?.fields ?? {})).toEqual(
    expect.arrayContaining(['action', 'cap', 'ceiling', 'hours', 'mode', 'whom']),
  );
  there.apply(told?.records ?? []);
  told?.sent();
  here.apply(there.outgoing()?.records ?? []);
  for (const db of [mine, theirs]) {
    expect(findOrder(db, 'a', 5)).toMatchObject({
      ceilingKopecks: 100,
      monthCapKopecks: 5_000,
      mode: 'do',
      tag: 'vip',
      flaw: null,
      overruled: [{ term: 'cap', kopecks: 9_000 }],
    });
  }
});

it('a change without a timestamp is published, too', () => {
  const db = openOld('11111111', 5_000, stamp(1, '11111111'));
  db.run("INSERT INTO shared_dirty (account_id, kind, local_id, field) VALUES ('a', 'order', 5, 'terms')");
  const docs = share(db, '11111111');
  while (docs.timestampChanges());
  expect(docs.outgoing()?.records[0]?.fields.cap).toMatchObject([
    expect.any(String),
    [5_000, null],
    stamp(1, '11111111'),
  ]);
});

it('earlier messages of other computers are applied to the new fields', () => {
  const db = openOld('11111111', 5_000, stamp(1, '11111111'));
  const docs = share(db, '11111111');
  const action = JSON.stringify({ kind: 'vpn-renew', periodMonths: 3, daysBefore: 3 });
  const terms = [action, 'tag', 'new', 'ask', null, 7_000, null, null];
  docs.apply([
    { kind: 'order', uid: 'order-5', fields: { terms: [stamp(4, '22222222'), terms, stamp(1, '11111111')] } },
  ]);
  expect(capOf(db)).toBe(7_000);
  expect(findOrder(db, 'a', 5)).toMatchObject({ tag: 'new', mode: 'ask', overruled: [] });
});
