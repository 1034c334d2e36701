import { createCipheriv, randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ChangePosition,
  generationOf,
  keyInside,
  MAX_SEALED_BYTES,
  nextHead,
  openBatch,
  openComputer,
  openSnapshot,
  sealBatch,
  sealComputer,
  sealSnapshot,
} from '#core/sync/crypto/batch.ts';
import { MAX_JSON_BYTES, openBox, paddedSize, sealBox } from '#core/sync/crypto/box.ts';
import {
  type KeyRing,
  makeIdentity,
  newestKey,
  newKeyRing,
  nextKey,
  type WrappedKeyReader,
  withKey,
  wrapKey,
} from '#core/sync/crypto/keys.ts';
import { DeskError } from '#shared/result.ts';

const DESK = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
const POSITION: ChangePosition = { deskId: DESK, seq: 7, previous: randomBytes(32) };
const ANY = { leastGeneration: 1 };
const ring = newKeyRing();

const codeOf = (work: () => unknown): unknown => {
  try {
    work();
    return 'opened';
  } catch (error) {
    return error instanceof DeskError ? error.details?.code : error;
  }
};
const opening = (
  sealed: Uint8Array,
  keys: KeyRing = ring,
  position: ChangePosition = POSITION,
  reading = ANY,
): unknown => codeOf(() => openBatch(keys, { ...position, ...reading }, sealed));

const flipped = (sealed: Uint8Array, bit: number): Uint8Array =>
  sealed.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));

describe('a change', () => {
  it('opens unchanged', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), (value, seq) => {
        const position = { ...POSITION, seq };
        const sealed = sealBatch(ring, position, value);
        expect(openBatch(ring, { ...position, ...ANY }, sealed)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('opens on no other desk, at no other number, and after no other change', () => {
    const sealed = sealBatch(ring, POSITION, { a: 1 });
    expect(opening(sealed)).toBe('opened');
    expect(opening(sealed, ring, { ...POSITION, deskId: '6f9619ff-8b86-4d01-b42d-00cf4fc964fe' })).toBe(
      'change-damaged',
    );
    expect(opening(sealed, ring, { ...POSITION, seq: 8 })).toBe('change-damaged');
    expect(opening(sealed, ring, { ...POSITION, previous: nextHead(POSITION.previous, sealed) })).toBe(
      'change-damaged',
    );
  });

  it('does not open when any one bit of it or of its wrapped keys was changed', () => {
    const one = { id: '00000000-0000-4000-8000-000000000001', ...makeIdentity() };
    const two = { id: '00000000-0000-4000-8000-000000000002', ...makeIdentity() };
    const wrappedKey = wrapKey(newestKey(ring), { deskId: DESK, computerId: one.id, privateKey: one.privateKey }, two);
    for (const sealed of [sealBatch(ring, POSITION, 'note'), sealBatch(ring, POSITION, 'note', [wrappedKey])]) {
      const codes = new Set<unknown>();
      for (let bit = 0; bit < sealed.length * 8; bit += 1) codes.add(opening(flipped(sealed, bit)));
      expect([...codes].sort()).toEqual(['change-damaged', 'key-retired', 'key-unknown', 'newer-format']);
    }
  });

  it('does not open when it was cut or lengthened, and neither do random bytes', () => {
    const sealed = sealBatch(ring, POSITION, 'note');
    for (let length = 0; length < sealed.length; length += 1)
      expect(opening(sealed.subarray(0, length))).toBe('change-damaged');
    expect(opening(Buffer.concat([sealed, Buffer.alloc(256)]))).toBe('change-damaged');
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => {
        expect(opening(bytes)).not.toBe('opened');
      }),
    );
  });

  it('tells a missing key, a revoked key and a newer format from damage', () => {
    const later = withKey(ring, nextKey(ring));
    const sealed = sealBatch(later, POSITION, 'note');
    expect(opening(sealed, ring)).toBe('key-unknown');
    expect(opening(sealed, later, POSITION, { leastGeneration: 2 })).toBe('opened');
    expect(opening(sealBatch(ring, POSITION, 'note'), later)).toBe('opened');
    expect(opening(sealBatch(ring, POSITION, 'note'), later, POSITION, { leastGeneration: 2 })).toBe('key-retired');
    expect(opening(sealBatch(newKeyRing(), POSITION, 'note'))).toBe('change-damaged');
    expect(opening(Uint8Array.of(2))).toBe('newer-format');
    expect(opening(Uint8Array.of(0))).toBe('change-damaged');
    expect(generationOf(sealed)).toBe(2);
  });

  it('reveals nothing of its contents when it cannot be opened', () => {
    const sealed = sealBatch(ring, POSITION, 'the name of a client');
    for (const bit of [0, 8, sealed.length * 8 - 1]) {
      try {
        openBatch(ring, { ...POSITION, ...ANY }, flipped(sealed, bit));
        expect.unreachable();
      } catch (error) {
        expect(JSON.stringify([error, String(error)])).not.toContain('client');
      }
    }
  });

  it('never looks the same twice, and does not contain its text', () => {
    const [one, other] = [sealBatch(ring, POSITION, 'Shop'), sealBatch(ring, POSITION, 'Shop')];
    expect(Buffer.from(one).equals(other)).toBe(false);
    expect(Buffer.from(one).includes('Shop')).toBe(false);
  });
});

