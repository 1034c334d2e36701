import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ClientList, createClientList } from '#core/catalogue/clients/client-list.ts';
import { insertClient, purgeClient, writeClient } from '#core/catalogue/clients/client-repository.ts';
import { type Database, openDatabase } from '#core/platform/sqlite/database.ts';
import { EARLIER_MIGRATIONS } from '#core/platform/sqlite/earlier/index.ts';
import { clientGrams } from '#core/platform/sqlite/earlier/migrations/019-client-grams.ts';
import type { ClientFilter, ClientSort } from '#shared/contract/clients.ts';
import { searchTextOf } from '#shared/domain/client-fields.ts';
import { searchWords } from '#shared/domain/fold-text.ts';
import { localDate, shiftDay } from '#shared/domain/local-date.ts';
import { NEED_SETTINGS, NO_CLIENT_FILTER } from '../../support/client-questions.ts';
import { openDeskDatabase, runEarlierMigrations, runLaterMigrations } from '../../support/desk-database.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

let folder: string;
let db: Database;
let list: ClientList;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'client-list-'));
  db = openDeskDatabase(['mine', 'other'], join(folder, 'desk.db'));
  list = createClientList({ db, clock: createFakeClock(0), settings: () => NEED_SETTINGS });
});
afterEach(async () => {
  db.close();
  await rm(folder, { recursive: true, force: true });
});

const by = (sort: ClientSort['by'], direction: ClientSort['direction'] = 'asc') =>
  list.ids('mine', { filter: NO_CLIENT_FILTER, sort: { by: sort, direction } });

describe('the order', () => {
  const add = (id: number, accountId = 'mine'): void => {
    db.run(
      `INSERT INTO clients (id, account_id, messenger_id, client_key, name, note, name_sort, key_sort, created_at,
         updated_at) VALUES (?, ?, ?, 'key', '', '', 'name ' || ?, 'key ' || ?, ?, 0)`,
      id,
      accountId,
      id,
      id,
      id,
      id,
    );
  };
  const set = (id: number, column: string, value: string | number | null): void => {
    db.run(`UPDATE clients SET ${column} = ? WHERE id = ?`, value, id);
  };
  beforeEach(() => {
    for (const id of [1, 2, 3, 4]) add(id);
  });

  it.each([
    ['name', 'name_sort', 'zzz'],
    ['clientKey', 'key_sort', 'zzz'],
    ['messengerId', 'messenger_id', 900],
    ['trafficGb', 'traffic_gb', 5],
    ['lastPurchaseAt', 'last_purchase_at', 5],
    ['vpnActive', 'vpn_active', 5],
    ['nextExpiry', 'next_expiry', 5],
    ['plan', 'plan_sort', 'zzz'],
    ['paidUntil', 'paid_until', 'zzz'],
  ] as const)('by %s follows every change of that column, with missing values last', (sort, column, value) => {
    for (const id of [1, 2, 3, 4]) set(id, column, typeof value === 'string' ? `a${id}` : id - 10);
    expect(by(sort)).toEqual([1, 2, 3, 4]);
    set(2, column, value);
    expect(by(sort)).toEqual([1, 3, 4, 2]);
    expect(by(sort, 'desc')).toEqual([2, 4, 3, 1]);
    if (sort === 'messengerId' || sort === 'clientKey') return;
    set(1, column, null);
    expect(by(sort)).toEqual([3, 4, 2, 1]);
    expect(by(sort, 'desc')).toEqual([2, 4, 3, 1]);
  });

  it('works with two tags, however high the ids of a restored desk are', () => {
    const high = [2 ** 31, 2 ** 45, Number.MAX_SAFE_INTEGER - 10];
    for (const id of high) add(id);
    for (const id of [2, ...high]) {
      for (const tag of ['a', 'b'])
        db.run('INSERT INTO client_tags (account_id, tag, client_id) VALUES (?, ?, ?)', 'mine', tag, id);
    }
    const filter = { ...NO_CLIENT_FILTER, tags: ['a', 'b'] };
    expect(list.ids('mine', { filter, sort: { by: 'createdAt', direction: 'asc' } })).toEqual([2, ...high]);
  });

  it('follows clients that come and go, including the archive', () => {
    expect(by('name')).toEqual([1, 2, 3, 4]);
    set(2, 'removed', 1);
    expect(by('name')).toEqual([1, 3, 4]);
    set(2, 'removed', 0);
    set(4, 'archived', 1);
    expect(by('name')).toEqual([1, 2, 3]);
    const archived = { ...NO_CLIENT_FILTER, archived: true };
    expect(list.ids('mine', { filter: archived, sort: { by: 'name', direction: 'asc' } })).toEqual([4]);
    add(5);
    add(6, 'other');
    db.run('DELETE FROM clients WHERE id = 1');
    expect(by('name')).toEqual([2, 3, 5]);
    expect(by('createdAt', 'desc')).toEqual([5, 3, 2]);
  });

  it('is the former one after a rollback, and empty once the clients of the account are deleted', () => {
    expect(by('name')).toEqual([1, 2, 3, 4]);
    const broken = () =>
      db.transaction(() => {
        set(1, 'name_sort', 'zzz');
        throw new Error('taken back');
      });
    expect(broken).toThrow('taken back');
    expect(by('name')).toEqual([1, 2, 3, 4]);
    set(3, 'name_sort', 'zzz');
    expect(by('name')).toEqual([1, 2, 4, 3]);
    db.run("DELETE FROM clients WHERE account_id = 'mine'");
    expect(by('name')).toEqual([]);
  });
});

