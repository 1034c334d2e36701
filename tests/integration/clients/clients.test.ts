import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { addClient, emptyClientList, list, namesOf } from './sample.ts';

let desk: TestDesk;

beforeEach(async () => {
  desk = await startTestDesk();
  await emptyClientList(desk);
  desk.clearEvents();
});
afterEach(() => desk.close());

describe('the chat with a client', () => {
  it('is opened by the messenger id or the user name of this client, and by nothing else', async () => {
    const anna = await addClient(desk, { messengerId: 5_012_345_678, clientKey: 'anna', name: 'Anna' });
    const boris = await addClient(desk, { messengerId: 7, clientKey: '@boris_shop', name: 'tg://resolve?domain=anna' });
    await desk.call('clients.openChat', { clientId: anna.id });
    await desk.call('clients.openChat', { clientId: boris.id });
    expect(desk.desktop.opened).toEqual(['tg://user?id=5012345678', 'https://t.me/boris_shop']);
  });

  it('says that a group has none, and that no program opens it', async () => {
    const group = await addClient(desk, { messengerId: -100_500, clientKey: 'group', name: 'Group' });
    const anna = await addClient(desk, { messengerId: 5, clientKey: 'anna', name: 'Anna' });
    expect((await desk.callError('clients.openChat', { clientId: group.id })).details?.code).toBe('no-chat');
    expect((await desk.callError('clients.openChat', { clientId: 987_654 })).kind).toBe('not-found');
    desk.desktop.login.isRefused = true;
    expect((await desk.callError('clients.openChat', { clientId: anna.id })).details?.code).toBe('no-messenger');
    expect(desk.desktop.opened).toEqual([]);
  });
});

describe('identity', () => {
  it('takes the same key under two ids as two clients, and the pair as one', async () => {
    await addClient(desk, { messengerId: 1, clientKey: 'shop', name: 'First' });
    await addClient(desk, { messengerId: 2, clientKey: 'shop', name: 'Second' });
    await addClient(desk, { messengerId: 1, clientKey: 'Shop', name: 'Third' });
    expect(await namesOf(desk)).toEqual(['First', 'Second', 'Third']);

    const error = await desk.callError('clients.add', {
      messengerId: 1,
      clientKey: 'shop',
      name: 'Again',
      note: '',
      tags: [],
    });
    expect(error).toMatchObject({
      kind: 'conflict',
      details: { code: 'client-exists', params: { name: 'First · shop' } },
    });
    expect(await namesOf(desk)).toEqual(['First', 'Second', 'Third']);
  });

  it('keeps ids to the last digit and keys to the last byte', async () => {
    const key = ' "Ключ"; 🙂\n=1 ';
    const added = await addClient(desk, { messengerId: Number.MAX_SAFE_INTEGER, clientKey: key });
    const negative = await addClient(desk, { messengerId: Number.MIN_SAFE_INTEGER, clientKey: key });
    await desk.restart();
    expect(await desk.call('clients.get', { clientId: added.id })).toMatchObject({
      messengerId: 9007199254740991,
      clientKey: key,
    });
    expect(await desk.call('clients.get', { clientId: negative.id })).toMatchObject({ messengerId: -9007199254740991 });
  });

  it('reports every wrong field, and adds nothing', async () => {
    const error = await desk.callError('clients.add', {
      messengerId: 1.5,
      clientKey: '',
      name: 'n'.repeat(301),
      note: '',
      tags: [],
    });
    expect(error.kind).toBe('invalid-input');
    expect(error.details?.problems?.map(({ field, code }) => [field, code])).toEqual([
      ['messengerId', 'messenger-id-fraction'],
      ['clientKey', 'clientKey-empty'],
      ['name', 'name-too-long'],
    ]);
    expect(await list(desk)).toEqual([]);
  });

  it('allows a correction of the pair only while nothing depends on it', async () => {
    const client = await addClient(desk, { messengerId: 10, clientKey: 'typo', name: 'Anna' });
    const fields = { name: 'Anna', note: '', tags: [] };
    const corrected = await desk.call('clients.update', {
      clientId: client.id,
      messengerId: 11,
      clientKey: 'right',
      ...fields,
    });
    expect(corrected).toMatchObject({ id: client.id, messengerId: 11, clientKey: 'right' });

    const offer = await desk.call('purchases.offer', {
      order: { kind: 'traffic', clientId: client.id, poolType: 'residential', gb: 1 },
    });
    await desk.call('purchases.confirm', { offerId: offer.offerId, priceKopecks: offer.priceKopecks });
    const error = await desk.callError('clients.update', {
      clientId: client.id,
      messengerId: 12,
      clientKey: 'right',
      ...fields,
    });
    expect(error).toMatchObject({ kind: 'conflict', details: { code: 'client-pair-fixed' } });
    const renamed = await desk.call('clients.update', {
      clientId: client.id,
      messengerId: 11,
      clientKey: 'right',
      ...fields,
      name: 'Anna K.',
    });
    expect(renamed).toMatchObject({ name: 'Anna K.', messengerId: 11 });
  });

  it('never lets an edit take another client’s pair', async () => {
    await addClient(desk, { messengerId: 1, clientKey: 'a', name: 'Anna' });
    const boris = await addClient(desk, { messengerId: 2, clientKey: 'b', name: 'Boris' });
    const error = await desk.callError('clients.update', {
      clientId: boris.id,
      messengerId: 1,
      clientKey: 'a',
      name: 'Boris',
      note: '',
      tags: [],
    });
    expect(error.details).toMatchObject({ code: 'client-exists', params: { name: 'Anna · a' } });
    expect(await desk.call('clients.get', { clientId: boris.id })).toMatchObject({ messengerId: 2, clientKey: 'b' });
  });
});

