import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import { textsIn } from '#core/platform/text/texts.ts';
import type { ProcedureInput } from '#shared/contract/index.ts';
import { alertNotice } from '#shared/domain/alert-texts.ts';
import { buy, held, idsOf } from '../dedicated/dedicated-desk.ts';
import { type ListsDesk, startListsDesk } from '../lists/lists-desk.ts';

const DAY = 86_400_000;
const PAGE = { offset: 0, limit: 50 } as const;

let desk: ListsDesk;
/** A client with the same name as the desk’s first one. */
let twin: number;

beforeEach(async () => {
  desk = await startListsDesk();
  twin = await addTwin({ clientKey: 'anna-two', name: 'Анна' });
});
afterEach(() => desk.close());

const addTwin = async (client: { clientKey: string; name: string; messengerId?: number }): Promise<number> =>
  (await desk.call('clients.add', { messengerId: 100_200_399, note: '', tags: [], ...client })).id;

/** Makes a subscription of each client end in this many days, as if it had been read. */
const endIn = (days: number, clientIds: readonly number[]): void => {
  const endsAt = Date.now() + days * DAY;
  const db = openDatabase(`${desk.paths.data}/desk.db`);
  for (const clientId of clientIds) {
    db.run(
      `INSERT INTO vpn_subscriptions (client_id, uuid, status, expires_at, position) VALUES (?, ?, 'ACTIVE', ?, 0)`,
      clientId,
      `uuid-${clientId}`,
      endsAt,
    );
  }
  db.close();
};

it('a list, its file and its run distinguish two clients of one name', async () => {
  const list = await desk.generate({ quantity: 2 });
  expect(list).toMatchObject({ title: 'Анна · anna-shop · DE · 2', messengerId: 100_200_301 });
  await desk.call('lists.save', { listId: list.id, variant: 'domain', formatId: 1 });
  expect(desk.dialogs.asked.at(-1)?.name).toMatch(/^Анна · anna-shop_residential_de_/);
});

it('a client without a name is distinguished by the id from another with the same key', async () => {
  const first = await addTwin({ clientKey: 'vip', name: '', messengerId: 71 });
  await addTwin({ clientKey: 'vip', name: '', messengerId: 72 });
  await buy(desk, { count: 1, clientId: first });
  const [proxy] = await held(desk);
  expect(proxy).toMatchObject({ clientKey: 'vip', messengerId: 71 });
  await desk.call('dedicated.save', { proxyIds: [proxy?.id ?? 0], formatId: 1 });
  expect(desk.dialogs.asked.at(-1)?.name).toMatch(/^vip · 71_/);
});

it('the proxies of two clients of one name go into separate files', async () => {
  await buy(desk, { count: 1, clientId: desk.clientId });
  await buy(desk, { count: 1, clientId: twin });
  const [mine = 0, other = 0] = idsOf(await held(desk));
  const nameFor = async (...proxyIds: number[]) => {
    await desk.call('dedicated.save', { proxyIds, formatId: 1 });
    return desk.dialogs.asked.at(-1)?.name;
  };
  expect(await nameFor(mine, other)).toMatch(/^dedicated_/);
  expect(await nameFor(mine)).toMatch(/^Анна · anna-shop_/);
  expect(await nameFor(other)).toMatch(/^Анна · anna-two_/);
});

it('a hand-over names its client in the title and the folder', async () => {
  expect(await desk.call('handover.options', { clientId: twin })).toMatchObject({ client: 'Анна · anna-two' });
  desk.dialogs.folderQueue.push(desk.folder);
  const pack: ProcedureInput<'handover.save'> = {
    clientId: twin,
    language: 'ru',
    template: 'Привет, {name}',
    uuids: [],
    listIds: [],
    dedicated: false,
  };
  const saved = await desk.call('handover.save', pack);
  expect(saved?.folder).toMatch(/^Анна · anna-two /);
  // The client reads the message and does not know the key.
  expect((await desk.call('handover.preview', { ...pack, reveal: false })).text).toBe('Привет, Анна');
});

it('alerts and the forecast name both', async () => {
  endIn(2, [desk.clientId, twin]);
  await desk.call('settings.update', { lowTrafficGb: 1 });
  const alerts = async () => (await desk.call('alerts.list', PAGE)).rows.filter(({ kind }) => kind === 'vpn');
  await expect.poll(async () => (await alerts()).length).toBe(2);
  const context = { t: textsIn('ru'), language: 'ru', now: Date.now(), zone: 'UTC' } as const;
  const titles = (await alerts()).map((alert) => alertNotice(alert, context).title);
  expect(titles.toSorted()).toEqual(['Анна · anna-shop', 'Анна · anna-two']);
  const { days } = await desk.call('standing.forecast', {});
  const named = days.flatMap(({ firstUncovered }) => firstUncovered.map(({ name }) => name));
  expect(named.toSorted()).toEqual(['Анна · anna-shop', 'Анна · anna-two']);
});

it('the ledger adds up each of them separately, under name and key', async () => {
  await buy(desk, { count: 1, clientId: desk.clientId });
  await buy(desk, { count: 1, clientId: twin });
  const { rows } = await desk.call('purchases.totals', { groupBy: 'client', filter: {} });
  expect(rows.map(({ label }) => label).toSorted()).toEqual(['Анна · anna-shop', 'Анна · anna-two']);
});

it('a pair that is taken is reported with its key', async () => {
  const pair = { messengerId: 100_200_399, clientKey: 'anna-two' };
  const { details } = await desk.callError('clients.add', { ...pair, name: 'Другая', note: '', tags: [] });
  expect(details).toMatchObject({ code: 'client-exists', params: { name: 'Анна · anna-two' } });
});
