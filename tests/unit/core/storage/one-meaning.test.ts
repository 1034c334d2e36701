import { afterEach, beforeEach, expect, it } from 'vitest';
import { startedDueItems } from '#core/automation/standing/due-item-repository.ts';
import { ordersStartedBeforeOff } from '#core/automation/standing/standing-repository.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { migrate } from '#core/platform/sqlite/migrate.ts';
import { FIRST_VERSION, MIGRATIONS } from '#core/platform/sqlite/migrations.ts';
import { ONE_MEANING_SCHEMA } from '#core/platform/sqlite/schema/schema.ts';
import { findBot, putBot } from '#core/telegram/bot-repository.ts';
import { addAccount, openDeskBefore } from '../../../support/desk-database.ts';

const MARK = '0a1b2c3d';

let db: Database;
beforeEach(() => {
  db = openDeskBefore(ONE_MEANING_SCHEMA);
});
afterEach(() => db.close());

/** Adds an item to a desk of the version before, with what its former column says about who has started it. */
const addItem = (orderId: number, target: string, startedBy: string | null | undefined): number => {
  const { lastId } = db.run(
    `INSERT INTO due_items (account_id, order_id, target, version, due_at, missed, state, at, price_kopecks, charge, tries)
      VALUES ('a', ?, ?, 7, 8, 1, 'started', 9, 10, 11, 12)`,
    orderId,
    target,
  );
  if (startedBy !== undefined) db.run('UPDATE due_items SET started_by = ? WHERE id = ?', startedBy, lastId);
  return lastId;
};
const addOrder = (uid: string, isOn: 0 | 1): number =>
  db.run(
    `INSERT INTO standing_orders (account_id, name, action_json, targets_of, tag, mode, is_on, on_since, uid)
      VALUES ('a', '', '{}', 'tag', '', 'do', ?, 0, ?)`,
    isOn,
    uid,
  ).lastId;
const idsOf = (items: readonly { readonly id: number }[]): readonly number[] => items.map(({ id }) => id);

it('keeps who has begun to pay for an item, so that no computer pays for it again', () => {
  const orderId = addOrder('one', 1);
  const offWithNone = addOrder('two', 0);
  const offWithOwn = addOrder('three', 0);
  const offWithOthers = addOrder('four', 0);
  const items = {
    untouched: addItem(orderId, 'untouched', undefined),
    ended: addItem(orderId, 'ended', ''),
    here: addItem(orderId, 'here', null),
    elsewhere: addItem(orderId, 'elsewhere', MARK),
    beforeCopy: addItem(orderId, 'beforeCopy', '-'),
  };
  addItem(offWithNone, 'none', '');
  addItem(offWithOwn, 'own', null);
  addItem(offWithOthers, 'others', MARK);
  const before = db.all('SELECT * FROM due_items ORDER BY id');

  migrate(db, MIGRATIONS, () => {});

  expect(db.value('PRAGMA user_version')).toBe(FIRST_VERSION + MIGRATIONS.length - 1);
  expect(
    db.all(
      `SELECT target, started_here, started_elsewhere_by, started_before_copy FROM due_items WHERE order_id = ?
        ORDER BY id`,
      orderId,
    ),
  ).toEqual([
    { target: 'untouched', started_here: 0, started_elsewhere_by: null, started_before_copy: 0 },
    { target: 'ended', started_here: 0, started_elsewhere_by: null, started_before_copy: 0 },
    { target: 'here', started_here: 1, started_elsewhere_by: null, started_before_copy: 0 },
    { target: 'elsewhere', started_here: 0, started_elsewhere_by: MARK, started_before_copy: 0 },
    { target: 'beforeCopy', started_here: 0, started_elsewhere_by: null, started_before_copy: 1 },
  ]);
  expect(idsOf(startedDueItems(db, orderId, 'this'))).toEqual([items.here]);
  expect(startedDueItems(db, orderId, 'others')).toMatchObject([
    { id: items.elsewhere, isSilent: true },
    { id: items.beforeCopy, isSilent: true },
  ]);
  expect(idsOf(ordersStartedBeforeOff(db, 'a'))).toEqual([offWithOwn]);
  // Everything else about an item is as it was.
  const rest = (row: object): object =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith('started')));
  expect(db.all<object>('SELECT * FROM due_items ORDER BY id').map(rest)).toEqual(before.map((row) => rest(row ?? {})));
  expect(db.values('PRAGMA integrity_check')).toEqual(['ok']);
});

it('keeps the day whose summary is done, and none where there was none', () => {
  for (const id of ['b', 'c']) addAccount(db, id);
  for (const [account, day] of [
    ['a', ''],
    ['b', '2026-11-20'],
  ]) {
    db.run(
      "INSERT INTO telegram_bots (account_id, bot_id, user_name, summary_day) VALUES (?, 1, '', ?)",
      account ?? '',
      day ?? '',
    );
  }
  migrate(db, MIGRATIONS, () => {});
  putBot(db, 'c', { id: 2, username: 'bot' });
  expect(['a', 'b', 'c'].map((id) => findBot(db, id)?.summaryDoneDay)).toEqual([null, '2026-11-20', null]);
});

it('lets no item be started both here and elsewhere', () => {
  migrate(db, MIGRATIONS, () => {});
  db.run(
    `INSERT INTO due_items (account_id, order_id, target, version, due_at, missed, state, at, started_here)
      VALUES ('a', ?, '', 0, 0, 0, 'started', 0, 1)`,
    addOrder('one', 1),
  );
  expect(() => db.run('UPDATE due_items SET started_elsewhere_by = ?', MARK)).toThrow('CHECK constraint failed');
  db.run('UPDATE due_items SET started_here = 0, started_elsewhere_by = ?', MARK);
});

it('finds the started items of an order by their index', () => {
  migrate(db, MIGRATIONS, () => {});
  for (const condition of [
    'o.started_here = 1',
    'o.started_elsewhere_by IS NOT NULL',
    '(o.started_elsewhere_by IS NOT NULL OR o.started_before_copy = 1)',
  ]) {
    const plan = db.all<{ detail: string }>(
      `EXPLAIN QUERY PLAN SELECT id FROM due_items o WHERE o.order_id = 1 AND ${condition}`,
    );
    expect(plan.map(({ detail }) => detail).join(), condition).toContain('due_items_started');
  }
});
