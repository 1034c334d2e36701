import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import { freePort } from '../../support/free-port.ts';
import { type Postgres, startPostgres } from '../../support/shared-desk/postgres.ts';
import { CONTEXT, openShop, type ShopComputer } from './orders-shop.ts';

let folder: string;
let postgres: Postgres;
let shop: Awaited<ReturnType<typeof openShop>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'checked-lists-'));
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  shop = await openShop(postgres);
});
afterEach(() => shop.close());

const SIX_HOURS_MS = 6 * 3_600_000;
const SCHEDULE = { enabled: true, every: 'hours', hours: 6, time: '06:00', zone: 'UTC' } as const;
const SORT = { by: 'boughtAt', direction: 'asc' } as const;

const addProxy = async ({ desk }: ShopComputer): Promise<void> => {
  const text = `127.0.0.1:${await freePort()}:anna:secret`;
  const { importId, reading } = await desk.call('dedicated.importText', { text });
  const forOthers = { ipv: 4, countryCode: 'DE', endDay: null, clientId: null } as const;
  await desk.call('dedicated.importConfirm', { importId, reading: { ...reading, loginFirst: false }, forOthers });
};
const checksBegun = async ({ desk }: ShopComputer): Promise<number> =>
  (await desk.call('runs.list', { offset: 0, limit: 100 })).rows.filter(({ kind }) => kind === 'check').length;
const resultsOf = async ({ desk }: ShopComputer): Promise<readonly string[]> => {
  const { ids } = await desk.call('dedicated.ids', { filter: {}, sort: SORT });
  const [proxyId] = ids;
  if (proxyId === undefined) return [];
  return (await desk.call('dedicated.checks', { proxyId })).checks.map(({ state }) => state);
};
/** Loads a list of one proxy that nobody answers for. */
const loadList = async ({ desk }: ShopComputer): Promise<number> => {
  const path = join(folder, 'Shop.txt');
  await writeFile(path, `127.0.0.1:${await freePort()}:anna:secret`);
  desk.dialogs.openQueue.push(path);
  const loaded = await desk.call('lists.load', { answer: null });
  return loaded?.listId ?? 0;
};
const listsOf = async (computer: ShopComputer) => (await scheduleOf(computer)).lists;
/** The lists about whose proxies a computer tells, and how many have stopped. */
const toldLists = async ({ desk }: ShopComputer) =>
  (await desk.call('alerts.list', { offset: 0, limit: 100 })).rows
    .filter(({ kind }) => kind === 'list-check')
    .map(({ list, stopped }) => [list?.title, stopped?.count]);
const scheduleOf = ({ desk }: ShopComputer) => desk.call('scheduledChecks.get', {});

it('one computer of a shared desk checks on the schedule, the others receive it and its results', async () => {
  const [one, other] = [await shop.open(), await shop.open()];
  await shop.make(one, 'Anna');
  await shop.join(one, other, 'Laptop');
  await addProxy(one);
  await one.desk.call('scheduledChecks.save', SCHEDULE);
  await shop.settled();
  await expect.poll(async () => (await scheduleOf(other)).enabled, CONTEXT).toBe(true);
  await expect.poll(() => resultsOf(other), CONTEXT).toEqual([]);

  for (const { clock } of [one, other]) clock.skip(SIX_HOURS_MS);
  await other.look();
  expect(await checksBegun(other)).toBe(0);
  await one.look();
  await expect.poll(() => resultsOf(one), CONTEXT).toEqual(['dead']);
  await shop.settled();
  await expect.poll(() => resultsOf(other), CONTEXT).toEqual(['dead']);
  await other.look();
  expect([await checksBegun(one), await checksBegun(other)]).toEqual([1, 0]);
  expect((await scheduleOf(other)).nextAt).toBe((await scheduleOf(one)).nextAt);

  // The next one begins on the computer that takes over.
  // It takes over while nothing is due, because the first one looks by itself as soon as something is.
  await shop.takeOver(other);
  expect(await shop.carrier(other)).toEqual({ is: 'this', computer: '' });
  for (const { clock } of [one, other]) clock.skip(SIX_HOURS_MS);
  await other.look();
  await expect.poll(() => resultsOf(other), CONTEXT).toEqual(['dead', 'dead']);
  await shop.settled();
  await one.look();
  await expect.poll(() => resultsOf(one), CONTEXT).toEqual(['dead', 'dead']);
  expect([await checksBegun(one), await checksBegun(other)]).toEqual([1, 1]);
});

