import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startedDueItems } from '#core/automation/standing/due-item-repository.ts';
import { insertClient } from '#core/catalogue/clients/client-repository.ts';
import { findPurchase } from '#core/money/purchases/purchase-ledger.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { migrate } from '#core/platform/sqlite/migrate.ts';
import { MIGRATIONS } from '#core/platform/sqlite/migrations.ts';
import { SHARED_DESK_SCHEMA } from '#core/platform/sqlite/schema/schema.ts';
import { findMembership } from '#core/sync/membership/membership.ts';
import { captureChanges } from '#core/sync/model/capture.ts';
import { KINDS } from '#core/sync/model/kinds.ts';
import { createSharedDocs } from '#core/sync/model/shared-docs.ts';
import { createSharedTime } from '#core/sync/model/shared-time.ts';
import { createTimestamps, EPOCH } from '#core/sync/model/timestamps.ts';
import { purchasesProcedures } from '#shared/contract/purchases.ts';
import { addAccount, openDeskBefore, openDeskDatabase } from '../../../support/desk-database.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const OWN = '11111111';
const COLLEAGUE = '22222222';
const WRITTEN = Date.UTC(2026, 0, 5);
const NOW = WRITTEN + 3_600_000;

const stamp = (ms: number, mark = OWN): string => `${ms.toString(16).padStart(12, '0')}0000${mark}`;
const KEPT = stamp(WRITTEN + 1);
const LATER = stamp(WRITTEN + 2);
const EMPTY = stamp(0);

let db: Database;
beforeEach(() => {
  db = openDeskBefore(SHARED_DESK_SCHEMA);
  addDesk('a', LATER, '');
});
afterEach(() => db.close());

/** Adds a membership to a desk of the version before. */
const addDesk = (accountId: string, last: string, mark: string): void => {
  db.run(
    `INSERT INTO shared_desks (account_id, desk_id, computer_id, head, last_timestamp, store_mark)
      VALUES (?, 'd', ?, x'00', ?, ?)`,
    ...[accountId, OWN, last, mark],
  );
};
const addClient = (key: string, tags: readonly string[] = []): number =>
  insertClient(
    db,
    'a',
    { messengerId: 1, clientKey: key, name: key, note: `of ${key}`, plan: '', tags, paidUntil: null },
    WRITTEN,
  );
/** Returns the name under which all computers know a client. */
const uidOf = (key: string): string =>
  createHash('sha256')
    .update(JSON.stringify(['client', [1, key]]))
    .digest('base64url')
    .slice(0, 22);
const addDoc = (key: string, localId: number, timestamps: Readonly<Record<string, string>>): void => {
  db.run(
    "INSERT INTO shared_docs (account_id, kind, uid, local_id, timestamps) VALUES ('a', 'client', ?, ?, ?)",
    uidOf(key),
    localId,
    JSON.stringify(timestamps),
  );
};
const addChanged = (localId: number, ...fields: readonly string[]): void => {
  for (const field of fields)
    db.run(
      "INSERT INTO shared_changed_fields (account_id, kind, local_id, field) VALUES ('a', 'client', ?, ?)",
      localId,
      field,
    );
};
const addWaiting = (key: string, field: string, timestamp: string, base: string | null): void => {
  db.run(
    `INSERT INTO shared_outbox (account_id, kind, uid, field, timestamp, base) VALUES ('a', 'client', ?, ?, ?, ?)`,
    ...[uidOf(key), field, timestamp, base],
  );
};

/** Opens the shared records of a converted desk. */
const openDocs = (of: Database, computerId: string) => {
  captureChanges(of, 'a', KINDS);
  const time = createSharedTime(createFakeClock(NOW));
  return createSharedDocs(of, {
    accountId: 'a',
    timestamps: createTimestamps(time, computerId, findMembership(of, 'a')?.lastTimestamp ?? null),
    kinds: KINDS,
    uptime: () => 0,
    time: { ...time, latest: () => Number.MAX_SAFE_INTEGER },
    onUnwritten: (_, error) => {
      throw error;
    },
  });
};
const convert = () => {
  migrate(db, MIGRATIONS, () => {});
  return openDocs(db, OWN);
};
type Docs = ReturnType<typeof convert>;
/** Returns the fields that the desk publishes of each client, by its key. */
const published = (docs: Docs, ...keys: readonly string[]) => {
  const records = docs.outgoing()?.records ?? [];
  return Object.fromEntries(
    keys.map((key) => [key, records.find(({ uid }) => uid === uidOf(key))?.fields ?? 'nothing']),
  );
};

