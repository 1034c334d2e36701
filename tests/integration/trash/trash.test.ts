import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import { RECIPE } from '../../support/recipe.ts';
import { makeShelf, openBackup, saveBackup } from '../backup/backup-desk.ts';
import { addClient, list, namesOf } from '../clients/sample.ts';
import { DAY, startTrashDesk, type TrashDesk } from './trash-desk.ts';

let desk: TrashDesk;
beforeEach(async () => {
  desk = await startTrashDesk();
});
afterEach(() => desk.close());

const byName = { by: 'name', direction: 'asc' } as const;
const removed = async (name: string): Promise<number> => {
  const { id } = await addClient(desk, { name, note: `note of ${name}`, tags: ['vip'] });
  await desk.call('clients.remove', { clientIds: [id] });
  return id;
};
const rows = async (kind: 'client' | 'list') =>
  (await desk.call('trash.list', { kind, filter: { search: '' }, sort: byName, offset: 0, limit: 100 })).rows;
/** Loads a list with one line from a file. */
const loadList = async (name: string): Promise<number> => {
  const path = join(desk.paths.data, name);
  await writeFile(path, '1.2.3.4:8080:user:pass\n');
  desk.dialogs.openQueue.push(path);
  return (await desk.call('lists.load', { answer: null }))?.listId ?? 0;
};
const buyTraffic = async (clientId: number): Promise<void> => {
  const order = { kind: 'traffic', clientId, poolType: 'mobile', gb: 1 } as const;
  const { offerId, priceKopecks } = await desk.call('purchases.offer', { order });
  await desk.call('purchases.confirm', { offerId, priceKopecks });
};

describe('the trash', () => {
  it('keeps removed items across a restart, with name, key and days, and restores them whole', async () => {
    const anna = await addClient(desk, {
      clientKey: 'anna-shop',
      name: 'Anna',
      note: 'pays on Fridays',
      tags: ['vip'],
    });
    await buyTraffic(anna.id);
    await desk.call('clients.remove', { clientIds: [anna.id] });
    const listId = await loadList('bought.txt');
    await desk.call('lists.remove', { listIds: [listId] });
    await desk.restart();
    await desk.look();
    expect(await rows('client')).toMatchObject([
      { id: anna.id, name: 'Anna', clientKey: 'anna-shop', messengerId: anna.messengerId, daysLeft: 30, by: null },
    ]);
    expect(await rows('list')).toMatchObject([{ id: listId, lines: 1, daysLeft: 30 }]);

    expect(await desk.call('trash.restore', { kind: 'client', ids: [anna.id] })).toEqual({ count: 1, gone: 0 });
    expect(await desk.call('trash.restore', { kind: 'list', ids: [listId] })).toEqual({ count: 1, gone: 0 });
    expect(await list(desk, { search: 'fridays', tags: ['vip'] })).toMatchObject([{ id: anna.id, name: 'Anna' }]);
    const view = { listId, variant: 'domain', formatId: RECIPE.formatId, reveal: true, offset: 0, limit: 9 } as const;
    expect((await desk.call('lists.lines', view)).lines).toEqual(['1.2.3.4:8080:user:pass']);
    expect([await rows('client'), await rows('list')]).toEqual([[], []]);
    // A second click finds nothing to restore.
    expect(await desk.call('trash.restore', { kind: 'client', ids: [anna.id] })).toEqual({ count: 0, gone: 1 });
  });

  it('is searched, sorted and read in pages, and never shows existing items', async () => {
    await addClient(desk, { name: 'Vera', note: 'stays' });
    const anna = await removed('Anna');
    desk.clock.skip(DAY);
    const boris = await removed('Boris');
    expect(await desk.inTrash('client', 'note bor')).toEqual(['Boris']);
    expect(await desk.inTrash('client', 'stays')).toEqual([]);
    const newest = { by: 'removed', direction: 'desc' } as const;
    expect(await desk.call('trash.ids', { kind: 'client', filter: {}, sort: newest })).toEqual({ ids: [boris, anna] });
    const page = await desk.call('trash.list', { kind: 'client', filter: {}, sort: newest, offset: 1, limit: 1 });
    expect(page).toMatchObject({ total: 2, rows: [{ id: anna, daysLeft: 29 }] });
  });

  it('loses what has been in it for 30 days, and nothing else', async () => {
    await desk.tellTime(0);
    await desk.look();
    const anna = await removed('Anna');
    const listId = await loadList('bought.txt');
    await desk.call('lists.remove', { listIds: [listId] });
    desk.clock.skip(29 * DAY);
    await desk.tellTime(0);
    await removed('Boris');
    await desk.look();
    expect(await desk.inTrash('client')).toEqual(['Anna', 'Boris']);
    desk.clock.skip(DAY + 60_000);
    await desk.look();
    expect(await desk.inTrash('client')).toEqual(['Boris']);
    expect(await rows('list')).toEqual([]);
    const db = openDatabase(join(desk.paths.data, 'desk.db'));
    expect(db.values('SELECT count(*) FROM list_chunks')).toEqual([0]);
    expect(db.has(`SELECT 1 FROM clients WHERE id = ${anna}`)).toBe(false);
    db.close();
  });

  it('forgets the subscriptions of a client that is deleted for good, whose links are secrets, and keeps its purchases', async () => {
    const anna = await addClient(desk, { messengerId: 9, clientKey: 'anna', name: 'Anna', note: 'secret' });
    const order = { kind: 'vpn-buy', clientId: anna.id, periodMonths: 1 } as const;
    const { offerId, priceKopecks } = await desk.call('purchases.offer', { order });
    await desk.call('purchases.confirm', { offerId, priceKopecks });
    await desk.call('clients.remove', { clientIds: [anna.id] });
    expect(await desk.call('trash.delete', { kind: 'client', ids: [anna.id, 12_345] })).toEqual({ count: 1, gone: 1 });
    expect(await rows('client')).toEqual([]);
    expect(await desk.call('purchases.list', { filter: {}, offset: 0, limit: 10 })).toMatchObject({
      rows: [{ clientName: 'Anna' }],
    });
    const again = await addClient(desk, { messengerId: 9, clientKey: 'anna' });
    expect(again).toMatchObject({ id: anna.id, note: '', vpnTotal: null, vpnActive: null, nextExpiry: null });
    expect(await desk.call('vpn.state', { clientId: anna.id })).toMatchObject({ subscriptions: [], gone: [] });
  });

  it('deletes for good nothing that is not in it', async () => {
    const { id } = await addClient(desk, { name: 'Vera' });
    expect(await desk.call('trash.delete', { kind: 'client', ids: [id] })).toEqual({ count: 0, gone: 1 });
    expect(await namesOf(desk)).toEqual(['Vera']);
  });

  it('loses nothing of a client who is added again in the meantime, and says so at a restore', async () => {
    const anna = await addClient(desk, {
      messengerId: 9,
      clientKey: 'anna',
      name: 'Anna',
      note: 'pays late',
      tags: ['a'],
    });
    await desk.call('clients.remove', { clientIds: [anna.id] });
    const again = await addClient(desk, { messengerId: 9, clientKey: 'anna', name: 'Anna K.', tags: ['b'] });
    expect(again).toMatchObject({ id: anna.id, name: 'Anna K.', note: 'pays late', tags: ['a', 'b'] });
    expect(await rows('client')).toEqual([]);
    expect(await desk.call('trash.restore', { kind: 'client', ids: [anna.id] })).toEqual({ count: 0, gone: 1 });
  });

  it('names its client when another one is to get the same key', async () => {
    const anna = await addClient(desk, { messengerId: 9, clientKey: 'anna', name: 'Anna' });
    await desk.call('clients.remove', { clientIds: [anna.id] });
    const { id: clientId } = await addClient(desk, { messengerId: 9, clientKey: 'other', name: 'Other' });
    const fields = { messengerId: 9, clientKey: 'anna', name: 'Other', note: '', tags: [] };
    expect(await desk.callError('clients.update', { clientId, ...fields })).toMatchObject({
      kind: 'conflict',
      details: { code: 'client-exists-in-trash', params: { name: expect.stringContaining('Anna') } },
    });
    expect(await desk.inTrash('client')).toEqual(['Anna']);
  });
});