describe('search', () => {
  beforeEach(async () => {
    await addClient(desk, { name: 'Семён Иванов', clientKey: 'semen_01', messengerId: 5550001, tags: ['Опт', 'VIP'] });
    await addClient(desk, {
      name: 'Анна Ли',
      clientKey: 'anna"quoted',
      messengerId: -100777,
      note: 'звонить после 18:00',
    });
    await addClient(desk, { name: 'Ёлка 100%', clientKey: 'a*b(c)', messengerId: 42, note: 'AND OR NOT NEAR' });
  });

  it.each([
    ['СЕМЕН', ['Семён Иванов']],
    ['иванов сем', ['Семён Иванов']],
    ['иванов анна', []],
    ['ли', ['Анна Ли']],
    ['ёл', ['Ёлка 100%']],
    ['елка', ['Ёлка 100%']],
    ['semen_01', ['Семён Иванов']],
    ['emen', ['Семён Иванов']],
    ['555', ['Семён Иванов']],
    ['-100', ['Анна Ли']],
    ['опт', ['Семён Иванов']],
    ['18:00', ['Анна Ли']],
    ['a"quoted', ['Анна Ли']],
    ['"', ['Анна Ли']],
    ['a*b(', ['Ёлка 100%']],
    ['100%', ['Ёлка 100%']],
    ['AND', ['Ёлка 100%']],
    ['not near', ['Ёлка 100%']],
    ["'; DROP TABLE clients; --", []],
    ['search_text:анна', []],
    ['^анна', []],
    ['   ', ['Анна Ли', 'Ёлка 100%', 'Семён Иванов']],
  ])('%j finds %j', async (search, names) => {
    expect(await namesOf(desk, { search })).toEqual(names);
  });

  it('finds the new text of a client and not the old one', async () => {
    const client = await addClient(desk, { name: 'Before', tags: ['old'] });
    await desk.call('clients.update', {
      clientId: client.id,
      messengerId: client.messengerId,
      clientKey: client.clientKey,
      name: 'After',
      note: '',
      tags: ['new'],
    });
    expect(await namesOf(desk, { search: 'before' })).toEqual([]);
    expect(await namesOf(desk, { search: 'old' })).toEqual([]);
    expect(await namesOf(desk, { search: 'after new' })).toEqual(['After']);
  });

  it('shows the clients with all the chosen tags', async () => {
    await addClient(desk, { name: 'Only wholesale', tags: ['Опт'] });
    expect(await namesOf(desk, { tags: ['Опт'] })).toEqual(['Only wholesale', 'Семён Иванов']);
    expect(await namesOf(desk, { tags: ['Опт', 'VIP'] })).toEqual(['Семён Иванов']);
    expect(await desk.call('clients.tags', {})).toEqual([
      { tag: 'VIP', count: 1 },
      { tag: 'Опт', count: 2 },
    ]);
  });

  it('does not look into another account', async () => {
    const { id } = await addClient(desk, { name: 'Mine alone', tags: ['mine'] });
    await desk.call('account.signInSandbox', {});
    expect(await namesOf(desk, { search: 'mine alone' })).toEqual([]);
    expect(await namesOf(desk, { tags: ['mine'] })).toEqual([]);
    expect(await desk.call('clients.tags', {})).toEqual([]);
    expect(await desk.callError('clients.get', { clientId: id })).toMatchObject({ kind: 'not-found' });
    expect(await desk.call('clients.remove', { clientIds: [id] })).toMatchObject({ count: 0 });
  });
});