describe('what waits to be published', () => {
  it('is published with the same times as before: new clients, those from before the desk was shared, single fields', () => {
    const [added, initial, both, edited] = ['added', 'initial', 'both', 'edited'].map((key) => addClient(key));
    addChanged(added ?? 0, '*');
    addChanged(initial ?? 0, '^');
    addChanged(both ?? 0, '*', '^');
    addDoc('edited', edited ?? 0, { made: KEPT, name: KEPT, note: KEPT });
    addChanged(edited ?? 0, 'note');
    const docs = convert();
    while (docs.timestampChanges());

    const fields = published(docs, 'added', 'initial', 'both', 'edited');
    const ofNow = expect.stringMatching(new RegExp(`^${NOW.toString(16).padStart(12, '0')}.{4}${OWN}$`));
    expect(fields.added).toMatchObject({ name: [ofNow, ['added', 'added'], null], note: [ofNow, ['of added'], null] });
    for (const key of ['initial', 'both'])
      expect(fields[key], key).toMatchObject({
        name: [stamp(WRITTEN), [key, key], null],
        plan: [EMPTY, ['', null], null],
      });
    expect(fields.edited).toEqual({ note: [ofNow, ['of edited'], KEPT] });
    expect(db.values('SELECT uid FROM shared_outbox_records WHERE is_initial = 1').toSorted()).toEqual(
      [uidOf('initial'), uidOf('both')].toSorted(),
    );
    for (const table of ['shared_changed_fields', 'shared_changed_records'])
      expect(db.all(`SELECT * FROM ${table}`), table).toEqual([]);
  });

  it('leaves the outbox as before, whole records and single fields', () => {
    for (const key of ['whole', 'initial', 'field', 'mixed'])
      addDoc(key, addClient(key), { made: KEPT, name: EMPTY, note: LATER });
    addWaiting('whole', '*', LATER, null);
    addWaiting('initial', '*', LATER, EMPTY);
    addWaiting('field', 'note', LATER, KEPT);
    addWaiting('mixed', '*', LATER, null);
    addWaiting('mixed', 'note', LATER, KEPT);
    const docs = convert();

    expect(docs.countUnpublished()).toBe(4);
    const [name, note] = [(key: string) => [EMPTY, [key, key], null], (key: string) => [LATER, [`of ${key}`], null]];
    expect(published(docs, 'whole', 'initial', 'field', 'mixed')).toEqual({
      whole: { made: [KEPT, expect.anything(), null], name: name('whole'), note: note('whole') },
      initial: { made: [KEPT, expect.anything(), null], name: name('initial'), note: note('initial') },
      field: { note: [LATER, ['of field'], KEPT] },
      mixed: { made: [KEPT, expect.anything(), null], name: name('mixed'), note: [LATER, ['of mixed'], KEPT] },
    });
    docs.outgoing()?.sent();
    expect(docs.outgoing()).toBeNull();
    expect(docs.countUnpublished()).toBe(0);
  });

  it('keeps a client from before the desk was shared that a colleague had removed', () => {
    for (const key of ['known', 'initial']) addDoc(key, addClient(key), { made: KEPT, name: KEPT });
    addWaiting('known', '*', KEPT, null);
    addWaiting('initial', '*', KEPT, EMPTY);
    const docs = convert();
    const removal = { removed: [stamp(NOW, COLLEAGUE), 2, null] } as const;
    docs.apply(['known', 'initial'].map((key) => ({ kind: 'client', uid: uidOf(key), fields: removal })));
    expect(db.values('SELECT client_key FROM clients WHERE removed = 0')).toEqual(['initial']);
  });

  it('still knows which tags and removals are off', () => {
    const client = addClient('restored', ['vip']);
    const timestamps = { made: KEPT, removed: `-${KEPT}`, 'tags/vip': KEPT, 'tags/old "one"': `-${LATER}` };
    addDoc('restored', client, timestamps);
    addDoc('other', addClient('other'), { made: KEPT });
    addWaiting('restored', '*', LATER, null);
    const docs = convert();

    expect(db.all('SELECT uid, timestamps, tombstones FROM shared_docs ORDER BY local_id')).toEqual([
      {
        uid: uidOf('restored'),
        timestamps: JSON.stringify({ made: KEPT, removed: KEPT, 'tags/vip': KEPT, 'tags/old "one"': LATER }),
        tombstones: JSON.stringify(['removed', 'tags/old "one"']),
      },
      { uid: uidOf('other'), timestamps: JSON.stringify({ made: KEPT }), tombstones: null },
    ]);
    expect(published(docs, 'restored').restored).toMatchObject({
      removed: [KEPT, 0, null],
      'tags/vip': [KEPT, 1, null],
      'tags/old "one"': [LATER, 0, null],
    });
    // An older change of a colleague brings neither the removal nor the tag back.
    const older = stamp(WRITTEN, COLLEAGUE);
    const fields = { removed: [older, 1, null], 'tags/old "one"': [older, 1, null] } as const;
    docs.apply([{ kind: 'client', uid: uidOf('restored'), fields }]);
    expect(db.values('SELECT removed FROM clients WHERE id = ?', client)).toEqual([0]);
    expect(db.values('SELECT tag FROM client_tags WHERE client_id = ?', client)).toEqual(['vip']);
  });
});

