import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeBackup } from '#core/platform/sqlite/backups.ts';
import { type Sandbox, startSandbox } from '#sandbox/index.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { filesWith } from '../../support/secret-search.ts';
import { addClient, clientKeys, deskFile } from '../backup/backup-desk.ts';

let desk: TestDesk;
let other: Sandbox;
let gone: string;
let stays: string;
let secrets: readonly string[];

/** Two desks. Secrets of the first are in the database, its log, a daily copy, a desk set aside and a broken desk. */
beforeEach(async () => {
  desk = await startTestDesk();
  other = await startSandbox({ stateDir: null, seed: 2 });
  gone = (await desk.call('account.state', {})).activeId ?? '';
  const { id } = await addClient(desk, 'key-of-the-one-that-goes');
  const order = { kind: 'dedicated', ipv: 4, countryCode: 'de', period: 30, count: 20, clientId: id } as const;
  await desk.call('dedicated.countries', { ipv: 4 });
  const { offerId, priceKopecks } = await desk.call('purchases.offer', { order });
  await desk.call('purchases.confirm', { offerId, priceKopecks });
  await desk.call('premium.refreshPassword', { clientId: id });
  secrets = secretsIn(deskFile(desk));
  expect(secrets.length).toBeGreaterThan(20);

  const signedIn = await desk.call('account.signIn', { baseUrl: other.baseUrl, token: other.token, label: 'Stays' });
  stays = signedIn.activeId ?? '';
  await addClient(desk, 'key-of-the-one-that-stays');
  await makeBackup(deskFile(desk), desk.paths.backups, Date.now());
  const { name } = (await desk.call('backup.list', {})).copies[0] ?? { name: '' };
  const offer = await desk.call('backup.openCopy', { name });
  await desk.call('backup.restore', { offerId: offer.offerId });
});
afterEach(async () => {
  await desk.close();
  await other.close();
});

const secretsIn = (file: string): readonly string[] => {
  const db = new DatabaseSync(file, { readOnly: true });
  const texts = db
    .prepare('SELECT password AS text FROM dedicated_proxies UNION SELECT password FROM sub_user_passwords')
    .all() as { text: string }[];
  db.close();
  return ['key-of-the-one-that-goes', ...texts.map(({ text }) => text)];
};

/** Returns the app's files that contain any of it, by the last part of their paths. */
const holders = async (): Promise<readonly string[]> => {
  const found = new Set<string>();
  for (const folder of [desk.paths.data, desk.paths.backups]) {
    for (const secret of secrets)
      for (const path of await filesWith(folder, secret)) found.add(path.slice(folder.length + 1));
  }
  return [...found].sort();
};
const inDatabase = async (): Promise<readonly string[]> => (await holders()).filter((name) => /^desk\.db/.test(name));

it('a removed account is in no file of the app any more if its copies are deleted, too', async () => {
  const held = await desk.call('account.heldCopies', { accountId: gone });
  expect(held.count).toBe(2);
  expect((await holders()).length).toBeGreaterThan(2);
  await desk.call('account.remove', { accountId: gone, copies: true });
  await expect.poll(holders).toEqual([]);

  // Copies continue: there is a new one of the remaining data.
  await expect.poll(async () => (await desk.call('backup.list', {})).copies.map(({ kind }) => kind)).toEqual(['daily']);
  expect(await holders()).toEqual([]);
  await desk.call('account.switch', { accountId: stays });
  expect(await clientKeys(desk)).toEqual(['key-of-the-one-that-stays']);
  expect((await desk.call('account.heldCopies', { accountId: stays })).count).toBe(1);
});

it('without its copies it still leaves the database, and the copies stay unchanged', async () => {
  await desk.call('account.remove', { accountId: gone, copies: false });
  await expect.poll(inDatabase).toEqual([]);
  expect((await desk.call('account.heldCopies', { accountId: gone })).count).toBe(2);
  expect((await desk.call('backup.list', {})).copies.map(({ kind }) => kind).sort()).toEqual(['daily', 'replaced']);
});

it('the deletion resumes at the next start if the app closes in the middle, and the app stays usable', async () => {
  await desk.call('account.remove', { accountId: gone, copies: true });
  await desk.restart();
  await desk.call('account.switch', { accountId: stays });
  await addClient(desk, 'meanwhile', 9);
  await expect.poll(holders).toEqual([]);
  expect(await clientKeys(desk)).toEqual(['key-of-the-one-that-stays', 'meanwhile']);
  const log = (await readdir(desk.paths.data)).includes('desk.db-wal')
    ? await readFile(join(desk.paths.data, 'desk.db-wal'))
    : Buffer.alloc(0);
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
});

it('an unreadable copy may contain it and is deleted as well, but no copy that contains only others', async () => {
  await desk.call('account.remove', { accountId: gone, copies: true });
  await expect.poll(async () => (await desk.call('backup.list', {})).copies.length).toBe(1);
  await writeFile(join(desk.paths.data, 'desk.broken-20261121-023844-123.db'), `not a database ${secrets.at(-1)}`);
  expect((await desk.call('backup.list', {})).copies.map(({ kind }) => kind).sort()).toEqual(['broken', 'daily']);
  expect(await desk.call('account.heldCopies', { accountId: 'nobody-here' })).toMatchObject({ count: 1 });
});
