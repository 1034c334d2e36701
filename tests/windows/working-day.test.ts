import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProxyList } from '#shared/contract/lists.ts';
import { createSecretStore } from '../../electron/main/ports/secret-store.ts';
import { startTestDesk, type TestDesk } from '../support/desk-core.ts';
import { RECIPE } from '../support/recipe.ts';
import type { FoundDesk } from './desk-process.ts';

/** A program takes many seconds to start under Wine, and longer while the machine is busy. */
const LIMIT_MS = 240_000;
/** Windows refuses longer paths to programs that do not ask for more. */
const SHORT_PATH = 260;
const PASSPHRASE = 'верная лошадь скрепка';
const SCRIPT = resolve('tests/windows/desk-process.ts');
const CLIENT = { messengerId: 100_200_301, clientKey: 'anna-shop', note: '', tags: [] };

/**
 * Keys of clients that Windows does not accept as file names, or only with something after them, and the names that their
 * files get.
 */
const NAMES = [
  ['CON', 'CON · 100200301.txt'],
  ['aux.txt', '_aux.txt · 100200301.txt'],
  ['nul .a', '_nul .a · 100200301.txt'],
  ['com¹.', '_com¹. · 100200301.txt'],
  ['Анна. . .', 'Анна. . . · 100200301.txt'],
  ['a:b?<c>|"*', 'a_b__c____ · 100200301.txt'],
] as const;
const KEYS = [CLIENT.clientKey, ...NAMES.map(([key]) => key)].toSorted();

/** Makes a folder whose path has Cyrillic letters, blanks, and more than 400 characters. */
const makeLongFolder = async (root: string): Promise<string> => {
  let folder = root;
  while (folder.length < 400) folder = join(folder, 'Рабочий стол продавца подписок и прокси № 1');
  await mkdir(folder, { recursive: true });
  return folder;
};

let root: string;
let folder: string;
let desk: TestDesk;
let clientId: number;
const processes = new Set<ChildProcess>();

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'windows-'));
  folder = await makeLongFolder(root);
  desk = await startTestDesk({
    keychain: createSecretStore(),
    paths: { data: join(folder, 'data'), backups: join(folder, 'backups') },
  });
  clientId = (await desk.call('clients.add', { ...CLIENT, name: 'Анна Ёлкина' })).id;
});

afterAll(async () => {
  for (const child of processes) child.kill('SIGKILL');
  const { accounts } = await desk.call('account.state', {});
  for (const { id } of accounts) await desk.call('account.signOut', { accountId: id });
  await desk.close();
  await desk.sandbox.close();
  await rm(root, { recursive: true, force: true, maxRetries: 10 });
});