describe('what was set aside', () => {
  /** Sets something aside on a desk of the version before. */
  const setAside = (kind: string, uid: string, field: string, value: string, reason: string): void => {
    const timestamp = kind === '' ? EPOCH : stamp(NOW, COLLEAGUE);
    db.run(
      `INSERT INTO shared_set_aside (account_id, kind, uid, field, timestamp, value, base, reason, at)
        VALUES ('a', ?, ?, ?, ?, ?, NULL, ?, ?)`,
      ...[kind, uid, field, timestamp, value, reason, NOW],
    );
  };

  it('is passed on, counted and tried again as before: values, whole changes, and those for which there was no room', () => {
    setAside('client', 'one', 'future', '["x"]', 'unknown');
    setAside('client', 'two', 'future', '', 'unknown');
    setAside('', 'hash', '', '{"version":2}', 'unknown');
    setAside('', 'large', '', '', 'unknown');
    setAside('', 'unreadable', '', '', 'unfit');
    const { aside } = convert();

    expect(aside.isEmpty()).toBe(false);
    expect(aside.things()).toEqual([
      { kind: 'client', uid: 'one', fields: { future: [stamp(NOW, COLLEAGUE), ['x'], null] } },
    ]);
    expect(aside.has('client', 'two')).toBe(true);
    expect(aside.changes()).toEqual([{ version: 2 }]);
    expect(aside.hidesMoney()).toBe(true);
    expect(aside.sums()).toHaveLength(3);
    expect(aside.sums()).toEqual(
      expect.arrayContaining([
        { reason: 'unknown', mark: COLLEAGUE, count: 2 },
        { reason: 'unknown', mark: null, count: 2 },
        { reason: 'unfit', mark: null, count: 1 },
      ]),
    );
    // Changes without their content stay noted.
    aside.dropChanges();
    expect(aside.changes()).toEqual([]);
    expect(aside.sums()).toContainEqual({ reason: 'unknown', mark: null, count: 1 });
  });
});

describe('a membership', () => {
  it('knows its newest timestamp and its database, that there was none yet, and that the next one is another', () => {
    for (const id of ['b', 'c']) addAccount(db, id);
    addDesk('b', '', 'mark of the database');
    addDesk('c', KEPT, 'another');
    migrate(db, MIGRATIONS, () => {});
    expect(['a', 'b', 'c'].map((id) => findMembership(db, id))).toMatchObject([
      { lastTimestamp: LATER, storeMark: null, isStoreReplaced: false },
      { lastTimestamp: null, storeMark: 'mark of the database', isStoreReplaced: false },
      { lastTimestamp: KEPT, storeMark: null, isStoreReplaced: true },
    ]);
  });
});

