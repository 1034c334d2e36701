import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BackupDescription, decodeHead, encodeHead, TAG } from '#core/views/backup/backup-header.ts';
import { isRightKey, keyCheck, type Sealing, seal, unseal } from '#core/views/backup/seal.ts';
import { DeskError } from '#shared/result.ts';

const CHUNK = 1_024;
const SEALED = CHUNK + TAG;

const DESCRIPTION: BackupDescription = {
  kdf: { name: 'scrypt', N: 2 ** 17, r: 8, p: 1, salt: 'AAECAwQFBgcICQoLDA0ODw==' },
  cipher: 'aes-256-gcm',
  packing: 'gzip',
  chunkBytes: CHUNK,
  createdAt: 1_763_692_800_000,
  appVersion: '1.2.3',
  schema: 5,
};
const { head } = encodeHead(DESCRIPTION);
const keyOf = (text: string): Buffer => createHash('sha256').update(text).digest();
const sealing: Sealing = { key: keyOf('right'), head, chunkBytes: CHUNK };

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}
const gather = async (pieces: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
};
const sealed = (plain: Uint8Array, piece = 700): Promise<Buffer> => gather(seal(sealing, inPieces(plain, piece)));
const opened = (bytes: Uint8Array, piece = 900): Promise<Buffer> => gather(unseal(sealing, inPieces(bytes, piece)));
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'opened',
    (error: unknown) => (error instanceof DeskError ? error.details?.code : error),
  );

const content = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, index) => (index * 31 + 7) % 251));

describe('sealed data', () => {
  it('opens unchanged, whatever its size and however it is divided into pieces', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 5 * CHUNK }),
        fc.integer({ min: 1, max: 3_000 }),
        fc.integer({ min: 1, max: 3_000 }),
        async (plain, one, other) => {
          expect((await opened(await sealed(plain, one), other)).equals(plain)).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 2 * CHUNK + 1])(
    'opens at the edge of a chunk: %i',
    async (size) => {
      expect((await opened(await sealed(content(size)))).equals(content(size))).toBe(true);
    },
  );

  it('does not open when any one bit of it was changed', async () => {
    const whole = await sealed(content(3 * CHUNK + 100));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: whole.length * 8 - 1 }), async (bit) => {
        const changed = Buffer.from(whole);
        changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        expect(await codeOf(opened(changed))).toBe('backup-damaged');
      }),
    );
  });

  it('does not open when a piece of its end is missing, and says so where it can tell', async () => {
    const whole = await sealed(content(3 * CHUNK + 100));
    for (let length = 0; length < whole.length; length += 1) {
      const code = await codeOf(opened(whole.subarray(0, length)));
      expect(['backup-cut-short', 'backup-damaged']).toContain(code);
      if (length % SEALED === 0) expect([length, code]).toEqual([length, 'backup-cut-short']);
    }
  });

  it('does not open when its chunks are reordered or doubled, or when more follow them', async () => {
    const whole = await sealed(content(3 * CHUNK));
    const part = (index: number): Buffer => whole.subarray(index * SEALED, (index + 1) * SEALED);
    for (const order of [[1, 0, 2], [0, 0, 1, 2], [0, 2], [2], [0, 1, 2, 2], [0, 1, 2, 0]]) {
      expect([order, await codeOf(opened(Buffer.concat(order.map(part))))]).toEqual([order, 'backup-damaged']);
    }
  });

  it('belongs to its own head alone', async () => {
    const other = { ...sealing, head: encodeHead({ ...DESCRIPTION, createdAt: 0 }).head };
    const whole = await sealed(content(100));
    expect(await codeOf(gather(unseal(other, inPieces(whole, 900))))).toBe('backup-damaged');
    expect(isRightKey(other, keyCheck(sealing))).toBe(false);
  });

  it('tells the right key from a wrong one before it opens anything', () => {
    const check = keyCheck(sealing);
    expect(isRightKey(sealing, check)).toBe(true);
    expect(isRightKey({ ...sealing, key: keyOf('wrong') }, check)).toBe(false);
  });
});

describe('the head of a backup', () => {
  const codeOfHead = (bytes: Buffer): unknown => {
    try {
      decodeHead(bytes);
      return 'read';
    } catch (error) {
      return error instanceof DeskError ? error.details?.code : error;
    }
  };
  const described = (change: object): Buffer => encodeHead({ ...DESCRIPTION, ...change } as BackupDescription).head;

  it('is read as it was written, with more data behind it', () => {
    expect(decodeHead(Buffer.concat([head, Buffer.alloc(500)]))).toEqual({ description: DESCRIPTION, head });
  });

  it('is refused when any one byte of it was changed', () => {
    for (let at = 0; at < head.length; at += 1) {
      const changed = Buffer.from(head);
      changed.writeUInt8(changed.readUInt8(at) ^ 0x21, at);
      expect(['backup-unknown', 'backup-format-newer', 'backup-damaged']).toContain(codeOfHead(changed));
    }
  });

  it('is refused when it is cut, empty, or from another program', () => {
    for (let length = 9; length < head.length; length += 1) {
      expect([length, codeOfHead(head.subarray(0, length))]).toEqual([length, 'backup-damaged']);
    }
    for (const text of ['', 'RDBACK', 'SQLite format 3\0', 'PK\u0003\u0004']) {
      expect(codeOfHead(Buffer.from(text))).toBe('backup-unknown');
    }
  });

  it('cannot ask for more memory than our own backups need', () => {
    const { kdf } = DESCRIPTION;
    for (const wild of [{ N: 2 ** 30 }, { N: 1000 }, { r: 1e6 }, { p: 1e6 }, { r: 0 }]) {
      expect(codeOfHead(described({ kdf: { ...kdf, ...wild } }))).toBe('backup-damaged');
    }
    expect(codeOfHead(described({ chunkBytes: 2 ** 31 }))).toBe('backup-damaged');
    expect(codeOfHead(described({ appVersion: 'x'.repeat(5_000) }))).toBe('backup-damaged');
  });

  it('is recognised as a later format rather than as damaged', () => {
    const later = Buffer.from(head);
    later.writeUInt8(2, 8);
    expect(codeOfHead(later)).toBe('backup-format-newer');
  });
});