it('one computer checks the chosen lists, and the others know what it found and tell about it', async () => {
  const [one, other] = [await shop.open(), await shop.open()];
  await shop.make(one, 'Anna');
  await shop.join(one, other, 'Laptop');
  const listId = await loadList(one);
  await one.desk.call('scheduledChecks.save', { ...SCHEDULE, enabled: false });
  await one.desk.call('scheduledChecks.addLists', { listIds: [listId] });
  await shop.settled();
  await expect.poll(async () => (await listsOf(other)).map(({ title }) => title), CONTEXT).toEqual(['Shop']);

  for (const { clock } of [one, other]) clock.skip(SIX_HOURS_MS);
  await other.look();
  expect(await checksBegun(other)).toBe(0);
  await one.look();
  const failedOn = async (computer: ShopComputer) => (await listsOf(computer))[0]?.lastCheck?.counts.dead;
  await expect.poll(() => failedOn(one), CONTEXT).toBe(1);
  await shop.settled();
  await expect.poll(() => failedOn(other), CONTEXT).toBe(1);
  const {
    lists: [known],
  } = await scheduleOf(other);
  expect(known?.lastCheck?.runId).toBeNull();
  expect(await other.desk.call('lists.checks', { listId: known?.listId ?? 0 })).toMatchObject({
    checks: [{ working: 0, failed: 1 }],
    stopped: 0,
  });
  await other.look();
  expect([await checksBegun(one), await checksBegun(other)]).toEqual([1, 0]);

  // The proxy had worked before. Nobody answers for it, so the next check finds that it has stopped.
  const db = openDatabase(`${one.desk.paths.data}/desk.db`);
  db.run("UPDATE checked_lists SET marks = 'w'");
  db.close();
  for (const { clock } of [one, other]) clock.skip(SIX_HOURS_MS);
  await one.look();
  await expect.poll(() => toldLists(one), CONTEXT).toEqual([['Shop', 1]]);
  await shop.settled();
  await expect.poll(() => toldLists(other), CONTEXT).toEqual([['Shop', 1]]);
  const { stoppedAt } = (await listsOf(one))[0] ?? {};
  expect(await listsOf(other)).toMatchObject([{ stopped: 1, stoppedAt }]);

  // The computer that takes over knows of these proxies, so it does not report them again.
  await other.desk.call('alerts.dismiss', {});
  await shop.takeOver(other);
  expect(await shop.carrier(other)).toEqual({ is: 'this', computer: '' });
  for (const { clock } of [one, other]) clock.skip(SIX_HOURS_MS);
  await other.look();
  await expect.poll(() => checksBegun(other), CONTEXT).toBe(1);
  const checkedAt = async (computer: ShopComputer) => (await listsOf(computer))[0]?.lastCheck?.at;
  await expect.poll(() => checkedAt(other), CONTEXT).not.toBe(stoppedAt);
  await shop.settled();
  expect(await listsOf(other)).toMatchObject([{ stopped: 1, stoppedAt }]);
  expect(await toldLists(other)).toEqual([]);
  await one.look();
  expect(await checksBegun(one)).toBe(1);

  // Taken off on one computer, it is off on all of them.
  const { undoId } = await one.desk.call('scheduledChecks.removeLists', { listIds: [listId] });
  await shop.settled();
  await expect.poll(() => listsOf(other), CONTEXT).toEqual([]);
  await one.desk.call('undo.takeBack', { undoId });
  await shop.settled();
  await expect.poll(() => listsOf(other), CONTEXT).toMatchObject([{ title: 'Shop', stopped: 1, stoppedAt }]);

  // A list in the trash of one computer is on the schedule of none.
  const removal = await other.desk.call('lists.remove', { listIds: [(await listsOf(other))[0]?.listId ?? 0] });
  await shop.settled();
  await expect.poll(() => listsOf(one), CONTEXT).toEqual([]);
  await other.desk.call('undo.takeBack', { undoId: removal.undoId });
  await shop.settled();
  await expect.poll(() => listsOf(one), CONTEXT).toMatchObject([{ title: 'Shop', stopped: 1 }]);
});