describe('a due item', () => {
  it('that was started before the desk was restored from a copy is still paid for by no computer', () => {
    const orderId = db.run(
      `INSERT INTO standing_orders (account_id, name, action_json, targets_of, tag, mode, is_on, on_since, uid)
        VALUES ('a', '', '{}', 'tag', '', 'do', 1, 0, 'one')`,
    ).lastId;
    const addItem = (target: string, here: 0 | 1, elsewhere: string | null): number =>
      db.run(
        `INSERT INTO due_items (account_id, order_id, target, version, due_at, missed, state, at, started_here,
          started_elsewhere_by) VALUES ('a', ?, ?, 7, 8, 1, 'started', 9, ?, ?)`,
        ...[orderId, target, here, elsewhere],
      ).lastId;
    const items = [
      addItem('nobody', 0, null),
      addItem('here', 1, null),
      addItem('elsewhere', 0, COLLEAGUE),
      addItem('before the copy', 0, '-'),
    ];
    const [, here, elsewhere, beforeCopy] = items;
    const docs = convert();

    expect(
      db.all('SELECT started_elsewhere_by, started_before_copy FROM due_items WHERE id = ?', beforeCopy ?? 0),
    ).toEqual([{ started_elsewhere_by: null, started_before_copy: 1 }]);
    expect(startedDueItems(db, orderId, 'this').map(({ id }) => id)).toEqual([here]);
    expect(startedDueItems(db, orderId, 'others')).toMatchObject([
      { id: elsewhere, isSilent: true },
      { id: beforeCopy, isSilent: true },
    ]);
    // The other computers still hear the same about it.
    docs.publishAll();
    while (docs.timestampChanges());
    const begun = docs
      .outgoing()
      ?.records.flatMap(({ kind, fields }) => (kind === 'occasion' ? fields.begun?.[1] : []));
    expect(begun?.toSorted()).toEqual(['', '-', OWN, COLLEAGUE].toSorted());
    expect(() => db.run('UPDATE due_items SET started_here = 1')).toThrow('CHECK constraint failed');
  });
});

describe('the purchase of a client who is not on this desk', () => {
  const shape = purchasesProcedures['purchases.get'].output;
  const addPurchase = (clientKey: string, order: object): number =>
    db.run(
      `INSERT INTO purchases (account_id, kind, messenger_id, client_key, client_name, order_json, outcome, price_kopecks,
        evidence_before, search_text, client_sort, created_at, computer)
        VALUES ('a', 'vpn-buy', 1, ?, '', ?, 'charged', 100, '{}', '', '', ?, ?)`,
      ...[clientKey, JSON.stringify({ kind: 'vpn-buy', ...order, periodMonths: 3 }), WRITTEN, COLLEAGUE],
    ).lastId;

  it('names no client any more, is shown in the ledger, and is the same purchase on the other computers', () => {
    const gone = addPurchase('gone', { clientId: 2 ** 40 });
    const here = addPurchase('here', { clientId: 7 });
    const docs = convert();

    expect([gone, here].map((id) => shape.parse(findPurchase(db, 'a', id)).order)).toEqual([
      { kind: 'vpn-buy', clientId: null, periodMonths: 3 },
      { kind: 'vpn-buy', clientId: 7, periodMonths: 3 },
    ]);
    docs.publishAll();
    while (docs.timestampChanges());
    const told = docs.outgoing()?.records ?? [];
    const made = told.flatMap(({ kind, fields }) => (kind === 'purchase' ? [fields.made?.[1]] : []));
    expect(made).toHaveLength(2);
    for (const columns of made) expect(columns).toContain('{"kind":"vpn-buy","periodMonths":3}');

    const other = openDeskDatabase();
    other.run(
      "INSERT INTO shared_desks (account_id, desk_id, computer_id, head) VALUES ('a', 'd', ?, x'00')",
      COLLEAGUE,
    );
    openDocs(other, COLLEAGUE).apply(told);
    const ids = other.values<number>('SELECT id FROM purchases');
    expect(ids.map((id) => shape.parse(findPurchase(other, 'a', id)).order)).toEqual(
      ids.map(() => ({ kind: 'vpn-buy', clientId: null, periodMonths: 3 })),
    );
    // Both computers know the purchases by the same names.
    const uids = (of: Database) => of.values("SELECT uid FROM shared_docs WHERE kind = 'purchase' ORDER BY uid");
    expect(uids(other)).toEqual(uids(db));
    expect(uids(db)).toHaveLength(2);
    other.close();
  });
});

it('the converted desk is intact', () => {
  addDoc('anna', addClient('anna'), { made: KEPT, removed: `-${KEPT}` });
  addWaiting('anna', '*', KEPT, null);
  migrate(db, MIGRATIONS, () => {});
  expect(db.values('PRAGMA integrity_check')).toEqual(['ok']);
  expect(db.all('PRAGMA foreign_key_check')).toEqual([]);
  db.run("DELETE FROM accounts WHERE id = 'a'");
  for (const table of ['shared_outbox_records', 'shared_docs']) expect(db.all(`SELECT * FROM ${table}`)).toEqual([]);
});
