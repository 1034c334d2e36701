import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPartialBook } from '#core/platform/files/partial-book.ts';
import { makeBackup } from '#core/platform/sqlite/backups.ts';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import { EARLIER_MIGRATIONS } from '#core/platform/sqlite/earlier/index.ts';
import { migrate, schemaVersion } from '#core/platform/sqlite/migrate.ts';
import { MIGRATIONS, newestVersion } from '#core/platform/sqlite/migrations.ts';
import { writeBackupFile } from '#core/views/backup/backup-file.ts';
import { WAYS_TO_BREAK } from '../../support/broken-files.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import {
  addClient,
  clientKeys,
  deskFile,
  leftovers,
  makeShelf,
  openBackup,
  PASSPHRASE,
  refusal,
  saveBackup,
} from './backup-desk.ts';

/** Damage does not depend on how long a key takes to compute. */
const QUICK = { name: 'scrypt', N: 2 ** 10, r: 8, p: 1 } as const;

let desk: TestDesk;
let shelf: Awaited<ReturnType<typeof makeShelf>>;
/** A good backup; every test damages a copy of it. */
let good: Buffer;
beforeAll(async () => {
  desk = await startTestDesk();
  shelf = await makeShelf();
  await addClient(desk, 'present');
  await makeBackup(deskFile(desk), desk.paths.backups, Date.now());
  good = await readFile(await backupOf(() => {}));
});
afterAll(async () => {
  await desk.close();
  await shelf.empty();
});

const file = (name = 'bad'): string => join(shelf.path, `${name}.rdbackup`);

const spoilt = async (bytes: Buffer): Promise<string> => {
  await writeFile(file(), bytes);
  return file();
};
const flipped = (at: number): Buffer => {
  const changed = Buffer.from(good);
  changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
  return changed;
};

/** After every refusal the desk is unchanged, and nothing of the backup stays. */
const untouched = async (): Promise<void> => {
  expect(await clientKeys(desk)).toEqual(['present']);
  expect(await leftovers(desk)).toEqual([]);
  expect(await desk.callError('backup.restore', { offerId: 1 })).toMatchObject({ kind: 'not-found' });
};

/** Seals a database, made by `change` from the desk's own, in a good backup file. */
const backupOf = async (change: (db: InstanceType<typeof DatabaseSync>) => void, schema = 1): Promise<string> => {
  const folder = join(shelf.path, 'made');
  await mkdir(folder, { recursive: true });
  const source = join(folder, 'desk.db');
  const { name } = (await desk.call('backup.list', {})).copies[0] ?? { name: '' };
  await copyFile(join(desk.paths.backups, name), source);
  const db = new DatabaseSync(source);
  db.exec('PRAGMA journal_mode = DELETE');
  change(db);
  db.close();
  return sealed(source, schema);
};

const sealed = async (source: string, schema: number): Promise<string> => {
  const about = { createdAt: 0, appVersion: '9.9.9', schema };
  const write = { source, target: file(), passphrase: PASSPHRASE, strength: QUICK, about };
  const partials = createPartialBook(join(shelf.path, 'writing'));
  await writeBackupFile({ ...write, partials, onProgress: () => {} });
  return file();
};

describe('a backup that cannot be used', () => {
  it('is distinguished from a wrong passphrase, which is reported as such', async () => {
    for (const wrong of ['correct horse battery ', 'Correct horse battery', '', 'x'.repeat(2_000)]) {
      expect(await refusal(desk, await spoilt(good), wrong)).toBe('backup-wrong-passphrase');
    }
    await untouched();
  });

  it('opens with the same letters in another Unicode composition', async () => {
    await saveBackup(desk, file('accent'), 'caf\u00e9 au lait, é');
    expect((await openBackup(desk, file('accent'), 'cafe\u0301 au lait, e\u0301')).brings.clients).toBe(1);
    await desk.call('backup.discard', {});
    await untouched();
  });

  it('is refused wherever one bit of it was changed', async () => {
    const places = [20, 0.25, 0.5, 0.75].map((part) => Math.floor(part < 1 ? good.length * part : part));
    places.push(good.length - 1);
    for (const at of places)
      expect([at, await refusal(desk, await spoilt(flipped(at)))]).toEqual([at, 'backup-damaged']);
    expect(await refusal(desk, await spoilt(flipped(0)))).toBe('backup-unknown');
    await untouched();
  });

  it('is refused when its end is missing', async () => {
    for (const length of [good.length - 1, Math.floor(good.length / 2), 400, 60]) {
      expect(['backup-damaged', 'backup-cut-short']).toContain(
        await refusal(desk, await spoilt(good.subarray(0, length))),
      );
    }
    expect(await refusal(desk, await spoilt(Buffer.alloc(0)))).toBe('backup-unknown');
    await untouched();
  });

  it('is refused when it is another kind of file, or missing', async () => {
    expect(await refusal(desk, await spoilt(Buffer.from('messenger_id;client_key\n1;a\n')))).toBe('backup-unknown');
    expect(await refusal(desk, join(shelf.path, 'nowhere.rdbackup'))).toBe('no-such-file');
    expect(await refusal(desk, shelf.path)).toBe('not-a-file');
    await untouched();
  });

  it('from a newer version of the app is refused before its passphrase is asked for, and after', async () => {
    await desk.call('backup.discard', {});
    const newer = (db: InstanceType<typeof DatabaseSync>) =>
      db.exec(`PRAGMA user_version = ${newestVersion(MIGRATIONS) + 1}`);
    expect(await refusal(desk, await backupOf(newer, newestVersion(MIGRATIONS) + 1))).toBe('backup-newer');
    expect(await refusal(desk, await backupOf(newer, newestVersion(MIGRATIONS)))).toBe('backup-newer');
    await untouched();
  });

  it('is refused when its contents are not a desk', async () => {
    for (const [how, breakFile] of Object.entries(WAYS_TO_BREAK)) {
      await backupOf(() => {});
      const source = join(shelf.path, 'made', 'desk.db');
      await breakFile(source);
      expect([how, await refusal(desk, await sealed(source, 1))]).toEqual([how, 'backup-broken']);
    }
    await untouched();
  });
});

describe('a backup of an older version of the app', () => {
  it('is converted to the newest schema, as an update would do it', async () => {
    const source = join(shelf.path, 'old.db');
    const old = openDatabase(source);
    migrate(old, EARLIER_MIGRATIONS.slice(0, 1), () => {}, 1);
    old.run(
      "INSERT INTO accounts (id, label, base_url, is_sandbox, created_at) VALUES ('a', 'Old', 'https://x', 0, 1)",
    );
    old.run("INSERT INTO settings VALUES ('account.active', 'a')");
    old.close();
    const { offerId, brings } = await openBackup(desk, await sealed(source, 1));
    expect(brings).toMatchObject({ accounts: [{ label: 'Old', clients: 0 }], proxies: 0, subscriptions: 0 });
    await desk.call('backup.restore', { offerId });
    expect((await desk.call('account.state', {})).accounts).toMatchObject([{ label: 'Old' }]);
    await desk.core.close();
    const now = openDatabase(deskFile(desk));
    expect(schemaVersion(now)).toBe(newestVersion(MIGRATIONS));
    now.close();
    await desk.restart();
  });
});