describe('the head of the chain', () => {
  it('differs for every other history', () => {
    const sealed = sealBatch(ring, POSITION, 'note');
    const head = nextHead(POSITION.previous, sealed);
    expect(head).toHaveLength(32);
    expect(nextHead(POSITION.previous, sealed)).toEqual(head);
    expect(nextHead(head, sealed)).not.toEqual(head);
    expect(nextHead(POSITION.previous, flipped(sealed, 99))).not.toEqual(head);
  });
});

describe('the size of a sealed change', () => {
  it.each([
    [1, 256],
    [256, 256],
    [257, 512],
    [65_536, 65_536],
    [65_537, 131_072],
    [131_073, 196_608],
  ])('is for %i bytes the same as for %i', (bytes, padded) => {
    expect(paddedSize(bytes)).toBe(padded);
  });

  it('is the same for all small changes', () => {
    const sizes = ['', 'a', 'b'.repeat(100), { name: 'Иван', note: 'до пятницы' }].map(
      (value) => sealBatch(ring, POSITION, value).length,
    );
    expect(new Set(sizes).size).toBe(1);
  });

  it('has a limit: larger data is refused before sealing, the largest opens, and a larger box is not read', () => {
    const box = (value: string) => sealBox(newestKey(ring).key, Buffer.alloc(0), value);
    expect(() => box('a'.repeat(MAX_JSON_BYTES))).toThrow(RangeError);
    expect(() => box('a'.repeat(MAX_JSON_BYTES - 2))).not.toThrow();
    // Random bytes can hardly be compressed.
    expect(() => box(randomBytes(10 * 1024 ** 2).toString('base64'))).toThrow(RangeError);
    const largest = randomBytes(5 * 1024 ** 2).toString('base64');
    expect(openBox(newestKey(ring).key, Buffer.alloc(0), box(largest))?.value === largest).toBe(true);
    expect(opening(Buffer.alloc(MAX_SEALED_BYTES + 1, 1))).toBe('change-damaged');
    expect(MAX_SEALED_BYTES).toBeLessThan(8 * 1024 ** 2);
  });

  it('cannot be used to fill the memory: a box that unpacks to more than it may hold counts as damaged', () => {
    const bomb = (bytes: number): Buffer => {
      const packed = deflateSync(Buffer.from(`"${' '.repeat(bytes - 2)}"`));
      const plain = Buffer.alloc(paddedSize(4 + packed.length));
      plain.writeUInt32BE(packed.length, 0);
      packed.copy(plain, 4);
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', newestKey(ring).key, nonce);
      return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    };
    expect(openBox(newestKey(ring).key, Buffer.alloc(0), bomb(1_000_000))).not.toBeNull();
    expect(openBox(newestKey(ring).key, Buffer.alloc(0), bomb(MAX_JSON_BYTES + 1))).toEqual({ value: undefined });
    expect(openBox(newestKey(ring).key, Buffer.alloc(0), bomb(64 * 1024 ** 2))).toEqual({ value: undefined });
  });
});