describe('days in the trash', () => {
  it('are not over because the clock has jumped ahead by years, whether or not the service reports the time', async () => {
    await desk.tellTime(0);
    await desk.look();
    await removed('Anna');
    desk.clock.skip(3 * 365 * DAY);
    await desk.tellTime(3 * 365 * DAY);
    await desk.look();
    await desk.restart();
    // No time arrives from the service after the restart.
    await desk.tellTime(null);
    await desk.look();
    await desk.look();
    expect(await desk.inTrash('client')).toEqual(['Anna']);
    desk.clock.setBack(3 * 365 * DAY);
    await desk.look();
    expect(await desk.inTrash('client')).toEqual(['Anna']);
    expect(await rows('client')).toMatchObject([{ daysLeft: 30 }]);
  });

  it('begin with the removal, however far the clock was set back then', async () => {
    await desk.tellTime(0);
    await desk.look();
    desk.clock.setBack(5 * 365 * DAY);
    await removed('Anna');
    desk.clock.setBack(-5 * 365 * DAY);
    await desk.tellTime(0);
    await desk.look();
    expect(await desk.inTrash('client')).toEqual(['Anna']);
  });

  it('begin again in a desk that is restored from an older copy', async () => {
    const shelf = await makeShelf();
    await desk.tellTime(0);
    await desk.look();
    await removed('Anna');
    const path = join(shelf.path, 'desk.rdbackup');
    await saveBackup(desk, path);
    desk.clock.skip(60 * DAY);
    await desk.tellTime(0);
    await desk.look();
    expect(await desk.inTrash('client')).toEqual([]);
    const { offerId } = await openBackup(desk, path);
    await desk.call('backup.restore', { offerId });
    await desk.look();
    await desk.look();
    expect(await rows('client')).toMatchObject([{ name: 'Anna', daysLeft: 30 }]);
    await shelf.empty();
  });
});
