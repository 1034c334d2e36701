import { lstat, readFile, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectToDesk, NoDesk } from '../../../electron/main/scripts/script-client.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { OWN_FILE, rightsOf } from '../../support/file-rights.ts';
import { startScripts } from './script-desk.ts';

const ANNA = '5000000001:anna:vpn';

let desk: TestDesk;
beforeEach(async () => {
  desk = await startTestDesk();
  const fields = { messengerId: 5_000_000_001, clientKey: 'anna:vpn', name: 'Anna', note: '', tags: ['vip'] };
  await desk.call('clients.add', fields);
});
afterEach(() => desk.close());

/** Sends raw text to the socket, and resolves with everything that came back when the desk has hung up. */
const sendRaw = async (text: string): Promise<string> => {
  const { address } = JSON.parse(await readFile(join(desk.paths.data, 'scripts.json'), 'utf8')) as { address: string };
  return new Promise((done, failed) => {
    let received = '';
    const socket = connect(address, () => socket.write(text));
    socket.setEncoding('utf8');
    socket.on('data', (data) => {
      received += String(data);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => done(received));
    socket.setTimeout(10_000, () => failed(new Error('the desk kept the connection')));
  });
};

describe('a desk', () => {
  it('does not listen until the settings allow it, and no longer when they forbid it', async () => {
    await expect(connectToDesk(desk.paths.data)).rejects.toThrow(NoDesk);
    const { client } = await startScripts(desk, { scriptAccess: 'read' });
    expect(await desk.call('scripts.state', {})).toMatchObject({ isOpen: true, problem: null });
    const answering = client.send('status', {});
    expect(await answering).toMatchObject({ ok: true });
    await desk.call('settings.update', { scriptAccess: 'off' });
    expect(await desk.call('scripts.state', {})).toMatchObject({ isOpen: false, problem: null });
    await expect(client.send('status', {})).rejects.toThrow(/ended/);
    await expect(connectToDesk(desk.paths.data)).rejects.toThrow(NoDesk);
  });

  it('listens where only its user can read, with another key after each start', async () => {
    await startScripts(desk, { scriptAccess: 'read' });
    const file = join(desk.paths.data, 'scripts.json');
    expect(await rightsOf(file)).toBe(OWN_FILE);
    // Windows has a named pipe, to which the system lets only its user write.
    if (process.platform !== 'win32')
      expect((await lstat(join(desk.paths.data, 'scripts.sock'))).mode & 0o777).toBe(0o600);
    const before = await readFile(file, 'utf8');
    await desk.restart();
    await desk.call('scripts.state', {});
    expect(await readFile(file, 'utf8')).not.toBe(before);
    const client = await connectToDesk(desk.paths.data);
    expect(await client.send('status', {})).toMatchObject({ ok: true });
    await desk.core.close();
    await expect(stat(file)).rejects.toThrow(/ENOENT/);
  });

  it('hangs up on a wrong key, on anything but a request, and on a line that is too long', async () => {
    await startScripts(desk, { scriptAccess: 'read' });
    const { key } = JSON.parse(await readFile(join(desk.paths.data, 'scripts.json'), 'utf8')) as { key: string };
    const request = '{"id":1,"command":"status","input":{}}\n';
    for (const hello of ['{"key":"0000"}', '{"key":1}', 'GET / HTTP/1.1', '[]', `{"key":"${key.slice(1)}"}`]) {
      expect(await sendRaw(`${hello}\n${request}`)).toBe('');
    }
    expect(await sendRaw(`{"key":"${key}"}\nnonsense\n`)).toBe('');
    expect(await sendRaw(`{"key":"${key}"}\n${'x'.repeat(1_100_000)}`)).toBe('');
  });
});

describe('a script that may read', () => {
  it('finds a client by id and key, and shows it', async () => {
    const { ask } = await startScripts(desk, { scriptAccess: 'read' });
    expect(await ask('status')).toMatchObject({ account: 'Test', access: 'read', capKopecks: 0, spentTodayKopecks: 0 });
    const { total, rows } = await ask('clients', { search: 'anna' });
    expect({ total, rows }).toMatchObject({ total: 1, rows: [{ client: ANNA, name: 'Anna', tags: ['vip'] }] });
    expect(await ask('client', { client: ANNA })).toMatchObject({ client: ANNA, subscriptions: [] });
    expect(await ask('refresh', { client: ANNA })).toMatchObject({ client: ANNA, pools: expect.any(Array) });
    for (const command of ['proxies', 'purchases', 'debts', 'alerts', 'lists']) {
      expect(await ask(command)).toMatchObject({ total: 0, rows: [] });
    }
  });

  it('finds the clients whose paid time has ended', async () => {
    const { ask } = await startScripts(desk, { scriptAccess: 'read' });
    const boris = { messengerId: 5_000_000_002, clientKey: 'boris', name: 'Boris', note: '', tags: [] };
    await desk.call('clients.add', { ...boris, plan: '1 month', paidUntil: '2020-02-29' });
    const found = { client: '5000000002:boris', plan: '1 month', paidUntil: '2020-02-29' };
    expect(await ask('clients', { paidUntil: 'ended' })).toMatchObject({ total: 1, rows: [found] });
    expect(await ask('clients', { paidUntil: 'none' })).toMatchObject({
      total: 1,
      rows: [{ client: ANNA, paidUntil: null }],
    });
    expect(await ask('clients')).toMatchObject({ total: 2 });
  });

  it('is told what is wrong with its words', async () => {
    const { refusal } = await startScripts(desk, { scriptAccess: 'read' });
    expect(await refusal('client', { client: '5000000001:nobody' })).toMatchObject({ kind: 'not-found' });
    expect(await refusal('client', { client: 'anna' })).toMatchObject({
      kind: 'invalid-input',
      details: { problems: [{ field: 'client', code: 'script-field' }] },
    });
    expect(await refusal('clients', { limit: 501 })).toMatchObject({ kind: 'invalid-input' });
    expect(await refusal('clients', { surplus: 1 })).toMatchObject({ kind: 'invalid-input' });
    expect(await refusal('toString')).toMatchObject({ details: { code: 'script-no-command' } });
    expect(await refusal('settings.update', { scriptAccess: 'buy' })).toMatchObject({
      details: { code: 'script-no-command' },
    });
  });

  it('neither changes nor buys anything, and gets no secrets', async () => {
    const { refusal } = await startScripts(desk, { scriptAccess: 'read' });
    for (const command of ['add-client', 'tag', 'buy-vpn', 'extend-proxies']) {
      expect(await refusal(command)).toMatchObject({ kind: 'forbidden', details: { code: 'script-not-allowed' } });
    }
    for (const command of ['links', 'list-lines']) {
      expect(await refusal(command)).toMatchObject({ kind: 'forbidden', details: { code: 'script-no-secrets' } });
    }
    expect(await desk.call('clients.list', { ...FIRST })).toMatchObject({ total: 1 });
  });
});

const FIRST = { filter: {}, sort: { by: 'name', direction: 'asc' }, offset: 0, limit: 10 } as const;

describe('a script that may change', () => {
  it('adds a client once, and tags it', async () => {
    const { ask, refusal } = await startScripts(desk, { scriptAccess: 'change' });
    const boris = { client: '-100200300:boris', name: 'Борис', tag: 'new' };
    expect(await ask('add-client', boris)).toMatchObject({ client: boris.client, name: 'Борис', tags: ['new'] });
    expect(await refusal('add-client', boris)).toMatchObject({ kind: expect.stringMatching(/conflict|invalid-input/) });
    expect(await ask('tag', { client: ANNA, tag: 'gold' })).toMatchObject({ tags: ['gold', 'vip'] });
    expect(await ask('untag', { client: ANNA, tag: 'vip' })).toMatchObject({ tags: ['gold'] });
    expect(await refusal('buy-vpn')).toMatchObject({ details: { code: 'script-not-allowed' } });
  });
});