/** Opens the same folder in another process and returns what it finds. */
const openElsewhere = async (...mode: readonly 'hold'[]): Promise<{ found: FoundDesk; child: ChildProcess }> => {
  const child = spawn(process.execPath, [SCRIPT, desk.paths.data, desk.paths.backups, ...mode], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  processes.add(child);
  child.once('exit', () => processes.delete(child));
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  for await (const line of createInterface(child.stdout)) return { found: JSON.parse(line) as FoundDesk, child };
  throw new Error(`The other process said nothing: ${complaints}`);
};

/** Generates a list for a client and waits for its end. */
const generate = async (quantity: number, forClient = clientId): Promise<ProxyList> => {
  const recipe = { ...RECIPE, quantity };
  const { listId, runId } = await desk.call('lists.generate', { clientId: forClient, recipe });
  const hasEnded = (run: { id: number; state: string }) => run.id === runId && run.state !== 'running';
  await desk.waitForEvent('runs.changed', hasEnded);
  return desk.call('lists.get', { listId });
};

/** Saves a list under the path that the save dialog returns; `null` closes the dialog. */
const save = (list: ProxyList, path: string | null) => {
  desk.dialogs.saveQueue.push(path);
  return desk.callRaw('lists.save', { listId: list.id, variant: 'domain', formatId: list.recipe.formatId });
};

const buyTraffic = async (forClient: number) => {
  const order = { kind: 'traffic', clientId: forClient, poolType: 'residential', gb: 5 } as const;
  const { offerId, priceKopecks } = await desk.call('purchases.offer', { order });
  return { priceKopecks, purchase: await desk.call('purchases.confirm', { offerId, priceKopecks }) };
};

describe.runIf(process.platform === 'win32')('a working day on Windows', () => {
  it('has its data in a folder with Cyrillic letters and a path longer than Windows allows to old programs', async () => {
    expect(folder.length).toBeGreaterThan(SHORT_PATH);
    expect(await readdir(desk.paths.data)).toContain('desk.db');
  });

  it('keeps the token in the Credential Manager, and reads it after a restart', async () => {
    const { accounts, activeId, keychain } = await desk.call('account.state', {});
    expect(keychain.reason).toBe('ok');
    expect(accounts).toMatchObject([{ tokenPlace: 'keychain' }]);
    const { baseUrl, token } = desk.sandbox;
    expect(await createSecretStore().get(activeId ?? '')).toBe(JSON.stringify({ baseUrl, token }));

    await desk.restart();
    expect(await desk.callRaw('account.refreshBalance', {})).toMatchObject({ ok: true });
    for (const name of await readdir(desk.paths.data))
      expect((await readFile(join(desk.paths.data, name))).includes(token), name).toBe(false);
  });

  it('buys traffic once', async () => {
    const { priceKopecks, purchase } = await buyTraffic(clientId);
    expect(purchase).toMatchObject({ outcome: 'charged' });
    const { entries } = await desk.control.books();
    expect(entries.map(({ kopecks }) => kopecks)).toEqual([priceKopecks]);
  });

  it('writes a list byte for byte to a path longer than Windows allows to old programs', async () => {
    const list = await generate(40);
    const path = join(folder, 'Список для Анны.txt');
    expect(await save(list, path)).toMatchObject({ ok: true, value: { path, lineCount: 40, exists: true } });
    const text = await readFile(path, 'utf8');
    expect(text.match(/[^\r]\n/g)).toHaveLength(40);
  });

  it.each(NAMES)(
    'offers a file name that Windows accepts, and writes it, for a client called %s',
    async (clientKey, fileName) => {
      // Windows would drop the dots and the blank at the end of a name, so that the file had another one.
      await desk.call('settings.update', { fileNameTemplate: '{client}. .' });
      const { id } = await desk.call('clients.add', { ...CLIENT, clientKey, name: '' });
      await buyTraffic(id);
      const list = await generate(2, id);
      await save(list, null);
      expect(basename(desk.dialogs.asked.at(-1)?.name ?? '')).toBe(fileName);
      const files = join(root, 'exports');
      await mkdir(files, { recursive: true });
      expect(await save(list, join(files, fileName))).toMatchObject({ ok: true, value: { lineCount: 2 } });
      expect(await readdir(files)).toContain(fileName);
      expect((await readFile(join(files, fileName), 'utf8')).match(/\n/g)).toHaveLength(2);
    },
  );

  it('leaves a file alone that another program keeps open, and says so', async () => {
    const list = await generate(2);
    const path = join(root, 'busy.db');
    // SQLite opens files without allowing others to delete or rename them, as office programs do.
    const busy = new DatabaseSync(path);
    busy.exec('CREATE TABLE one (a)');
    const before = await readFile(path);
    try {
      expect(await save(list, path)).toMatchObject({
        ok: false,
        error: { kind: 'file', details: { code: 'file-in-use' } },
      });
    } finally {
      busy.close();
    }
    expect((await readFile(path)).equals(before)).toBe(true);
    expect((await readdir(root)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    expect(await save(list, path)).toMatchObject({ ok: true });
  });

  it('takes a backup and restores it into another folder', async () => {
    const path = join(folder, 'Копия стола.deskbackup');
    desk.dialogs.saveQueue.push(path);
    expect(await desk.call('backup.save', { passphrase: PASSPHRASE, repeated: PASSPHRASE })).not.toBeNull();

    const other = join(await makeLongFolder(join(root, 'Другой компьютер')), 'данные');
    const paths = { data: other, backups: join(root, 'other backups') };
    const moved = await startTestDesk({ signIn: false, keychain: createSecretStore(), paths });
    try {
      moved.dialogs.openQueue.push(path);
      await moved.call('backup.choose', {});
      const { offerId, brings } = await moved.call('backup.openFile', { passphrase: PASSPHRASE });
      expect(brings).toMatchObject({ clients: NAMES.length + 1, purchases: NAMES.length + 1 });
      await moved.call('backup.restore', { offerId });
      await moved.restart();
      const page = { filter: {}, sort: { by: 'name', direction: 'asc' }, offset: 0, limit: 10 } as const;
      const { rows } = await moved.call('clients.list', page);
      expect(rows.map(({ clientKey }) => clientKey).toSorted()).toEqual(KEYS);
    } finally {
      await moved.close();
      await moved.sandbox.close();
    }
  });

  it(
    'opens a folder for one process at a time, and for the next one after a kill',
    async () => {
      expect((await openElsewhere()).found).toEqual({ account: 'data-folder-in-use', clients: [] });

      await desk.core.close();
      const { found, child } = await openElsewhere('hold');
      expect({ ...found, clients: found.clients.toSorted() }).toEqual({ account: 'ok', clients: KEYS });
      await expect(desk.restart()).rejects.toMatchObject({ details: { code: 'data-folder-in-use' } });

      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      await desk.restart();
      expect(await desk.callRaw('account.refreshBalance', {})).toMatchObject({ ok: true });
    },
    LIMIT_MS,
  );
});
