import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { addClient, emptyClientList } from './sample.ts';

let desk: TestDesk;

beforeEach(async () => {
  desk = await startTestDesk();
  await emptyClientList(desk);
});
afterEach(() => desk.close());

/** The names in the order in which a field for a client offers them, read in pages of `limit`. */
const offered = async (search: string, limit = 500): Promise<readonly string[]> => {
  const sort = { by: 'name', direction: 'asc' } as const;
  const names: string[] = [];
  for (;;) {
    const question = { filter: { search }, sort, namedFirst: true, offset: names.length, limit };
    const { total, rows } = await desk.call('clients.list', question);
    names.push(...rows.map(({ name }) => name));
    if (rows.length === 0 || names.length >= total) return names;
  }
};

describe('a search that names a client', () => {
  it('offers the client who is meant before those whose note or tag mentions the name', async () => {
    await addClient(desk, { clientKey: 'a', name: 'Alex', note: 'the brother of Anna' });
    await addClient(desk, { clientKey: 'b', name: 'Bella', tags: ['annas'] });
    await addClient(desk, { clientKey: 'h', name: 'Hanna' });
    await addClient(desk, { clientKey: 'm', name: 'Maria Anna' });
    await addClient(desk, { clientKey: 'z', name: 'anna z' });
    await addClient(desk, { clientKey: 'anna-shop', name: 'Zoe' });
    expect(await offered('anna')).toEqual(['anna z', 'Maria Anna', 'Zoe', 'Alex', 'Bella', 'Hanna']);
    expect(await offered('anna', 2)).toEqual(await offered('anna'));
    expect(await offered('ann mar')).toEqual(['Maria Anna']);
  });

  it('offers the client of an id before those whose key or note contains its digits', async () => {
    await addClient(desk, { messengerId: 77, clientKey: 'a', name: 'Alex', note: 'calls from 5012' });
    await addClient(desk, { messengerId: 5012, clientKey: 'b', name: 'Boris' });
    expect(await offered('5012')).toEqual(['Boris', 'Alex']);
  });

  it('finds the client who is meant among thousands that only contain the word', async () => {
    const text = ['messenger_id,client_key,name,tags,note'];
    for (let at = 1; at <= 1_200; at += 1) text.push(`${at},k${at},Client ${at},,asks for Zora`);
    const { importId } = await desk.call('clients.importGiven', { table: { kind: 'pasted', text: text.join('\n') } });
    await desk.call('clients.importConfirm', { importId, existing: 'skip' });
    await addClient(desk, { messengerId: 9_001, clientKey: 'late', name: 'Zora 2' });
    await addClient(desk, { messengerId: 9_002, clientKey: 'zora-10', name: 'Vera' });
    const names = await offered('zora');
    expect(names).toHaveLength(1_202);
    expect(names.slice(0, 3)).toEqual(['Vera', 'Zora 2', 'Client 1']);
  });

  it('finds the client of an id among thousands that only contain its digits', async () => {
    const text = ['messenger_id,client_key,name,tags,note'];
    for (let at = 1; at <= 1_200; at += 1) text.push(`${9_000 + at},k${at},Client ${at},,calls from 512`);
    const { importId } = await desk.call('clients.importGiven', { table: { kind: 'pasted', text: text.join('\n') } });
    await desk.call('clients.importConfirm', { importId, existing: 'skip' });
    await addClient(desk, { messengerId: 512, clientKey: 'late', name: 'Zora' });
    expect((await offered('512'))[0]).toBe('Zora');
  });
});
