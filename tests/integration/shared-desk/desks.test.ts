import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join as pathOf } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import { type Sandbox, startSandbox } from '#sandbox/index.ts';
import type { SharedKind } from '#shared/contract/shared-desk.ts';
import { localDate } from '#shared/domain/local-date.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { closeStores, openTestStore } from '../../support/shared-desk/desk-store.ts';
import { type FaultyWay, startFaultyWay } from '../../support/shared-desk/faulty-way.ts';
import { type Postgres, startPostgres } from '../../support/shared-desk/postgres.ts';
import { readableIn } from '../../support/shared-desk/readable.ts';
import { TRAFFIC_BUY } from '../run-purchases/purchases-desk.ts';

const PASSPHRASE = 'seven wet lamps under a bridge';
const CONTEXT = { timeout: 20_000 };

let postgres: Postgres;
let way: FaultyWay;
let sandbox: Sandbox;
let desks: TestDesk[];

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());
beforeEach(async () => {
  desks = [];
  sandbox = await startSandbox({ stateDir: null, withPast: false, control: true, seed: 1 });
  way = await startFaultyWay(postgres.port);
});
afterEach(async () => {
  closeStores();
  for (const desk of desks) await desk.close();
  await way.close();
  await sandbox.close();
});

const computer = async (): Promise<TestDesk> => {
  const desk = await startTestDesk({ sandbox });
  desks.push(desk);
  return desk;
};
/** All traffic goes over a connection that can be cut. */
const connection = () => postgres.connection({ port: way.port });

const make = async (desk: TestDesk, name = 'Anna') => {
  await desk.call('sharedDesk.make', { connection: connection(), name: 'The shop', computer: name });
};
const invited = async (from: TestDesk, desk: TestDesk) => {
  await from.call('sharedDesk.copyInvitation', { passphrase: PASSPHRASE, repeated: PASSPHRASE });
  const { text = '' } = from.desktop.copied.at(-1) ?? {};
  return desk.call('sharedDesk.openInvitation', { text, passphrase: PASSPHRASE });
};
const join = async (from: TestDesk, desk: TestDesk, name: string) => {
  const offer = await invited(from, desk);
  await desk.call('sharedDesk.join', { offerId: offer.offerId, computer: name });
  return offer;
};
const add = (desk: TestDesk, clientKey: string, more: { name?: string; note?: string; tags?: string[] } = {}) =>
  desk.call('clients.add', { messengerId: 1, clientKey, name: '', note: '', tags: [], ...more });
const question = (search = '') =>
  ({
    filter: { search },
    sort: { by: 'clientKey', direction: 'asc' },
  }) as const;
const clients = async (desk: TestDesk) => {
  const { rows } = await desk.call('clients.list', { ...question(), offset: 0, limit: 500 });
  return rows.map(({ clientKey, name, note, tags }) => ({ clientKey, name, note, tags }));
};
const onlyClient = async (desk: TestDesk): Promise<number> => {
  const { ids } = await desk.call('clients.ids', question());
  return ids[0] ?? 0;
};
const state = async (desk: TestDesk) => {
  const found = await desk.call('sharedDesk.state', {});
  if (found.status === 'none') throw new Error('it is not shared');
  return found;
};
const edit = async (desk: TestDesk, clientKey: string, change: { name?: string; note?: string }) => {
  const { rows } = await desk.call('clients.list', { ...question(clientKey), offset: 0, limit: 1 });
  const row = rows[0];
  if (row === undefined) throw new Error(`there is no ${clientKey}`);
  const { id, messengerId, name, note, tags } = row;
  await desk.call('clients.update', { clientId: id, messengerId, clientKey, name, note, tags: [...tags], ...change });
  return id;
};

const manyLines = (): readonly string[] =>
  Array.from({ length: 25_000 }, (_, at) => `gw.example.com:8080:u${at}:${randomBytes(24).toString('hex')}`);
const load = async (desk: TestDesk, lines: readonly string[]): Promise<number> => {
  const path = pathOf(desk.paths.data, 'bought.txt');
  await writeFile(path, lines.join('\n'));
  desk.dialogs.openQueue.push(path);
  return (await desk.call('lists.load', { answer: null }))?.listId ?? 0;
};
const listsOf = async (desk: TestDesk) => {
  const sort = { by: 'created', direction: 'desc' } as const;
  return (await desk.call('lists.list', { filter: { search: '' }, sort, offset: 0, limit: 9 })).rows;
};
/** Lets the database accept one more change, and no other until it is released. */
const takeOneMore = async (): Promise<void> => {
  const [desk] = await postgres.ask('SELECT id, seq FROM reseller_desk.desks ORDER BY made_at DESC LIMIT 1');
  await postgres.ask(`ALTER TABLE reseller_desk.changes ADD CONSTRAINT full_for_now
    CHECK (desk <> '${String(desk?.id)}' OR seq <= ${Number(desk?.seq) + 1}) NOT VALID`);
};
const takeAll = () => postgres.ask('ALTER TABLE reseller_desk.changes DROP CONSTRAINT full_for_now');