describe('the filters', () => {
  const DAY = 86_400_000;
  const NOW = 1_000 * DAY;
  const found = (filter: Partial<ClientFilter>) => {
    const deps = { db, clock: createFakeClock(NOW), settings: () => NEED_SETTINGS };
    return createClientList(deps).ids('mine', {
      filter: { ...NO_CLIENT_FILTER, ...filter },
      sort: { by: 'createdAt', direction: 'asc' },
    });
  };
  const add = (
    name: string,
    tags: readonly string[],
    columns: Readonly<Record<string, number | string | null>> = {},
  ): number => {
    const id = insertClient(
      db,
      'mine',
      { messengerId: 1, clientKey: name, name, note: '', plan: '', tags: [...tags], paidUntil: null },
      0,
    );
    for (const [column, value] of Object.entries(columns))
      db.run(`UPDATE clients SET ${column} = ? WHERE id = ?`, value, id);
    return id;
  };

  it('find clients with all of the chosen tags, or with any of them', () => {
    const [a, b, both] = [add('a', ['a']), add('b', ['b', 'c']), add('both', ['a', 'b'])];
    add('neither', ['c']);
    expect(found({ tags: ['a', 'b'] })).toEqual([both]);
    expect(found({ tags: ['a', 'b'], tagsMatch: 'any' })).toEqual([a, b, both]);
    expect(found({ tags: [], tagsMatch: 'any' })).toHaveLength(4);
    expect(found({ tags: ['b'], tagsMatch: 'any', search: 'both' })).toEqual([both]);
  });

  it('find clients whose last purchase is longer ago than chosen, to the millisecond, or who have none', () => {
    const never = add('never', []);
    add('today', [], { last_purchase_at: NOW });
    add('edge', [], { last_purchase_at: NOW - 30 * DAY });
    const month = add('month', [], { last_purchase_at: NOW - 30 * DAY - 1 });
    const year = add('year', [], { last_purchase_at: NOW - 365 * DAY });
    const filed = add('filed', [], { last_purchase_at: NOW - 365 * DAY, archived: 1 });
    expect(found({ lastPurchase: 'never' })).toEqual([never]);
    expect(found({ lastPurchase: 'over-30' })).toEqual([month, year]);
    expect(found({ lastPurchase: 'over-90' })).toEqual([year]);
    expect(found({ lastPurchase: 'over-180', archived: true })).toEqual([filed]);
  });

  it('find clients without a running subscription, but not those whose subscriptions were never read', () => {
    const ended = add('ended', [], { vpn_active: 0, vpn_total: 2 });
    const none = add('none', [], { vpn_active: 0, vpn_total: 0 });
    add('running', [], { vpn_active: 1, vpn_total: 1 });
    add('unread', [], { vpn_active: null });
    expect(found({ withoutVpn: true })).toEqual([ended, none]);
  });

  it('find clients whose paid time has ended, ends soon, or is not known, by whole days', () => {
    const day = (days: number): string => shiftDay(localDate(NOW), days);
    const paid = (name: string, days: number, columns = {}): number =>
      add(name, [], { paid_until: day(days), ...columns });
    const long = paid('long', -400);
    const yesterday = paid('yesterday', -1);
    const today = paid('today', 0);
    const week = paid('week', 7);
    const later = paid('later', 8);
    const month = paid('month', 30);
    paid('far', 31);
    const unknown = add('unknown', []);
    const filed = paid('filed', -1, { archived: 1 });
    expect(found({ paidUntil: 'ended' })).toEqual([long, yesterday]);
    expect(found({ paidUntil: 'within-7' })).toEqual([today, week]);
    expect(found({ paidUntil: 'within-30' })).toEqual([today, week, later, month]);
    expect(found({ paidUntil: 'none' })).toEqual([unknown]);
    expect(found({ paidUntil: 'ended', archived: true })).toEqual([filed]);
  });

  it('find clients to remind about the payment, but not those whose VPN here has alerts of its own', () => {
    const day = (days: number): string => shiftDay(localDate(NOW), days);
    const paid = (name: string, days: number, columns = {}): number =>
      add(name, [], { paid_until: day(days), ...columns });
    paid('long ago', -8);
    const ended = paid('ended', -7);
    const soon = paid('soon', 7);
    paid('later', 8);
    paid('with VPN', 1, { next_expiry: NOW + 90 * DAY });
    paid('with a VPN that has just ended', 1, { next_expiry: NOW - DAY });
    const lapsed = paid('with a VPN that ended long ago', 1, { next_expiry: NOW - 60 * DAY });
    paid('filed', 1, { archived: 1 });
    expect(found({ paidUntil: 'due' })).toEqual([ended, soon, lapsed]);
    const quiet = { ...NEED_SETTINGS, alertSevenDays: false, alertExpired: false };
    const ids = (settings: typeof NEED_SETTINGS) =>
      createClientList({ db, clock: createFakeClock(NOW), settings: () => settings }).ids('mine', {
        filter: { ...NO_CLIENT_FILTER, paidUntil: 'due' },
        sort: { by: 'createdAt', direction: 'asc' },
      });
    expect(ids(quiet)).toEqual([lapsed]);
    expect(ids({ ...quiet, alertThreeDays: false, alertOneDay: false })).toEqual([]);
  });

  it('count a client as no longer paid from midnight on, without a write', async () => {
    const clock = createFakeClock(NOW);
    const timed = createClientList({ db, clock, settings: () => NEED_SETTINGS });
    const id = add('today', [], { paid_until: localDate(NOW) });
    const sort = { by: 'createdAt', direction: 'asc' } as const;
    const ids = () => timed.ids('mine', { filter: { ...NO_CLIENT_FILTER, paidUntil: 'ended' }, sort });
    expect(ids()).toEqual([]);
    await clock.advance(DAY);
    expect(ids()).toEqual([id]);
  });

  it('find a client as soon as the last purchase is long enough ago, without a write', async () => {
    const clock = createFakeClock(NOW);
    const timed = createClientList({ db, clock, settings: () => NEED_SETTINGS });
    const id = add('month', [], { last_purchase_at: NOW - 30 * DAY });
    const ids = () =>
      timed.ids('mine', {
        filter: { ...NO_CLIENT_FILTER, lastPurchase: 'over-30' },
        sort: { by: 'createdAt', direction: 'asc' },
      });
    expect(ids()).toEqual([]);
    await clock.advance(60_000);
    expect(ids()).toEqual([id]);
  });
});

