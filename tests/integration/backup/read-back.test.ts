import { randomBytes } from 'node:crypto';
import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type BackupWrite, writeBackupFile } from '#core/views/backup/backup-file.ts';

const MB = 1024 * 1024;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'desk-read-back-'));
  // Random bytes cannot be compressed, so the file has many pieces.
  await writeFile(join(folder, 'desk.db'), randomBytes(4 * MB));
  await writeFile(join(folder, 'older.rdbackup'), 'an older backup');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const backup = (onProgress: BackupWrite['onProgress'], noted: (path: string) => void = () => {}): BackupWrite => ({
  source: join(folder, 'desk.db'),
  target: join(folder, 'older.rdbackup'),
  passphrase: 'correct horse battery',
  strength: { name: 'scrypt', N: 2 ** 10, r: 8, p: 1 },
  about: { createdAt: 0, appVersion: '0', schema: 1 },
  onProgress,
  partials: {
    note: async (path) => {
      noted(path);
      return async () => {};
    },
    sweep: async () => {},
  },
});

it('a backup that cannot be opened again is not reported as saved, and the older one stays', async () => {
  let temp = '';
  let isSpoilt = false;
  const spoilOnce = (bytes: number): void => {
    // Everything is written and the first piece was read back, but the disk has lost the end.
    if (isSpoilt || bytes <= 4 * MB) return;
    isSpoilt = true;
    const file = openSync(temp, 'r+');
    writeSync(file, Buffer.from([1, 2, 3]), 0, 3, statSync(temp).size - 10);
    closeSync(file);
  };
  const saving = writeBackupFile(
    backup(spoilOnce, (path) => {
      temp = path;
    }),
  );
  await expect(saving).rejects.toMatchObject({ kind: 'file', details: { code: 'read-back-differs' } });
  expect(isSpoilt).toBe(true);
  expect(await readFile(join(folder, 'older.rdbackup'), 'utf8')).toBe('an older backup');
  expect((await readdir(folder)).sort()).toEqual(['desk.db', 'older.rdbackup']);
});

it('a good backup replaces the older one, and contains every byte of the desk', async () => {
  let last = 0;
  await writeBackupFile(
    backup((bytes) => {
      last = bytes;
    }),
  );
  expect(last).toBe(8 * MB);
  expect((await readFile(join(folder, 'older.rdbackup'))).subarray(0, 8).toString('latin1')).toBe('RDBACKUP');
});
