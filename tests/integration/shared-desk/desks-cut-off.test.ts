import { describe, expect, it } from 'vitest';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import type { TestDesk } from '../../support/desk-core.ts';
import { add, clients, edit, startShop, state } from './shop-computers.ts';

const shop = startShop();
const { computer, join, make } = shop;

describe('one desk on several computers', () => {
  it('continues without the database, and catches up', async () => {
    const [one, two] = [await computer(), await computer()];
    await make(one);
    await join(one, two, 'Laptop');
    await expect.poll(async () => (await state(two)).status).toBe('shared');
    shop.way.shut(true);
    shop.way.cut();
    await expect.poll(async () => (await state(one)).status).toBe('offline');
    await add(one, 'anna', { name: 'Anna' });
    await add(two, 'boris', { name: 'Boris' });
    await one.restart();
    shop.way.shut(false);
    await one.call('sharedDesk.retry', {});
    await two.call('sharedDesk.retry', {});
    for (const desk of [one, two]) {
      await expect.poll(async () => (await clients(desk)).map(({ name }) => name)).toEqual(['Anna', 'Boris']);
    }
  });

  it('keeps a note that was written on two computers until somebody has looked at it', async () => {
    const [one, two] = [await computer(), await computer()];
    await add(one, 'anna', { note: 'at first' });
    await make(one);
    await join(one, two, 'Laptop');
    await expect.poll(() => clients(two)).toHaveLength(1);
    shop.way.shut(true);
    shop.way.cut();
    for (const desk of [one, two]) await expect.poll(async () => (await state(desk)).status).toBe('offline');
    const clientId = await edit(one, 'anna', { note: 'asks for Germany' });
    // Its age is that of now, and not of the day on which the database returns.
    await expect.poll(async () => (await state(one)).unpublished).toBe(1);
    await edit(two, 'anna', { note: 'asks for France' });
    shop.way.shut(false);
    await one.call('sharedDesk.retry', {});
    await two.call('sharedDesk.retry', {});
    await expect.poll(async () => (await clients(one))[0]?.note).toBe('asks for France');
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
    await expect.poll(async () => (await clients(two))[0]?.note).toBe('asks for Germany');
    // Undo swaps the two texts again.
    await settle('take');
    await settle('open');
    await expect.poll(async () => (await clients(two))[0]?.note).toBe('asks for France');
    expect(await one.call('sharedDesk.conflicts', { of: { kind: 'client', id: clientId } })).toEqual({ conflicts });
    await settle('take');
    await expect.poll(async () => (await clients(two))[0]?.note).toBe('asks for Germany');
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
    await expect.poll(() => proxies(two)).toHaveLength(1);
    const note = async (desk: TestDesk, text: string): Promise<number> => {
      const [proxy] = await proxies(desk);
      await desk.call('dedicated.setNote', { proxyId: proxy?.id ?? 0, note: text });
      return proxy?.id ?? 0;
    };
    shop.way.shut(true);
    shop.way.cut();
    for (const desk of [one, two]) await expect.poll(async () => (await state(desk)).status).toBe('offline');
    const proxyId = await note(one, 'for the office');
    await expect.poll(async () => (await state(one)).unpublished).toBe(1);
    await note(two, 'for the shop');
    shop.way.shut(false);
    for (const desk of [one, two]) await desk.call('sharedDesk.retry', {});
    await expect.poll(async () => (await proxies(one))[0]?.note).toBe('for the shop');
    const { conflicts } = await one.call('sharedDesk.conflicts', { of: { kind: 'proxy', id: proxyId } });
    expect(conflicts).toMatchObject([{ field: 'note', value: 'for the office', computer: null }]);
    await one.call('sharedDesk.settleConflict', { conflictId: conflicts[0]?.id ?? 0, outcome: 'take' });
    await expect.poll(async () => (await proxies(two))[0]?.note).toBe('for the office');
  });

  it('publishes changes from a time when the keychain did not give the key', async () => {
    const [one, two] = [await computer(), await computer()];
    await make(one);
    await join(one, two, 'Laptop');
    await add(one, 'anna');
    await expect.poll(() => clients(two)).toHaveLength(1);
    one.secrets.mode = 'none';
    await one.restart();
    await expect.poll(async () => (await state(one)).problem?.details?.code).toBe('key-missing');
    await edit(one, 'anna', { note: 'asks for Germany' });
    await add(one, 'boris');
    one.secrets.mode = 'works';
    await one.call('sharedDesk.retry', {});
    await expect
      .poll(async () => (await clients(two)).map(({ clientKey, note }) => [clientKey, note]))
      .toEqual([
        ['anna', 'asks for Germany'],
        ['boris', ''],
      ]);
  });

  it('connects once if the user asks for the desk twice while the keychain answers', async () => {
    const one = await computer();
    await make(one);
    await expect.poll(async () => (await state(one)).status).toBe('shared');
    one.secrets.mode = 'none';
    await one.restart();
    await expect.poll(async () => (await state(one)).problem?.details?.code).toBe('key-missing');
    one.secrets.mode = 'works';
    const twice = <T>(work: () => Promise<T>): Promise<T[]> => Promise.all([work(), work()]);
    const connections = () =>
      shop.postgres.ask(`SELECT pid FROM pg_stat_activity
      WHERE application_name = 'reseller-desk' AND state IS NOT NULL`);
    await twice(() => one.call('sharedDesk.retry', {}));
    await expect.poll(connections).toHaveLength(1);
    const connection = shop.postgres.connection({ port: shop.way.port });
    await twice(() => one.call('sharedDesk.reconnect', { connection, anew: false }));
    await expect.poll(connections).toHaveLength(1);
    await expect.poll(() => state(one)).toMatchObject({ status: 'shared', hasClone: false });
  });

  it('publishes the goods of a purchase whose answer was stored but not read when the app ended', async () => {
    const [one, two] = [await computer(), await computer()];
    await make(one);
    await join(one, two, 'Laptop');
    await expect.poll(async () => (await state(one)).computers).toHaveLength(2);
    shop.way.shut(true);
    await expect.poll(async () => (await state(one)).status).toBe('offline');
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
    for (const table of [
      'shared_docs',
      'shared_outbox',
      'shared_outbox_records',
      'shared_changed_fields',
      'shared_changed_records',
    ])
      db.run(`DELETE FROM ${table} WHERE kind = 'proxy'`);
    db.run('DELETE FROM dedicated_proxies');
    db.close();
    shop.way.shut(false);
    await one.restart();
    // It begins with the first request.
    await one.call('sharedDesk.state', {});
    const sort = { by: 'ip', direction: 'asc' } as const;
    await expect
      .poll(async () => (await two.call('dedicated.list', { filter: {}, sort, offset: 0, limit: 9 })).total)
      .toBe(2);
    const bought = await two.call('purchases.list', { filter: {}, offset: 0, limit: 9 });
    expect(bought.rows).toMatchObject([{ outcome: 'charged', basis: 'answer', goods: { received: 2 } }]);
  });

  it('sends again what a database lost that was restored to an older state', async () => {
    const [one, two] = [await computer(), await computer()];
    await add(one, 'anna');
    await make(one);
    await join(one, two, 'Laptop');
    await expect.poll(() => clients(two)).toHaveLength(1);
    const [copy] = await shop.postgres.ask(
      'SELECT id, seq, encode(head, $$hex$$) AS head FROM reseller_desk.desks ORDER BY made_at DESC LIMIT 1',
    );
    await add(one, 'boris', { note: 'must not be lost' });
    await add(two, 'vera', { note: 'nor this' });
    for (const desk of [one, two]) await expect.poll(() => clients(desk)).toHaveLength(3);
    for (const desk of shop.desks) await desk.core.close();
    await shop.postgres.ask(`DELETE FROM reseller_desk.changes WHERE desk = '${String(copy?.id)}' AND seq > ${String(copy?.seq)};
      UPDATE reseller_desk.desks SET seq = ${String(copy?.seq)}, head = decode('${String(copy?.head)}', 'hex')
      WHERE id = '${String(copy?.id)}'`);
    await two.restart();
    await expect.poll(async () => (await state(two)).restoredAt).not.toBeNull();
    const three = await computer();
    await join(two, three, 'New');
    await expect.poll(() => clients(three)).toHaveLength(3);
    await one.restart();
    await add(one, 'gleb');
    await expect.poll(() => clients(three)).toHaveLength(4);
  });
});