describe('one desk on several computers', () => {
  it('is created, joined by invitation after a preview of the effects, and holds the clients of both', async () => {
    const [one, two] = [await computer(), await computer()];
    await add(one, 'anna', { name: 'Anna', tags: ['vip'] });
    await add(one, 'boris');
    await add(two, 'anna', { note: 'from the laptop' });
    await add(two, 'vera');
    await make(one);
    // The preview counts what the first computer has published by then.
    const counts = { here: 1, there: 1, both: 1 };
    await expect.poll(async () => (await invited(one, two)).clients, CONTEXT).toMatchObject(counts);
    const offer = await join(one, two, 'Laptop');
    expect(offer).toMatchObject({ deskName: 'The shop', invitedBy: 'Anna', clients: counts });
    const merged = [
      { clientKey: 'anna', name: 'Anna', note: 'from the laptop', tags: ['vip'] },
      { clientKey: 'boris', name: '', note: '', tags: [] },
      { clientKey: 'vera', name: '', note: '', tags: [] },
    ];
    await expect.poll(() => clients(one), CONTEXT).toEqual(merged);
    await expect.poll(() => clients(two), CONTEXT).toEqual(merged);
    await expect
      .poll(async () => (await state(one)).computers.map(({ name, isHere }) => ({ name, isHere })), CONTEXT)
      .toEqual(expect.arrayContaining([{ name: 'Anna', isHere: true }]));
    await expect.poll(() => state(two), CONTEXT).toMatchObject({ status: 'shared', unsent: 0, name: 'The shop' });
  });

  it('counts removed clients as absent before a computer joins, and deletes nothing of the joining computer', async () => {
    const [one, two, three] = [await computer(), await computer(), await computer()];
    for (const key of ['anna', 'boris', 'petr']) await add(one, key);
    for (const key of ['anna', 'petr', 'vera']) await add(two, key);
    await make(one);
    await join(one, three, 'Stock room');
    await expect.poll(() => clients(three), CONTEXT).toHaveLength(3);
    for (const key of ['boris', 'petr']) await one.call('clients.remove', { clientIds: [await edit(one, key, {})] });
    await expect.poll(() => clients(three), CONTEXT).toHaveLength(1);
    const offer = await join(one, two, 'Laptop');
    expect(offer).toMatchObject({ clients: { here: 2, there: 0, both: 1, back: 1 } });
    const keys = async (desk: TestDesk) => (await clients(desk)).map(({ clientKey }) => clientKey);
    for (const desk of [one, two]) {
      await expect.poll(async () => (await state(desk)).unsent, CONTEXT).toBe(0);
      await expect.poll(() => keys(desk), CONTEXT).toEqual(['anna', 'petr', 'vera']);
    }
  });

  it("takes an alert off everybody's list when it is dismissed on one", async () => {
    const [one, two] = [await computer(), await computer()];
    await add(one, 'anna', { name: 'Anna' });
    await make(one);
    await join(one, two, 'Laptop');
    await expect.poll(() => clients(two), CONTEXT).toHaveLength(1);
    const readAt = (desk: TestDesk): number | null => {
      const db = openDatabase(`${desk.paths.data}/desk.db`);
      const at = db.value<number>('SELECT vpn_as_of FROM clients');
      db.close();
      return at;
    };
    // A reading that arrives later would remove the subscription, because the service does not know it.
    await expect.poll(() => readAt(one), CONTEXT).not.toBeNull();
    await expect.poll(() => readAt(two) === readAt(one), CONTEXT).toBe(true);
    // Both look as if they had read it from the service.
    for (const desk of [one, two]) {
      const db = openDatabase(`${desk.paths.data}/desk.db`);
      db.run(
        "INSERT INTO vpn_subscriptions (client_id, uuid, status, expires_at, position) VALUES (?, 'u', 'ACTIVE', ?, 0)",
        await onlyClient(desk),
        Date.now() + 2.5 * 86_400_000,
      );
      db.close();
      await desk.call('settings.update', { lowTrafficGb: 1 });
    }
    const bell = async (desk: TestDesk) => (await desk.call('alerts.list', { offset: 0, limit: 10 })).rows;
    for (const desk of [one, two])
      await expect.poll(() => bell(desk), CONTEXT).toMatchObject([{ kind: 'vpn', stage: 3 }]);
    two.clearEvents();
    const { undoId } = await one.call('alerts.dismiss', {});
    await two.waitForEvent('alerts.changed', ({ total }: { total: number }) => total === 0);
    expect(await bell(two)).toEqual([]);
    await one.call('undo.takeBack', { undoId });
    await expect.poll(() => bell(two), CONTEXT).toHaveLength(1);
  });

  it('continues without the database, and catches up', async () => {
    const [one, two] = [await computer(), await computer()];
    await make(one);
    await join(one, two, 'Laptop');
    await expect.poll(async () => (await state(two)).status, CONTEXT).toBe('shared');
    way.shut(true);
    way.cut();
    await expect.poll(async () => (await state(one)).status, CONTEXT).toBe('offline');
    await add(one, 'anna', { name: 'Anna' });
    await add(two, 'boris', { name: 'Boris' });
    await one.restart();
    way.shut(false);
    await one.call('sharedDesk.retry', {});
    await two.call('sharedDesk.retry', {});
    for (const desk of [one, two]) {
      await expect.poll(async () => (await clients(desk)).map(({ name }) => name), CONTEXT).toEqual(['Anna', 'Boris']);
    }
  });

  it('keeps a note that was written on two computers until somebody has looked at it', async () => {
    const [one, two] = [await computer(), await computer()];
    await add(one, 'anna', { note: 'at first' });
    await make(one);
    await join(one, two, 'Laptop');
    await expect.poll(() => clients(two), CONTEXT).toHaveLength(1);
    way.shut(true);
    way.cut();
    for (const desk of [one, two]) await expect.poll(async () => (await state(desk)).status, CONTEXT).toBe('offline');
    const clientId = await edit(one, 'anna', { note: 'asks for Germany' });
    // Its age is that of now, and not of the day on which the database returns.
    await expect.poll(async () => (await state(one)).unsent, CONTEXT).toBe(1);
    await edit(two, 'anna', { note: 'asks for France' });
    way.shut(false);
    await one.call('sharedDesk.retry', {});
    await two.call('sharedDesk.retry', {});
    await expect.poll(async () => (await clients(one))[0]?.note, CONTEXT).toBe('asks for France');
    const { conflicts } = await one.call('sharedDesk.conflicts', { of: { kind: 'client', id: clientId } });
    expect(conflicts).toMatchObject([{ field: 'note', value: 'asks for Germany', computer: null }]);
    expect((await one.call('sharedDesk.conflicts', { of: null })).conflicts).toMatchObject([
      { kind: 'client', localId: clientId, name: 'anna · 1', value: 'asks for Germany' },
    ]);
    expect(await state(one)).toMatchObject({ lost: 1 });
    const conflictId = conflicts[0]?.id ?? 0;
    const settle = (outcome: 'take' | 'let-go' | 'open') =>
      one.call('sharedDesk.settleConflict', { conflictId, outcome });
    await settle('let-go');
    expect(await state(one)).toMatchObject({ lost: 0 });
    await settle('open');
    await settle('take');
    await expect.poll(async () => (await clients(two))[0]?.note, CONTEXT).toBe('asks for Germany');
    // Undo swaps the two texts again.
    await settle('take');
    await settle('open');
    await expect.poll(async () => (await clients(two))[0]?.note, CONTEXT).toBe('asks for France');
    expect(await one.call('sharedDesk.conflicts', { of: { kind: 'client', id: clientId } })).toEqual({ conflicts });
    await settle('take');
    await expect.poll(async () => (await clients(two))[0]?.note, CONTEXT).toBe('asks for Germany');
    expect(await one.call('sharedDesk.conflicts', { of: { kind: 'client', id: clientId } })).toEqual({ conflicts: [] });
  });

  it('keeps a note of a proxy that was written on two computers as well', async () => {
    const [one, two] = [await computer(), await computer()];
    const order = { kind: 'dedicated', clientId: null, ipv: 4, countryCode: 'de', period: 30, count: 1 } as const;
    const { offerId, priceKopecks } = await one.call('purchases.offer', { order });
    await one.call('purchases.confirm', { offerId, priceKopecks, despite: [] });
    await make(one);
    await join(one, two, 'Laptop');
    const proxies = async (desk: TestDesk) =>
      (await desk.call('dedicated.list', { filter: {}, sort: { by: 'ip', direction: 'asc' }, offset: 0, limit: 9 }))
        .rows;
    await expect.poll(() => proxies(two), CONTEXT).toHaveLength(1);
    const note = async (desk: TestDesk, text: string): Promise<number> => {
      const [proxy] = await proxies(desk);
      await desk.call('dedicated.setNote', { proxyId: proxy?.id ?? 0, note: text });
      return proxy?.id ?? 0;
    };
    way.shut(true);
    way.cut();
    for (const desk of [one, two]) await expect.poll(async () => (await state(desk)).status, CONTEXT).toBe('offline');
    const proxyId = await note(one, 'for the office');
    await expect.poll(async () => (await state(one)).unsent, CONTEXT).toBe(1);
    await note(two, 'for the shop');
    way.shut(false);
    for (const desk of [one, two]) await desk.call('sharedDesk.retry', {});
    await expect.poll(async () => (await proxies(one))[0]?.note, CONTEXT).toBe('for the shop');
    const { conflicts } = await one.call('sharedDesk.conflicts', { of: { kind: 'proxy', id: proxyId } });
    expect(conflicts).toMatchObject([{ field: 'note', value: 'for the office', computer: null }]);
    await one.call('sharedDesk.settleConflict', { conflictId: conflicts[0]?.id ?? 0, outcome: 'take' });
    await expect.poll(async () => (await proxies(two))[0]?.note, CONTEXT).toBe('for the office');
  });

  it('has on all computers what was sold to a client that another computer has unknowingly removed for good', async () => {
    const [one, two] = [await computer(), await computer()];
    await add(one, 'anna', { name: 'Anna' });
    await make(one);
    await join(one, two, 'Laptop');
    await expect.poll(() => clients(two), CONTEXT).toHaveLength(1);
    for (const desk of [one, two]) await expect.poll(async () => (await state(desk)).unsent, CONTEXT).toBe(0);
    way.shut(true);
    for (const desk of [one, two]) await expect.poll(async () => (await state(desk)).status, CONTEXT).toBe('offline');
    const clientId = await onlyClient(two);
    const order = { kind: 'traffic', clientId, poolType: 'residential', gb: 1 } as const;
    const { offerId, priceKopecks } = await two.call('purchases.offer', { order });
    const { id: purchaseId } = await two.call('purchases.confirm', { offerId, priceKopecks, despite: [] });
    await two.call('sales.set', { purchaseId, clientId: null, priceKopecks: 70_000, dueDay: null });
    await two.call('sales.receive', { clientId, amountKopecks: 20_000, day: '2026-01-05', note: 'cash' });

    const ids = [await onlyClient(one)];
    await one.call('clients.remove', { clientIds: ids });
    await one.call('trash.delete', { kind: 'client', ids });
    const db = openDatabase(pathOf(one.paths.data, 'desk.db'));
    expect(db.get('SELECT count(*) AS n FROM clients')).toEqual({ n: 0 });
    way.shut(false);
    for (const desk of [one, two]) await desk.call('sharedDesk.retry', {});
    const sold = async (desk: TestDesk) =>
      (await desk.call('purchases.list', { filter: {}, offset: 0, limit: 9 })).rows.map(({ sale, clientName }) => [
        clientName,
        sale?.priceKopecks,
        sale?.paidKopecks,
      ]);
    await expect.poll(() => sold(one), CONTEXT).toEqual([['Anna', 70_000, 20_000]]);
    expect(await sold(two)).toEqual([['Anna', 70_000, 20_000]]);
    // A computer that joins later receives the same.
    const other = await computer();
    await join(one, other, 'Shop');
    await expect.poll(() => sold(other), CONTEXT).toEqual([['Anna', 70_000, 20_000]]);
    for (const desk of [one, two, other]) await expect.poll(() => clients(desk), CONTEXT).toEqual([]);
    db.close();
  });

  it('cannot be left while a purchase is under way', async () => {
    const [one] = [await computer()];
    const { id: clientId } = await add(one, 'anna');
    await make(one);
    await expect.poll(async () => (await state(one)).status, CONTEXT).toBe('shared');
    const order = { kind: 'traffic', clientId, poolType: 'residential', gb: 1 } as const;
    const { offerId, priceKopecks } = await one.call('purchases.offer', { order });
    await one.control.addFaults({ match: TRAFFIC_BUY, times: 1, fault: { kind: 'hold', when: 'after-commit' } });
    const bought = one.call('purchases.confirm', { offerId, priceKopecks, despite: [] });
    await one.control.waitForHeld(1);
    expect(await one.callError('sharedDesk.leave', {})).toMatchObject({ details: { code: 'charge-in-flight' } });
    await one.control.release();
    expect(await bought).toMatchObject({ outcome: 'charged' });
    await one.call('sharedDesk.leave', {});
    expect(await one.call('sharedDesk.state', {})).toEqual({ status: 'none' });
  });

  it('says when the database refuses this computer, and lets it buy unguarded', async () => {
    const [one] = [await computer()];
    const { id: clientId } = await add(one, 'anna');
    await postgres.ask("CREATE ROLE till LOGIN SUPERUSER PASSWORD 'first'");
    const connection = postgres.connection({ port: way.port, user: 'till', password: 'first' });
    await one.call('sharedDesk.make', { connection, name: 'The shop', computer: 'Anna' });
    await expect.poll(async () => (await state(one)).status, CONTEXT).toBe('shared');
    await postgres.ask("ALTER ROLE till PASSWORD 'second'");
    way.cut();
    await expect.poll(async () => (await state(one)).problem?.details?.code, CONTEXT).toBe('place-password');
    expect(await state(one)).toMatchObject({ status: 'stopped' });
    const order = { kind: 'traffic', clientId, poolType: 'residential', gb: 1 } as const;
    const { offerId, priceKopecks, isUnguarded } = await one.call('purchases.offer', { order });
    expect(isUnguarded).toBe(true);
    expect(await one.call('purchases.confirm', { offerId, priceKopecks, despite: [] })).toMatchObject({
      outcome: 'charged',
      isUnguarded: true,
    });
  });

  it('is left with all known data, and no longer hears of the others', async () => {
    const [one, two] = [await computer(), await computer()];
    await add(one, 'anna');
    await make(one);
    await join(one, two, 'Laptop');
    await expect.poll(() => clients(two), CONTEXT).toHaveLength(1);
    await two.call('sharedDesk.leave', {});
    expect(await two.call('sharedDesk.state', {})).toEqual({ status: 'none' });
    await add(one, 'boris');
    await expect.poll(async () => (await state(one)).unsent, CONTEXT).toBe(0);
    expect(await clients(two)).toHaveLength(1);
    await join(one, two, 'Laptop again');
    await expect.poll(() => clients(two), CONTEXT).toHaveLength(2);
  });

  it('says who paid for what, also after a computer has left and joined again', async () => {
    const [one, two] = [await computer(), await computer()];
    await add(one, 'anna');
    await make(one, 'Office');
    await join(one, two, 'Laptop');
    await expect.poll(() => clients(two), CONTEXT).toHaveLength(1);
    await expect.poll(async () => (await state(two)).status, CONTEXT).toBe('shared');
    const buy = async (desk: TestDesk): Promise<void> => {
      const order = { kind: 'traffic', clientId: await onlyClient(desk), poolType: 'mobile', gb: 1 } as const;
      const { offerId, priceKopecks } = await desk.call('purchases.offer', { order });
      await desk.call('purchases.confirm', { offerId, priceKopecks, despite: [] });
    };
    const payers = async (desk: TestDesk) => {
      const { rows } = await desk.call('purchases.list', { filter: {}, offset: 0, limit: 10 });
      const ids = rows.toSorted((a, b) => a.createdAt - b.createdAt).map(({ id }) => id);
      const { changes } = await desk.call('sharedDesk.changes', { kind: 'purchase', ids });
      return ids.map((id) => changes.find((change) => change.id === id && change.field === 'made')?.computer);
    };
    await buy(one);
    // A purchase of the other may change the target between an offer and its confirmation, which is then refused.
    const outcomes = async () => {
      const { rows } = await two.call('purchases.list', { filter: {}, offset: 0, limit: 10 });
      return rows.map(({ outcome }) => outcome);
    };
    await expect.poll(outcomes, CONTEXT).toEqual(['charged']);
    expect(await payers(two)).toEqual(['Office']);
    await buy(two);
    await expect.poll(() => payers(one), CONTEXT).toEqual([null, 'Laptop']);
    await expect.poll(() => payers(two), CONTEXT).toEqual(['Office', null]);
    const { computers } = await two.call('purchases.facets', { filter: {} });
    expect(computers).toMatchObject([
      { computer: '', computerName: 'Laptop', count: 1 },
      { computerName: 'Office', count: 1 },
    ]);
    const ofOffice = { filter: { computer: computers[1]?.computer }, offset: 0, limit: 10 };
    expect(await two.call('purchases.list', ofOffice)).toMatchObject({ total: 1, rows: [{ computerName: 'Office' }] });
    await two.call('sharedDesk.leave', {});
    await join(one, two, 'Laptop again');
    // The computer that left has a new identity, and does not know the name of its old one.
    await expect.poll(() => payers(two), CONTEXT).toEqual(['Office', '']);
    await expect.poll(async () => (await state(two)).unsent, CONTEXT).toBe(0);
    await expect.poll(() => payers(one), CONTEXT).toEqual([null, 'Laptop']);
  });

  it('publishes changes from a time when the keychain did not give the key', async () => {
    const [one, two] = [await computer(), await computer()];
    await make(one);
    await join(one, two, 'Laptop');
    await add(one, 'anna');
    await expect.poll(() => clients(two), CONTEXT).toHaveLength(1);
    one.secrets.mode = 'none';
    await one.restart();
    await expect.poll(async () => (await state(one)).problem?.details?.code, CONTEXT).toBe('key-missing');
    await edit(one, 'anna', { note: 'asks for Germany' });
    await add(one, 'boris');
    one.secrets.mode = 'works';
    await one.call('sharedDesk.retry', {});
    await expect
      .poll(async () => (await clients(two)).map(({ clientKey, note }) => [clientKey, note]), CONTEXT)
      .toEqual([
        ['anna', 'asks for Germany'],
        ['boris', ''],
      ]);
  });

  it('publishes the goods of a purchase whose answer was stored but not read when the app ended', async () => {
    const [one, two] = [await computer(), await computer()];
    await make(one);
    await join(one, two, 'Laptop');
    await expect.poll(async () => (await state(one)).computers, CONTEXT).toHaveLength(2);
    way.shut(true);
    await expect.poll(async () => (await state(one)).status, CONTEXT).toBe('offline');
    const order = { kind: 'dedicated', clientId: null, ipv: 4, countryCode: 'de', period: 30, count: 2 } as const;
    const { offerId, priceKopecks } = await one.call('purchases.offer', { order });
    expect(await one.call('purchases.confirm', { offerId, priceKopecks, despite: [] })).toMatchObject({
      outcome: 'charged',
    });
    await one.core.close();
    const db = openDatabase(`${one.paths.data}/desk.db`);
    db.run(
      `UPDATE purchases SET outcome = 'pending', basis = NULL, goods = 'none', goods_json = NULL, finished_at = NULL`,
    );
    for (const table of ['shared_docs', 'shared_unsent', 'shared_dirty'])
      db.run(`DELETE FROM ${table} WHERE kind = 'proxy'`);
    db.run('DELETE FROM dedicated_proxies');
    db.close();
    way.shut(false);
    await one.restart();
    // It begins with the first request.
    await one.call('sharedDesk.state', {});
    const sort = { by: 'ip', direction: 'asc' } as const;
    await expect
      .poll(async () => (await two.call('dedicated.list', { filter: {}, sort, offset: 0, limit: 9 })).total, CONTEXT)
      .toBe(2);
    const bought = await two.call('purchases.list', { filter: {}, offset: 0, limit: 9 });
    expect(bought.rows).toMatchObject([{ outcome: 'charged', basis: 'answer', goods: { received: 2 } }]);
  });

  it('gives a removed computer nothing more, and the rest continue under a new key', async () => {
    const [one, two, other] = [await computer(), await computer(), await computer()];
    await make(one);
    await join(one, two, 'Laptop');
    await join(one, other, 'Shop');
    for (const desk of [two, other]) await expect.poll(async () => (await state(desk)).status, CONTEXT).toBe('shared');
    await expect.poll(async () => (await state(two)).computers, CONTEXT).toHaveLength(3);
    const gone = (await state(two)).computers.find(({ name }) => name === 'Shop');
    await two.call('sharedDesk.removeComputer', { computerId: gone?.id ?? '' });
    await add(two, 'anna');
    await expect.poll(() => clients(one), CONTEXT).toHaveLength(1);
    await expect.poll(async () => (await state(other)).problem?.details?.code, CONTEXT).toBe('key-unknown');
    expect(await clients(other)).toEqual([]);
  });

  it('lets one computer pay at a time, and says when there is no way to hold off the others', async () => {
    const [one] = [await computer()];
    const { id: clientId } = await add(one, 'anna');
    await make(one);
    await expect.poll(async () => (await state(one)).status, CONTEXT).toBe('shared');
    const [desk] = await postgres.ask('SELECT id FROM reseller_desk.desks ORDER BY made_at DESC LIMIT 1');
    const colleague = openTestStore(postgres.connection(), String(desk?.id));
    const lease = await colleague.store.lease('charge', 60_000);
    expect('renew' in lease).toBe(true);
    const order = { kind: 'traffic', clientId, poolType: 'residential', gb: 1 } as const;
    const { offerId, priceKopecks, isUnguarded } = await one.call('purchases.offer', { order });
    expect(isUnguarded).toBe(false);
    let isBought = false;
    const bought = one.call('purchases.confirm', { offerId, priceKopecks, despite: [] }).then((purchase) => {
      isBought = true;
      return purchase;
    });
    await add(one, 'boris');
    await expect.poll(async () => (await state(one)).unsent, CONTEXT).toBe(0);
    expect(isBought).toBe(false);
    expect((await one.call('purchases.list', { filter: {}, offset: 0, limit: 1 })).total).toBe(0);
    if ('renew' in lease) await lease.release();
    expect((await bought).outcome).toBe('charged');
    // The reads afterwards belong to the purchase; then it is the colleague's turn.
    await expect.poll(async () => 'renew' in (await colleague.store.lease('charge', 1_000)), CONTEXT).toBe(true);
    way.shut(true);
    way.cut();
    await expect.poll(async () => (await state(one)).status, CONTEXT).toBe('offline');
    const alone = await one.call('purchases.offer', { order });
    expect(alone.isUnguarded).toBe(true);
    expect(await one.call('purchases.confirm', { offerId: alone.offerId, priceKopecks, despite: [] })).toMatchObject({
      outcome: 'charged',
    });
  });

  it('buys nothing automatically while it is unknown what an unguarded computer has bought', async () => {
    const [one, two] = [await computer(), await computer()];
    const { id: clientId } = await add(one, 'anna');
    await make(one);
    await join(one, two, 'Laptop');
    await two.call('sharedDesk.reconnect', { connection: postgres.connection(), anew: false });
    for (const desk of [one, two]) await expect.poll(async () => (await state(desk)).status, CONTEXT).toBe('shared');
    await expect.poll(() => clients(two), CONTEXT).toHaveLength(1);
    const orderOf = (id: number) => ({ kind: 'traffic', clientId: id, poolType: 'residential', gb: 1 }) as const;
    const there = orderOf(await onlyClient(two));
    const before = await two.call('purchases.offer', { order: there });
    expect(before.isUnguarded).toBe(false);

    // A purchase that was agreed to as unguarded leaves even when the others cannot be reached.
    way.shut(true);
    await expect.poll(async () => (await state(one)).status, CONTEXT).toBe('offline');
    const { offerId, priceKopecks, isUnguarded } = await one.call('purchases.offer', { order: orderOf(clientId) });
    expect(isUnguarded).toBe(true);
    way.shut(false);
    await one.call('sharedDesk.retry', {});
    await expect.poll(async () => (await state(one)).status, CONTEXT).toBe('shared');
    await one.control.addFaults({ match: TRAFFIC_BUY, times: 1, fault: { kind: 'hold', when: 'after-commit' } });
    const bought = one.call('purchases.confirm', { offerId, priceKopecks, despite: [] });
    await one.control.waitForHeld(1);
    way.shut(true);
    way.cut();
    await one.control.release();
    expect(await bought).toMatchObject({ outcome: 'charged' });
    await postgres.ask('UPDATE reseller_desk.leases SET until = clock_timestamp()');

    expect(
      await two.callError('purchases.confirm', { offerId: before.offerId, priceKopecks, despite: [] }),
    ).toMatchObject({ kind: 'conflict', details: { code: 'colleague-broke-off', params: { computer: 'Anna' } } });
    expect((await two.control.requests(TRAFFIC_BUY)).length).toBe(1);
    const away = async () =>
      (await state(two)).computers.filter(({ diedWhilePaying }) => diedWhilePaying).map(({ name }) => name);
    expect(await away()).toEqual(['Anna']);
    // A computer that starts later knows of it, too, and does not carry out due items either.
    await two.call('sharedDesk.reconnect', { connection: postgres.connection(), anew: false });
    const roles = { refresh: { is: 'this' }, standing: { is: 'unguarded' } };
    await expect.poll(() => state(two), CONTEXT).toMatchObject({ status: 'shared', roles: roles });
    expect((await two.call('purchases.offer', { order: there })).isUnguarded).toBe(true);

    way.shut(false);
    await one.call('sharedDesk.retry', {});
    await expect.poll(away, CONTEXT).toEqual([]);
    const known = await two.call('purchases.list', { filter: {}, offset: 0, limit: 9 });
    expect(known.rows).toMatchObject([{ outcome: 'charged' }]);
    expect((await two.call('purchases.offer', { order: there })).isUnguarded).toBe(false);

    const newest = 'SELECT id FROM reseller_desk.desks ORDER BY made_at DESC LIMIT 1';
    // An older copy of the database may say the same of a computer that has published everything.
    await postgres.ask(`INSERT INTO reseller_desk.leases
      SELECT desk, 'paying:' || id, id, clock_timestamp() FROM reseller_desk.computers
      WHERE desk = (${newest}) ON CONFLICT DO NOTHING`);
    for (const [desk, name] of [[two, 'Laptop'] as const, [one, 'Till'] as const])
      await desk.call('sharedDesk.rename', { computer: name });
    const marks = () =>
      postgres.ask(`SELECT FROM reseller_desk.leases WHERE desk = (${newest}) AND name LIKE 'paying:%'`);
    await expect.poll(async () => (await marks()).length, CONTEXT).toBe(0);
    await expect.poll(away, CONTEXT).toEqual([]);
  });

  it('gives the new key to a computer that was away', async () => {
    const [one, two, other] = [await computer(), await computer(), await computer()];
    await make(one);
    await join(one, two, 'Laptop');
    await join(one, other, 'Shop');
    for (const desk of [one, two])
      await expect.poll(async () => (await state(desk)).computers, CONTEXT).toHaveLength(3);
    await expect.poll(async () => (await state(two)).status, CONTEXT).toBe('shared');
    await two.core.close();
    const gone = (await state(one)).computers.find(({ name }) => name === 'Shop');
    await one.call('sharedDesk.removeComputer', { computerId: gone?.id ?? '' });
    await add(one, 'anna');
    await expect.poll(async () => (await state(one)).unsent, CONTEXT).toBe(0);
    await two.restart();
    await expect.poll(() => clients(two), CONTEXT).toHaveLength(1);
    await add(two, 'boris');
    await expect.poll(() => clients(one), CONTEXT).toHaveLength(2);
  });

  it('sends again what a database lost that was restored to an older state', async () => {
    const [one, two] = [await computer(), await computer()];
    await add(one, 'anna');
    await make(one);
    await join(one, two, 'Laptop');
    await expect.poll(() => clients(two), CONTEXT).toHaveLength(1);
    const [copy] = await postgres.ask(
      'SELECT id, seq, encode(head, $$hex$$) AS head FROM reseller_desk.desks ORDER BY made_at DESC LIMIT 1',
    );
    await add(one, 'boris', { note: 'must not be lost' });
    await add(two, 'vera', { note: 'nor this' });
    for (const desk of [one, two]) await expect.poll(() => clients(desk), CONTEXT).toHaveLength(3);
    for (const desk of desks) await desk.core.close();
    await postgres.ask(`DELETE FROM reseller_desk.changes WHERE desk = '${String(copy?.id)}' AND seq > ${String(copy?.seq)};
      UPDATE reseller_desk.desks SET seq = ${String(copy?.seq)}, head = decode('${String(copy?.head)}', 'hex')
      WHERE id = '${String(copy?.id)}'`);
    await two.restart();
    await expect.poll(async () => (await state(two)).restoredAt, CONTEXT).not.toBeNull();
    const three = await computer();
    await join(two, three, 'New');
    await expect.poll(() => clients(three), CONTEXT).toHaveLength(3);
    await one.restart();
    await add(one, 'gleb');
    await expect.poll(() => clients(three), CONTEXT).toHaveLength(4);
  });

  it('names in the ledger, and in its file, the computer that paid', async () => {
    const [one, two] = [await computer(), await computer()];
    const bought = async (desk: TestDesk) =>
      (await desk.call('purchases.list', { filter: {}, offset: 0, limit: 9 })).rows.map((row) => row.computerName);
    const written = async (desk: TestDesk, name: string): Promise<string> => {
      const path = pathOf(desk.paths.data, name);
      desk.dialogs.saveQueue.push(path);
      await desk.call('purchases.exportCsv', { filter: {}, language: 'en' });
      return readFile(path, 'utf8');
    };
    const order = { kind: 'dedicated', clientId: null, ipv: 4, countryCode: 'de', period: 30, count: 1 } as const;
    const { offerId, priceKopecks } = await one.call('purchases.offer', { order });
    await one.call('purchases.confirm', { offerId, priceKopecks, despite: [] });
    expect(await bought(one)).toEqual(['']);
    expect(await written(one, 'alone.csv')).not.toContain('Bought by');
    await make(one, 'Office');
    await join(one, two, 'Laptop');
    await expect.poll(() => bought(two), CONTEXT).toEqual(['Office']);
    expect(await bought(one)).toEqual(['Office']);
    const [head = '', line = ''] = (await written(two, 'shared.csv')).split('\r\n');
    expect(line.split(/[;,]/).length).toBeGreaterThan(10);
    expect(head).toContain('Bought by');
    expect(line).toContain('Office');
  });

  it('says who changed what, also for a computer that has left, but not for data that was only read', async () => {
    const [one, two] = [await computer(), await computer()];
    await add(one, 'anna', { name: 'Anna' });
    await make(one, 'Office');
    await join(one, two, 'Laptop');
    await expect.poll(() => clients(two), CONTEXT).toHaveLength(1);
    expect(await two.call('sales.state', {})).toEqual({ inUse: false });
    const onTwo = await edit(two, 'anna', { note: 'asks for Germany' });
    await expect.poll(async () => (await clients(one))[0]?.note, CONTEXT).toBe('asks for Germany');
    const clientId = await edit(one, 'anna', {});
    const changes = async (desk: TestDesk, kind: SharedKind, id: number) =>
      (await desk.call('sharedDesk.changes', { kind, ids: [id] })).changes;
    const note = { id: clientId, field: 'note', at: expect.any(Number), computer: 'Laptop' };
    // The name of a computer arrives a moment after its change.
    await expect.poll(async () => (await changes(one, 'client', clientId))[0], CONTEXT).toEqual(note);
    const before = await changes(one, 'client', clientId);
    expect(before.slice(1).map(({ field, computer }) => [field, computer])).toEqual(
      expect.arrayContaining([
        ['name', null],
        ['made', null],
      ]),
    );
    expect((await changes(two, 'client', onTwo))[0]).toEqual({ ...note, id: onTwo, computer: null });

    await one.call('premium.refreshBalance', { clientId });
    expect(await changes(one, 'client', clientId)).toEqual(before);

    // A user who changes the pair has not written the note.
    const fields = { clientKey: 'anya', name: 'Anna', note: 'asks for Germany', tags: [] };
    await one.call('clients.update', { clientId, messengerId: 1, ...fields });
    await expect.poll(async () => (await clients(two)).map(({ clientKey }) => clientKey), CONTEXT).toEqual(['anya']);
    const renamed = await changes(one, 'client', clientId);
    expect(renamed[0]).toMatchObject({ field: 'made', computer: null });
    expect(renamed).toContainEqual(note);

    // The window is notified of a colleague's payment, although it has shown no money before.
    await one.call('sales.receive', { clientId, amountKopecks: 100, day: localDate(Date.now()), note: '' });
    await two.waitForEvent('sales.changed', ({ inUse }: { readonly inUse: boolean }) => inUse);
    const money = await two.call('sales.client', { clientId: await onlyClient(two), offset: 0, limit: 10 });
    const received = money.payments[0]?.id ?? 0;
    expect(await changes(two, 'payment', received)).toMatchObject([{ field: 'made', computer: 'Office' }]);

    await two.call('sharedDesk.leave', {});
    await expect.poll(async () => (await state(one)).computers, CONTEXT).toHaveLength(1);
    expect(await changes(one, 'client', clientId)).toContainEqual(note);
    expect(await changes(two, 'client', await onlyClient(two))).toEqual([]);
  });

  it('has the lists of all, shows each as whole only when it is whole, and says who made and named it', async () => {
    const [one, two] = [await computer(), await computer()];
    await make(one, 'Office');
    await join(one, two, 'Laptop');
    await expect.poll(async () => (await state(two)).status, CONTEXT).toBe('shared');
    await expect.poll(async () => (await state(one)).computers, CONTEXT).toHaveLength(2);
    // The computer dies in the middle.
    await takeOneMore();
    const lines = manyLines();
    const loadedId = await load(one, lines);
    await expect.poll(async () => (await listsOf(two)).map((list) => list.state), CONTEXT).toEqual(['arriving']);
    const [arriving] = await listsOf(two);
    expect(arriving).toMatchObject({ title: 'bought', lineCount: 25_000, missingLines: expect.any(Number) });
    expect(arriving?.missingLines).toBeGreaterThan(0);
    const listId = arriving?.id ?? 0;
    const view = { listId, variant: 'domain', formatId: 1 } as const;
    const check = { address: 'https://example.com', protocol: 'http', atOnce: 9, timeoutS: 9, slowS: 3 } as const;
    for (const refused of [
      two.callError('lists.save', view),
      two.callError('lists.copy', view),
      two.callError('lists.prepareDrag', view),
      two.callError('lists.lines', { ...view, reveal: true, offset: 0, limit: 9 }),
      two.callError('runs.start', { kind: 'check-list', listId, variant: 'domain', ...check }),
    ])
      expect(await refused).toMatchObject({ kind: 'conflict', details: { code: 'list-arriving' } });
    await one.core.close();
    await takeAll();
    await one.restart();
    // It begins with the first request.
    await one.call('sharedDesk.state', {});
    await expect.poll(async () => (await listsOf(two)).map((list) => list.state), CONTEXT).toEqual(['complete']);
    const saved = pathOf(two.paths.data, 'saved.txt');
    two.dialogs.saveQueue.push(saved);
    expect(await two.call('lists.save', view)).toMatchObject({ lineCount: 25_000 });
    expect(await readFile(saved, 'utf8')).toBe(`${lines.join('\n')}\n`);

    const made = { id: listId, field: 'made', computer: 'Office' };
    const changesOn = async (of: TestDesk, id: number) =>
      (await of.call('sharedDesk.changes', { kind: 'list', ids: [id] })).changes;
    expect(await changesOn(two, listId)).toContainEqual({ ...made, at: expect.any(Number) });
    await two.call('lists.rename', { listId, title: 'for the office' });
    await expect.poll(async () => (await listsOf(one)).map(({ title }) => title), CONTEXT).toEqual(['for the office']);
    expect((await changesOn(one, loadedId))[0]).toMatchObject({ field: 'title', computer: 'Laptop' });

    const { undoId } = await two.call('lists.remove', { listIds: [listId] });
    await expect.poll(() => listsOf(one), CONTEXT).toEqual([]);
    await one.restart();
    await expect.poll(async () => (await state(one)).status, CONTEXT).toBe('shared');
    await two.call('undo.takeBack', { undoId });
    await expect.poll(async () => (await listsOf(one)).map((list) => list.state), CONTEXT).toEqual(['complete']);
  });

  it('is left without lists that have arrived only in part', async () => {
    const [one, two] = [await computer(), await computer()];
    await make(one, 'Office');
    await join(one, two, 'Laptop');
    await expect.poll(async () => (await state(one)).computers, CONTEXT).toHaveLength(2);
    await takeOneMore();
    await load(one, manyLines());
    await expect.poll(async () => (await listsOf(two)).map((list) => list.state), CONTEXT).toEqual(['arriving']);
    await two.call('sharedDesk.leave', {});
    await takeAll();
    expect(await listsOf(two)).toEqual([]);
    expect((await listsOf(one)).map((list) => list.state)).toEqual(['complete']);
    await two.restart();
    await join(one, two, 'Laptop again');
    await expect.poll(async () => (await listsOf(two)).map((list) => list.state), CONTEXT).toEqual(['complete']);
  });

  it('continues over another connection, in another database afresh, and pays unguarded there until the colleagues have come', async () => {
    const elsewhere = async (desk: TestDesk) =>
      (await state(desk)).computers.filter(({ isElsewhere }) => isElsewhere).map(({ name }) => name);
    const order = { kind: 'vpn-buy', clientId: 1, periodMonths: 1 } as const;
    const [one, two] = [await computer(), await computer()];
    await add(one, 'anna');
    await make(one);
    await join(one, two, 'Laptop');
    await expect.poll(() => clients(two), CONTEXT).toHaveLength(1);
    const other = await startPostgres();
    try {
      const reconnect = (desk: TestDesk, how: { anew: boolean; hasMoved?: boolean }) =>
        desk.call('sharedDesk.reconnect', { connection: other.connection(), ...how });
      await expect(reconnect(one, { anew: false })).rejects.toMatchObject({ details: { code: 'place-gone' } });
      const seen = await one.call('purchases.offer', { order });
      await reconnect(one, { anew: true });
      await expect.poll(() => elsewhere(one), CONTEXT).toEqual(['Laptop']);
      expect((await state(one)).roles.standing.is).toBe('unguarded');
      await expect(
        one.call('purchases.confirm', { offerId: seen.offerId, priceKopecks: seen.priceKopecks, despite: [] }),
      ).rejects.toMatchObject({ details: { code: 'colleague-elsewhere', params: { computer: 'Laptop' } } });
      const { offerId, priceKopecks, isUnguarded } = await one.call('purchases.offer', { order });
      expect(isUnguarded).toBe(true);
      await one.call('purchases.confirm', { offerId, priceKopecks, despite: [] });
      await one.restart();
      await expect.poll(() => elsewhere(one), CONTEXT).toEqual(['Laptop']);

      await expect(reconnect(two, { anew: false })).rejects.toMatchObject({
        kind: 'conflict',
        details: { code: 'place-other', params: { computers: 'Anna' } },
      });
      await reconnect(two, { anew: false, hasMoved: true });
      await expect.poll(() => elsewhere(one), CONTEXT).toEqual([]);
      await expect
        .poll(async () => {
          for (const desk of [one, two]) await desk.call('sharedDesk.retry', {});
          return elsewhere(two);
        }, CONTEXT)
        .toEqual([]);
      // The same database over the same connection needs no question.
      await reconnect(two, { anew: false });
      await expect.poll(async () => (await state(two)).status, CONTEXT).toBe('shared');
      expect(await elsewhere(two)).toEqual([]);
      way.shut(true);
      await add(two, 'boris');
      await expect.poll(() => clients(one), CONTEXT).toHaveLength(2);
      for (const desk of desks) await desk.core.close();
    } finally {
      await other.close();
    }
  });

  it('leaves nothing readable in the database or its log', async () => {
    const [one] = [await computer()];
    const { id: clientId } = await add(one, 'readable-key', { name: 'Readable Name', note: 'readable note' });
    await make(one, 'Readable Computer');
    await expect.poll(async () => (await state(one)).status, CONTEXT).toBe('shared');
    for (const order of [
      { kind: 'dedicated', clientId, ipv: 4, countryCode: 'de', period: 30, count: 2 },
      { kind: 'vpn-buy', clientId, periodMonths: 1 },
      { kind: 'traffic', clientId, poolType: 'residential', gb: 1 },
    ] as const) {
      const { offerId, priceKopecks } = await one.call('purchases.offer', { order });
      await one.call('purchases.confirm', { offerId, priceKopecks, despite: [] });
    }
    await one.call('vpn.refresh', { clientId });
    await one.call('premium.refreshPassword', { clientId });
    await expect.poll(async () => (await state(one)).unsent, CONTEXT).toBe(0);
    const db = openDatabase(`${one.paths.data}/desk.db`);
    const column = (sql: string) => db.all<{ value: string }>(sql).map(({ value }) => value);
    const secrets = [
      ...column('SELECT ip AS value FROM dedicated_proxies UNION SELECT password FROM dedicated_proxies'),
      ...column('SELECT url AS value FROM vpn_subscriptions UNION SELECT uuid FROM vpn_subscriptions'),
      ...column('SELECT password AS value FROM sub_user_passwords'),
    ];
    db.close();
    expect(secrets.length).toBeGreaterThanOrEqual(7);
    const words = ['Readable', 'readable', 'The shop', sandbox.token, ...secrets];
    expect(await readableIn(postgres, words)).toEqual([]);
    expect(postgres.log().toLowerCase()).toContain('insert into reseller_desk.changes');
  });
});
