import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeBackup } from '#core/platform/sqlite/backups.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { createFakeSecrets, type FakeSecrets } from '../../support/fake-secrets.ts';
import { deskFile, makeShelf, openBackup } from '../backup/backup-desk.ts';
import { forgeBackup } from '../backup/forged-backup.ts';

/** A foreign service that records its requests and answers as the real one does. */
const startStranger = async () => {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(request.headers.authorization ?? '');
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ok: true, data: { balance_rub: '1.00', api_spent_rub: '0.00' } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { heard, baseUrl: `http://127.0.0.1:${port}`, close: () => new Promise((resolve) => server.close(resolve)) };
};

let stranger: Awaited<ReturnType<typeof startStranger>>;
let secrets: FakeSecrets;
let desk: TestDesk;
/** Every requested address. */
let asked: string[];
const fetchNoting = (url: string, init: RequestInit): Promise<Response> => {
  asked.push(url);
  return url.includes('elsewhere') ? Promise.reject(new Error('no way there')) : fetch(url, init);
};
beforeEach(async () => {
  stranger = await startStranger();
  secrets = createFakeSecrets();
  asked = [];
  desk = await startTestDesk({ secrets, fetch: fetchNoting });
});
afterEach(async () => {
  await desk.close();
  await stranger.close();
});

const accountId = async (): Promise<string> => (await desk.call('account.state', {})).accounts[0]?.id ?? '';

/** Changes the database of a closed desk, as another program might. */
const changeClosed = (file: string, sql: string): void => {
  const db = new DatabaseSync(file);
  db.exec(sql);
  db.close();
};
const changeDatabase = async (sql: string): Promise<void> => {
  await desk.core.close();
  changeClosed(deskFile(desk), sql);
  asked = [];
  await desk.restart();
};

const expectRefused = async (code: string, reason: string): Promise<void> => {
  expect(await desk.callError('account.refreshBalance', {})).toMatchObject({ kind: 'signed-out', details: { code } });
  expect((await desk.call('account.state', {})).accounts).toMatchObject([{ tokenPlace: 'none', tokenRefused: reason }]);
  expect(stranger.heard).toEqual([]);
  expect(asked).toEqual([]);
};

describe('a token with its address', () => {
  it('is stored together with it, and works after a restart', async () => {
    expect(
      [...secrets.kept].flatMap(([name, text]) => (name.startsWith('desk-mark:') ? [] : [JSON.parse(text)])),
    ).toEqual([{ baseUrl: desk.sandbox.baseUrl, token: desk.sandbox.token }]);
    await desk.restart();
    await desk.call('account.refreshBalance', {});
    expect((await desk.call('account.state', {})).accounts).toMatchObject([
      { tokenPlace: 'keychain', tokenRefused: null },
    ]);
  });

  it('is not sent to another address that the database names; the app says so, and signing in again repairs it', async () => {
    await changeDatabase(`UPDATE accounts SET base_url = '${stranger.baseUrl}'`);
    await expectRefused('token-other-address', 'other-address');
    await desk.call('account.signIn', {
      baseUrl: desk.sandbox.baseUrl,
      token: desk.sandbox.token,
      label: '',
      accountId: await accountId(),
    });
    await desk.call('account.refreshBalance', {});
    expect((await desk.call('account.state', {})).accounts).toMatchObject([
      { tokenPlace: 'keychain', tokenRefused: null },
    ]);
    expect(stranger.heard).toEqual([]);
  });

  it('is sent nowhere without encryption except to this computer, whatever database and keychain agree on', async () => {
    const id = await accountId();
    await secrets.set(id, JSON.stringify({ baseUrl: 'http://elsewhere.example', token: desk.sandbox.token }));
    await changeDatabase("UPDATE accounts SET base_url = 'http://elsewhere.example'");
    await expectRefused('address-not-https', 'not-https');
  });

  it('does not go to a new address after a kill between storing the address and the token', async () => {
    const copy = await mkdtemp(join(tmpdir(), 'killed-'));
    const id = await accountId();
    const paths = { data: join(copy, 'data'), backups: join(copy, 'backups') };
    // The keychain hangs once the new address has taken the token, so the disk looks as after a kill.
    const { get, set } = secrets.calls;
    secrets.mode = 'hangs';
    const signingIn = desk.callRaw('account.signIn', {
      baseUrl: stranger.baseUrl,
      token: 'token-of-the-stranger',
      label: '',
      accountId: id,
      sameAccount: true,
    });
    await expect.poll(() => secrets.calls.set > set || secrets.calls.get > get).toBe(true);
    await cp(desk.paths.data, paths.data, { recursive: true });
    await rm(join(paths.data, 'desk.lock'), { force: true });
    secrets.release();
    await signingIn;
    // On a busy machine the desk may have read the balance a second time by then.
    expect(new Set(stranger.heard)).toEqual(new Set(['Bearer token-of-the-stranger']));

    // The keychain as it was at the moment of the kill, with the old token only.
    const kept = createFakeSecrets();
    await kept.set(id, JSON.stringify({ baseUrl: desk.sandbox.baseUrl, token: desk.sandbox.token }));
    const after = await startTestDesk({ paths, secrets: kept, signIn: false, fetch: fetchNoting });
    expect((await after.callError('account.refreshBalance', {})).kind).toBe('signed-out');
    await after.close();
    await rm(copy, { recursive: true, force: true });
    expect(stranger.heard).not.toContain(`Bearer ${desk.sandbox.token}`);
  });
});

