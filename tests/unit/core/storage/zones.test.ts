import { afterEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '#core/platform/sqlite/database.ts';
import { EARLIER_MIGRATIONS } from '#core/platform/sqlite/earlier/index.ts';
import { zones } from '#core/platform/sqlite/earlier/migrations/049-zones.ts';
import { migrate } from '#core/platform/sqlite/migrate.ts';
import { captureChanges } from '#core/sync/model/capture.ts';
import { KINDS } from '#core/sync/model/kinds.ts';
import { createSharedDocs } from '#core/sync/model/shared-docs.ts';
import { createSharedTime } from '#core/sync/model/shared-time.ts';
import { createTimestamps } from '#core/sync/model/timestamps.ts';
import { localZone } from '#shared/domain/zoned-time.ts';
import { addAccount, runLaterMigrations } from '../../../support/desk-database.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const BEFORE = EARLIER_MIGRATIONS.slice(0, EARLIER_MIGRATIONS.indexOf(zones));
const AT = Date.UTC(2026, 0, 5);
const MADE = `${AT.toString(16).padStart(12, '0')}000111111111`;

const dbs: Database[] = [];
afterEach(() => {
  for (const db of dbs.splice(0)) db.close();
});

const openOld = (): Database => {
  const db = openDatabase(':memory:');
  dbs.push(db);
  migrate(db, BEFORE, () => {}, 1);
  addAccount(db, 'a');
  db.exec(`
    INSERT INTO standing_orders (id, account_id, uid, name, action_json, targets_of, tag, mode, is_on, on_since)
      VALUES (5, 'a', 'u-5', '', '{"kind":"vpn-renew","periodMonths":1,"daysBefore":3}', 'tag', 'vip', 'ask', 1, ${AT});
    INSERT INTO scheduled_lists (account_id, name, name_sort, what_json, tag, every, month_day, time, folder, folder_chosen,
        enabled, created_at)
      VALUES ('a', '', '', '{}', 'vip', 'day', 1, '09:00', '/', 1, 1, ${AT});
  `);
  return db;
};
const zoneOf = (db: Database): string | null => db.value<string>('SELECT zone FROM standing_orders');

it('earlier orders get the zone of this computer', () => {
  const db = openOld();
  migrate(db, EARLIER_MIGRATIONS, () => {}, 1);
  expect([zoneOf(db), db.value('SELECT zone FROM scheduled_lists')]).toEqual([localZone(), localZone()]);
});

describe('on a shared desk', () => {
  /** Opens a computer whose time zone differs from this one's. */
  const share = (mark: string, zone: string) => {
    const db = openOld();
    db.exec(`
      INSERT INTO shared_desks (account_id, desk_id, computer_id, head, last_stamp) VALUES ('a', 'd', '${mark}', x'00', '${MADE}');
      INSERT INTO shared_docs (account_id, kind, uid, local_id, stamps) VALUES ('a', 'order', 'order-5', 5, '{"made":"${MADE}"}');
    `);
    migrate(
      db,
      EARLIER_MIGRATIONS.map((one) => (one === zones ? one.replaceAll(`'${localZone()}'`, `'${zone}'`) : one)),
      () => {},
      1,
    );
    runLaterMigrations(db);
    const time = createSharedTime(createFakeClock(AT + 60_000));
    captureChanges(db, 'a', KINDS);
    const docs = createSharedDocs(db, {
      accountId: 'a',
      timestamps: createTimestamps(time, mark, MADE),
      kinds: KINDS,
      uptime: () => 0,
      time: { ...time, latest: () => Number.MAX_SAFE_INTEGER },
      onUnwritten: (_, error) => {
        throw error;
      },
    });
    return { db, docs };
  };

  it.each([
    [['11111111', '22222222', '33333333'], 'Europe/Moscow'],
    [['33333333', '22222222', '11111111'], 'Europe/Moscow'],
    // The computer that created the order is gone, so all computers choose the same one of the others.
    [['22222222', '33333333'], 'Asia/Tokyo'],
    [['33333333', '22222222'], 'Asia/Tokyo'],
  ])('all of %s get the zone of the computer that created the order', (marks, wanted) => {
    const zoneBy = new Map([
      ['11111111', 'Europe/Moscow'],
      ['22222222', 'Europe/Berlin'],
      ['33333333', 'Asia/Tokyo'],
    ]);
    const computers = marks.map((mark) => share(mark, zoneBy.get(mark) ?? ''));
    const told = computers.map(({ docs }) => docs.outgoing()?.records ?? []);
    for (const { docs } of computers) for (const one of told) docs.apply(one);
    expect(computers.map(({ db }) => zoneOf(db))).toEqual(marks.map(() => wanted));
    // A later choice of the user outweighs all that.
    const [first] = computers;
    if (first === undefined) throw new Error('no computers');
    first.db.run("UPDATE standing_orders SET zone = 'America/Lima'");
    while (first.docs.timestampChanges());
    const chosen = first.docs.outgoing()?.records ?? [];
    for (const { docs } of computers) docs.apply(chosen);
    for (const { docs } of computers) for (const one of told) docs.apply(one);
    expect(new Set(computers.map(({ db }) => zoneOf(db)))).toEqual(new Set(['America/Lima']));
  });

  it('an order from an app without zones gets the zone of its reader, and one with an invalid zone is set aside', () => {
    const { db, docs } = share('11111111', 'Europe/Moscow');
    const at = (counter: number) => `${(AT + 1_000 + counter).toString(16).padStart(12, '0')}0001deadbeef`;
    const action = JSON.stringify({ kind: 'vpn-renew', periodMonths: 1, daysBefore: 3 });
    docs.apply([
      {
        kind: 'order',
        uid: 'older-order',
        fields: {
          made: [at(1), ['u-6'], null],
          name: [at(1), ['Older'], null],
          terms: [at(1), [action, 'tag', 'vip', 'ask', null, null, null, null], null],
          on: [at(1), [1], null],
          since: [at(1), [AT], null],
        },
      },
    ]);
    const older = () => db.value<string>("SELECT zone FROM standing_orders WHERE uid = 'u-6'");
    expect(older()).toBe(localZone());
    while (docs.timestampChanges());
    expect(docs.outgoing()?.records.find(({ uid }) => uid === 'older-order')?.fields.zone?.[1]).toEqual([localZone()]);
    docs.apply([{ kind: 'order', uid: 'older-order', fields: { zone: [at(120_000), ['Moon/Base'], null] } }]);
    expect(older()).toBe(localZone());
    expect(docs.aside.has('order', 'older-order')).toBe(true);
  });
});