describe('a search', () => {
  let messengerId = 0;
  const fieldsOf = (name: string) => {
    messengerId += 1;
    return { messengerId, clientKey: 'k', name, note: '', plan: '', tags: [], paidUntil: null };
  };
  const add = (name: string): number => insertClient(db, 'mine', fieldsOf(name), 0);
  const found = (search: string) =>
    list.ids('mine', { filter: { ...NO_CLIENT_FILTER, search }, sort: { by: 'createdAt', direction: 'asc' } });

  it('finds exactly the clients with all the words, of any length and in any script', () => {
    // Few characters, so that words match in several ways or nearly match; one is outside the basic plane.
    const text = fc.array(fc.constantFrom('а', 'б', 'в', '1', '-', ' ', '👍', '"', '%'), { maxLength: 14 });
    const texts = fc.array(
      text.map((characters) => characters.join('')),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(texts, text, (names, typed) => {
        db.run('DELETE FROM clients');
        const search = typed.join('');
        const ids = names.map((name): readonly [number, string] => {
          const fields = fieldsOf(name);
          return [insertClient(db, 'mine', fields, 0), searchTextOf(fields)];
        });
        const words = searchWords(search);
        const wanted = ids.filter(([, folded]) => words.every((word) => folded.includes(word))).map(([id]) => id);
        expect(found(search)).toEqual(wanted);
      }),
    );
  });

  it('compares a long text to its end', () => {
    const long = 'abcdefghij'.repeat(20);
    const whole = add(`${long}z`);
    add(`${long}y`);
    expect(found(`${long}z`)).toEqual([whole]);
  });

  it('finds more clients than a separate sort handles, in the order of the sort', () => {
    const ids = db.transaction(() => Array.from({ length: 1_500 }, (_, at) => add(at % 3 === 0 ? 'Анна' : 'Boris')));
    expect(found('анна')).toEqual(ids.filter((_, at) => at % 3 === 0));
    expect(found('b')).toHaveLength(1_000);
  });

  it('finds the current text, and not text that was replaced or undone', () => {
    const id = add('Before');
    expect(found('bef')).toEqual([id]);
    writeClient(db, id, fieldsOf('After'), 0);
    expect(found('bef')).toEqual([]);
    expect(found('aft')).toEqual([id]);
    const broken = () =>
      db.transaction(() => {
        writeClient(db, id, fieldsOf('Never'), 0);
        throw new Error('taken back');
      });
    expect(broken).toThrow('taken back');
    expect(found('never')).toEqual([]);
    expect(found('aft')).toEqual([id]);
    db.run('UPDATE clients SET removed = 1 WHERE id = ?', id);
    expect(purgeClient(db, id)).toBe(true);
    expect(found('aft')).toEqual([]);
    db.run('DELETE FROM clients');
    expect(db.get('SELECT count(*) AS n FROM client_grams')).toEqual({ n: 0 });
  });

  it('finds the clients of a desk of the previous version', () => {
    db.close();
    db = openDatabase(join(folder, 'older.db'));
    const before = EARLIER_MIGRATIONS.indexOf(clientGrams);
    runEarlierMigrations(db, 0, before);
    db.exec(`
      INSERT INTO accounts (id, label, base_url, is_sandbox, created_at) VALUES ('mine', '', '', 0, 0);
      INSERT INTO clients (id, account_id, messenger_id, client_key, name, note, key_sort, created_at, updated_at)
        VALUES (7, 'mine', 1, 'k', 'Семён', '', 'k', 0, 0);
      INSERT INTO client_texts (client_id, search_text) VALUES (7, 'семен');`);
    runEarlierMigrations(db, before);
    runLaterMigrations(db);
    list = createClientList({ db, clock: createFakeClock(0), settings: () => NEED_SETTINGS });
    expect(found('ём')).toEqual([7]);
    expect(found('семён')).toEqual([7]);
    expect(found('семена')).toEqual([]);
  });
});
