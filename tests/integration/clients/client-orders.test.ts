import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ClientOrders, createClientOrders } from '#core/clients/client-orders.ts';
import type { Database } from '#core/storage/database.ts';
import type { ClientSort } from '#shared/contract/clients.ts';
import { openDeskDatabase } from '../../support/desk-database.ts';

let folder: string;
let db: Database;
let orders: ClientOrders;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orders-'));
  db = openDeskDatabase(['mine', 'other'], join(folder, 'desk.db'));
  for (const id of [1, 2, 3, 4]) add(id);
  orders = createClientOrders(db);
});
afterEach(async () => {
  db.close();
  await rm(folder, { recursive: true, force: true });
});

const add = (id: number, accountId = 'mine'): void => {
  db.run(
    `INSERT INTO clients (id, account_id, messenger_id, client_key, name, note, name_sort, key_sort, created_at,
       updated_at) VALUES (?, ?, ?, 'key', '', '', 'name ' || ?, 'key ' || ?, ?, 0)`,
    ...[id, accountId, id, id, id, id],
  );
};
const set = (id: number, column: string, value: string | number | null): void => {
  db.run(`UPDATE clients SET ${column} = ? WHERE id = ?`, value, id);
};
const by = (sort: ClientSort['by'], direction: ClientSort['direction'] = 'asc') =>
  orders.ids('mine', false, { by: sort, direction });

it.each([
  ['name', 'name_sort', 'zzz'],
  ['clientKey', 'key_sort', 'zzz'],
  ['messengerId', 'messenger_id', 900],
  ['trafficGb', 'traffic_gb', 5],
  ['lastPurchaseAt', 'last_purchase_at', 5],
  ['vpnActive', 'vpn_active', 5],
  ['nextExpiry', 'next_expiry', 5],
] as const)('by %s follows every change of it, and what is missing comes last', (sort, column, value) => {
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

it('follows clients that come and go, into the archive, too', () => {
  expect(by('name')).toEqual([1, 2, 3, 4]);
  set(2, 'removed', 1);
  expect(by('name')).toEqual([1, 3, 4]);
  set(2, 'removed', 0);
  set(4, 'archived', 1);
  expect(by('name')).toEqual([1, 2, 3]);
  expect(orders.ids('mine', true, { by: 'name', direction: 'asc' })).toEqual([4]);
  add(5);
  add(6, 'other');
  db.run('DELETE FROM clients WHERE id = 1');
  expect(by('name')).toEqual([2, 3, 5]);
  expect(by('createdAt', 'desc')).toEqual([5, 3, 2]);
});

it('goes with an account that is deleted', () => {
  expect(by('name')).toHaveLength(4);
  db.run("DELETE FROM clients WHERE account_id = 'mine'");
  expect(by('name')).toEqual([]);
});

it('is as it was when a change is taken back', () => {
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
});