describe('a desk that is restored from a file', () => {
  it('gets no token, whatever address the file names, and none is sent there', async () => {
    const shelf = await makeShelf();
    const file = await forgeBackup(desk, shelf.path, (db) => {
      db.exec(`UPDATE accounts SET base_url = '${stranger.baseUrl}', token_in_keychain = 1, is_sandbox = 0`);
    });
    const { offerId, brings } = await openBackup(desk, file);
    expect(brings.accounts).toMatchObject([{ baseUrl: stranger.baseUrl }]);
    await desk.call('backup.restore', { offerId });
    asked = [];
    expect(await desk.callError('account.refreshBalance', {})).toMatchObject({ details: { code: 'no-token' } });
    await desk.restart();
    expect((await desk.callError('account.refreshBalance', {})).kind).toBe('signed-out');
    expect(stranger.heard).toEqual([]);
    expect(asked).toEqual([]);
    await shelf.empty();
  });
});

describe('a token that an older version of the app stored without its address', () => {
  const OLD = "DELETE FROM settings WHERE key LIKE 'account.%' AND key <> 'account.active'";
  const keepAsBefore = async (): Promise<void> => {
    await secrets.set(await accountId(), desk.sandbox.token);
  };

  it('continues to work, and is stored with the address of the first start', async () => {
    await keepAsBefore();
    await changeDatabase(OLD);
    await desk.call('account.refreshBalance', {});
    expect(JSON.parse([...secrets.kept.values()][0] ?? '')).toEqual({
      baseUrl: desk.sandbox.baseUrl,
      token: desk.sandbox.token,
    });
    // This happens once: another entry without an address does not come from this app.
    await keepAsBefore();
    await desk.restart();
    asked = [];
    await expectRefused('token-other-address', 'other-address');
  });

  it('waits for its keychain, and ignores an address that changed in the meantime', async () => {
    await keepAsBefore();
    secrets.mode = 'none';
    await changeDatabase(OLD);
    expect(await desk.callError('account.refreshBalance', {})).toMatchObject({ kind: 'keychain' });
    secrets.mode = 'works';
    await changeDatabase(`UPDATE accounts SET base_url = '${stranger.baseUrl}'`);
    await expectRefused('token-other-address', 'other-address');
  });

  it('is not given to a restored copy, whether or not that version made it', async () => {
    await makeBackup(deskFile(desk), desk.paths.backups, Date.now());
    const { name = '' } = (await desk.call('backup.list', {})).copies[0] ?? {};
    changeClosed(join(desk.paths.backups, name), `UPDATE accounts SET base_url = '${stranger.baseUrl}'; ${OLD}`);
    await keepAsBefore();
    const { offerId } = await desk.call('backup.openCopy', { name });
    await desk.call('backup.restore', { offerId });
    asked = [];
    await expectRefused('token-other-address', 'other-address');
  });
});
