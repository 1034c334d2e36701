import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deriveKey } from '#core/platform/secrets/derive-key.ts';
import { MIGRATIONS, newestVersion } from '#core/platform/sqlite/migrations.ts';
import { encodeHead } from '#core/views/backup/backup-header.ts';
import { keyCheck, seal } from '#core/views/backup/seal.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { leftovers, makeShelf, PASSPHRASE, refusal } from './backup-desk.ts';
import { QUICK } from './forged-backup.ts';

const MiB = 1024 * 1024;

let desk: TestDesk;
let shelf: Awaited<ReturnType<typeof makeShelf>>;
beforeEach(async () => {
  desk = await startTestDesk();
  shelf = await makeShelf();
});
afterEach(async () => {
  await desk.close();
  await shelf.empty();
});

/** Forges a backup of this many zeros that declares any size; `undefined` declares none, as earlier files did. */
const forgeZeros = async (bytes: number, says: object): Promise<string> => {
  const kdf = { ...QUICK, salt: randomBytes(16).toString('base64') };
  const about = { createdAt: 0, appVersion: '1.0.0', schema: newestVersion(MIGRATIONS) };
  const { head } = encodeHead({
    kdf,
    cipher: 'aes-256-gcm',
    packing: 'gzip',
    chunkBytes: 2 ** 18,
    ...about,
    ...says,
  });
  const sealing = { key: await deriveKey(PASSPHRASE, kdf), head, chunkBytes: 2 ** 18 };
  const packed = createGzip();
  const zeros = async function* () {
    for (let left = bytes; left > 0; left -= MiB) yield Buffer.alloc(Math.min(left, MiB));
  };
  const packing = pipeline(zeros, packed);
  const parts = [head, keyCheck(sealing)];
  for await (const part of seal(sealing, packed)) parts.push(part);
  await packing;
  const file = join(shelf.path, 'zeros.rdbackup');
  await writeFile(file, Buffer.concat(parts));
  return file;
};

describe('a backup that unpacks to far more than its size', () => {
  it('is refused before its passphrase is asked for, if it declares the size', async () => {
    desk.dialogs.openQueue.push(await forgeZeros(256 * MiB, { bytes: 256 * MiB }));
    expect(await desk.callError('backup.choose', {})).toMatchObject({ details: { code: 'backup-too-large' } });
  });

  it('is abandoned if it declares no size or a wrong one', async () => {
    for (const says of [{}, { bytes: MiB }]) {
      expect(await refusal(desk, await forgeZeros(256 * MiB, says))).toBe('backup-too-large');
      expect(await leftovers(desk)).toEqual([]);
    }
  });

  it('counts as damaged if it unpacks to less than it declares', async () => {
    expect(await refusal(desk, await forgeZeros(MiB, { bytes: 2 * MiB }))).toBe('backup-damaged');
    expect(await leftovers(desk)).toEqual([]);
  });
});

describe('the head of a backup', () => {
  it('cannot make the app work for long or display an invalid time', async () => {
    const kdf = { name: 'scrypt', N: 2 ** 20, r: 8, p: 4, salt: '' };
    for (const says of [{ kdf }, { createdAt: 8.64e15 + 1 }, { createdAt: -1 }, { bytes: -1 }]) {
      expect(await refusal(desk, await forgeZeros(1, says))).toBe('backup-damaged');
    }
  });
});