describe('order', () => {
  it('puts clients without the value last, whichever way it is sorted', async () => {
    await addClient(desk, { name: '', clientKey: 'nameless' });
    await addClient(desk, { name: 'клиент 10' });
    await addClient(desk, { name: 'Клиент 9' });
    await addClient(desk, { name: 'анна' });
    expect(await namesOf(desk, {}, { by: 'name', direction: 'asc' })).toEqual(['анна', 'Клиент 9', 'клиент 10', '']);
    expect(await namesOf(desk, {}, { by: 'name', direction: 'desc' })).toEqual(['клиент 10', 'Клиент 9', 'анна', '']);
  });

  it('answers a window of the same order as the whole', async () => {
    for (let index = 0; index < 25; index += 1) await addClient(desk, { name: `n${index % 5}` });
    const sort = { by: 'name', direction: 'desc' } as const;
    const { ids } = await desk.call('clients.ids', { filter: {}, sort });
    const windows = [];
    for (let offset = 0; offset < 25; offset += 7) {
      windows.push(await desk.call('clients.list', { filter: {}, sort, offset, limit: 7 }));
    }
    expect(windows.flatMap((window) => window.rows.map((row) => row.id))).toEqual(ids);
    expect(windows.every((window) => window.total === 25)).toBe(true);
  });
});

describe('bulk actions on clients', () => {
  it('archive and restore', async () => {
    const anna = await addClient(desk, { name: 'Anna' });
    await addClient(desk, { name: 'Boris' });
    expect(await desk.call('clients.archive', { clientIds: [anna.id] })).toMatchObject({ count: 1 });
    expect(await namesOf(desk)).toEqual(['Boris']);
    expect(await namesOf(desk, { archived: true })).toEqual(['Anna']);
    expect(await desk.call('clients.restore', { clientIds: [anna.id] })).toMatchObject({ count: 1 });
    expect(await namesOf(desk)).toEqual(['Anna', 'Boris']);
  });

  it('undo removals, each its own', async () => {
    const anna = await addClient(desk, { name: 'Anna', tags: ['a'] });
    const boris = await addClient(desk, { name: 'Boris' });
    const first = await desk.call('clients.remove', { clientIds: [anna.id] });
    const second = await desk.call('clients.remove', { clientIds: [boris.id] });
    expect(await namesOf(desk)).toEqual([]);
    expect(await desk.call('undo.takeBack', { undoId: first.undoId })).toEqual({ count: 1, left: 0 });
    expect(await namesOf(desk, { search: 'anna', tags: ['a'] })).toEqual(['Anna']);
    expect(await desk.call('undo.takeBack', { undoId: first.undoId })).toEqual({ count: 0, left: 0 });
    expect(await desk.call('undo.takeBack', { undoId: second.undoId })).toEqual({ count: 1, left: 0 });
    expect(await namesOf(desk)).toEqual(['Anna', 'Boris']);
  });

  it('restore a removed pair as the same client, with its purchases', async () => {
    const anna = await addClient(desk, { messengerId: 9, clientKey: 'anna', name: 'Anna' });
    const offer = await desk.call('purchases.offer', {
      order: { kind: 'traffic', clientId: anna.id, poolType: 'mobile', gb: 1 },
    });
    await desk.call('purchases.confirm', { offerId: offer.offerId, priceKopecks: offer.priceKopecks });
    await desk.call('clients.remove', { clientIds: [anna.id] });
    await desk.call('trash.delete', { kind: 'client', ids: [anna.id] });

    const again = await addClient(desk, { messengerId: 9, clientKey: 'anna', name: 'Anna again' });
    expect(again.id).toBe(anna.id);
    const purchases = await desk.call('purchases.list', { filter: { clientId: again.id }, offset: 0, limit: 10 });
    expect(purchases.total).toBe(1);
    expect(await namesOf(desk, { search: 'again' })).toEqual(['Anna again']);
  });

  it('tag and untag, and search finds the tags', async () => {
    const anna = await addClient(desk, { name: 'Anna', tags: ['old', 'kept'] });
    const boris = await addClient(desk, { name: 'Boris' });
    const clientIds = [anna.id, boris.id];
    expect(await desk.call('clients.tag', { clientIds, add: ['fresh'], remove: ['OLD'] })).toMatchObject({ count: 2 });
    expect(await desk.call('clients.get', { clientId: anna.id })).toMatchObject({ tags: ['fresh', 'kept'] });
    expect(await namesOf(desk, { search: 'fresh' })).toEqual(['Anna', 'Boris']);
    expect(await namesOf(desk, { search: 'old' })).toEqual([]);
  });

  it('tell the window what changed', async () => {
    const { id } = await addClient(desk, { name: 'Anna' });
    await desk.call('clients.archive', { clientIds: [id] });
    const changes = desk.events.filter((event) => event.name === 'clients.changed').map((event) => event.payload);
    expect(changes).toEqual([{ clientIds: [id] }, { clientIds: [id] }]);
  });
});
