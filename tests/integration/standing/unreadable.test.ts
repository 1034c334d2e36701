import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import { RENEW, type StandingDesk, startStandingDesk } from './standing-desk.ts';

let standing: StandingDesk;
let clientIds: number[];
beforeEach(async () => {
  standing = await startStandingDesk();
  clientIds = await standing.readClients();
});
afterEach(() => standing.desk.close());

/** An hour that never comes, so that due items wait. */
const never = { from: '00:00', to: '00:01' };
const write = (set: string, orderId: number): void => {
  const db = openDatabase(join(standing.desk.paths.data, 'desk.db'));
  db.run(`UPDATE standing_orders SET ${set} WHERE id = ?`, orderId);
  db.close();
};
const topics = async () => (await standing.alerts()).map(({ standing: told }) => told?.topic);

it.each([
  ["action_json = '{'", 'damaged'],
  ['action_json = \'{"kind":"moon"}\'', 'damaged'],
  ["mode = 'always'", 'damaged'],
  ["hours_from = '25:00', hours_to = NULL", 'damaged'],
  ['month_cap_kopecks = -5', 'damaged'],
  ["targets_of = 'moon'", 'damaged'],
  ["zone = 'Moon/Base'", 'damaged'],
  ['month_cap_kopecks = NULL', 'mixed'],
])('an order with %s does nothing, says so, and does not hinder other orders', async (set, code) => {
  const { desk, save, renewing, look, waitUntil } = standing;
  const [first = 0, ...others] = clientIds;
  const { id } = await save(renewing([first], { hours: never }));
  const sound = await save(renewing(others, { hours: never, name: 'Sound' }));
  write(set, id);
  await save({ ...renewing(others, { name: 'Sound' }), orderId: sound.id });
  await look();
  await expect.poll(() => standing.states(sound.id), waitUntil).toEqual(['bought', 'bought']);
  expect(await desk.control.requests(RENEW)).toHaveLength(2);
  const { rows } = await desk.call('standing.list', { offset: 0, limit: 9 });
  expect(rows.map(({ name, blockedReason }) => [name, blockedReason?.code ?? null])).toEqual([
    ['Sound', null],
    ['Renewals', code],
  ]);
  await expect.poll(topics, waitUntil).toEqual([code]);
  // Every page that shows orders can be read.
  for (const orderId of [id, sound.id]) await standing.history(orderId);
  await desk.call('standing.forecast', {});
  expect((await desk.call('standing.ofClient', { clientId: others[0] ?? 0 })).orders).toHaveLength(1);
  await desk.call('standing.ofClient', { clientId: first });

  await save({ ...renewing([first]), orderId: id });
  await expect.poll(() => standing.states(id), waitUntil).toEqual(['bought']);
  await expect.poll(topics, waitUntil).toEqual([]);
});

it('an order that cannot be read can be switched off and removed, but not switched on or planned', async () => {
  const { desk, save, renewing } = standing;
  const { id } = await save(renewing(clientIds, { hours: never }));
  write("action_json = 'x'", id);
  const refused = { kind: 'conflict', details: { code: 'standing-unreadable' } };
  await expect(desk.call('standing.plan', { orderId: id })).rejects.toMatchObject(refused);
  expect((await desk.call('standing.setOn', { orderId: id, isOn: false })).isOn).toBe(false);
  await expect(desk.call('standing.setOn', { orderId: id, isOn: true })).rejects.toMatchObject(refused);
  expect((await standing.order(id)).action).toBeNull();
  await desk.call('standing.remove', { orderId: id });
  expect((await desk.call('standing.list', { offset: 0, limit: 9 })).total).toBe(0);
});