describe("a message to a computer's own instances", () => {
  const computer = { deskId: DESK, computerId: '00000000-0000-4000-8000-000000000001' };
  const sealed = sealComputer(ring, computer, { name: 'Laptop' });

  it('opens for that computer only', () => {
    expect(openComputer(ring, { ...computer, ...ANY }, sealed)).toEqual({ name: 'Laptop' });
    const another = { ...computer, computerId: '00000000-0000-4000-8000-000000000002', ...ANY };
    expect(codeOf(() => openComputer(ring, another, sealed))).toBe('change-damaged');
  });

  it('is never taken for a change, and a change never for one', () => {
    expect(opening(sealed)).toBe('change-damaged');
    expect(codeOf(() => openComputer(ring, { ...computer, ...ANY }, sealBatch(ring, POSITION, 1)))).toBe(
      'change-damaged',
    );
  });
});

describe('a snapshot', () => {
  const position = { deskId: DESK, seq: 900, hash: randomBytes(32) };

  async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
    yield* items;
  }
  const gather = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
    const all: T[] = [];
    for await (const item of items) all.push(item);
    return all;
  };
  const sealedParts = (values: readonly unknown[], at = position) => gather(sealSnapshot(ring, at, each(values)));
  const opened = (parts: readonly Uint8Array[], at = position): Promise<unknown> =>
    gather(openSnapshot(ring, { ...at, ...ANY }, each(parts))).catch((error: unknown) =>
      error instanceof DeskError ? error.details?.code : error,
    );

  it('opens unchanged', async () => {
    for (const values of [['one'], [1, [2], { three: 3 }]])
      expect(await opened(await sealedParts(values))).toEqual(values);
  });

  it('is rejected when parts are missing, doubled, swapped, from another snapshot, or all absent', async () => {
    const parts = await sealedParts(['a', 'b', 'c']);
    const [a, b, c] = parts as [Uint8Array, Uint8Array, Uint8Array];
    const [x] = (await sealedParts(['x', 'y', 'z'], { ...position, seq: 901 })) as [Uint8Array];
    for (const wrong of [[], [a], [a, b], [b, c], [a, c], [b, a, c], [a, b, c, c], [a, a, b, c], [x, b, c]])
      expect(await opened(wrong)).toBe('change-damaged');
    expect(await opened(parts, { ...position, seq: 899 })).toBe('change-damaged');
    expect(await opened(parts, { ...position, hash: randomBytes(32) })).toBe('change-damaged');
    expect(await opened(parts, { ...position, deskId: '6f9619ff-8b86-4d01-b42d-00cf4fc964fe' })).toBe('change-damaged');
  });

  it('brings the newest key to a computer that was away while another one was removed', async () => {
    const maker = { id: '00000000-0000-4000-8000-000000000001', ...makeIdentity() };
    const away = { id: '00000000-0000-4000-8000-000000000002', ...makeIdentity() };
    const later = withKey(ring, nextKey(ring));
    const writer = { deskId: DESK, computerId: maker.id, privateKey: maker.privateKey };
    const wrappedKeys = [wrapKey(newestKey(later), writer, away)];
    const parts = await gather(sealSnapshot(later, position, each(['a', 'b']), wrappedKeys));
    const reader: WrappedKeyReader = {
      deskId: DESK,
      computerId: away.id,
      privateKey: away.privateKey,
      publicKeyOf: (id) => (id === maker.id ? maker.publicKey : null),
    };
    expect(await opened(parts)).toBe('key-unknown');
    const key = keyInside(parts[0] ?? Buffer.alloc(0), reader);
    if (key === null) return expect.unreachable();
    const values = await gather(openSnapshot(withKey(ring, key), { ...position, leastGeneration: 2 }, each(parts)));
    expect(values).toEqual(['a', 'b']);
  });
});
