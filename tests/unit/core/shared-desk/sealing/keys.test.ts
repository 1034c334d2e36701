import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { keyInside, openBatch, sealBatch } from '#core/sync/crypto/batch.ts';
import {
  KEPT_KEYS,
  keyRing,
  makeIdentity,
  newestKey,
  newKeyRing,
  nextKey,
  unwrapKey,
  WRAPPED_KEY_BYTES,
  type WrappedKeyReader,
  type WrappedKeyWriter,
  withKey,
  wrapKey,
  writeRing,
} from '#core/sync/crypto/keys.ts';

const DESK = randomUUID();
const computer = () => ({ id: randomUUID(), ...makeIdentity() });
type Computer = ReturnType<typeof computer>;

const [anna, boris, removed] = [computer(), computer(), computer()];
const writing = (by: Computer, deskId = DESK): WrappedKeyWriter => ({
  deskId,
  computerId: by.id,
  privateKey: by.privateKey,
});
const reading = (by: Computer, known: readonly Computer[], deskId = DESK): WrappedKeyReader => ({
  ...writing(by, deskId),
  publicKeyOf: (id) => known.find((one) => one.id === id)?.publicKey ?? null,
});

describe('the keys of a desk', () => {
  it('begin with one key; each new key seals, and the earlier ones still open', () => {
    const first = newKeyRing();
    expect(newestKey(first).generation).toBe(1);
    const second = withKey(first, nextKey(first));
    expect(second.map(({ generation }) => generation)).toEqual([1, 2]);
    expect(newestKey(second).key).not.toEqual(newestKey(first).key);
  });

  it('are written and read back unchanged, and only as many are kept as fit', () => {
    let ring = newKeyRing();
    for (let count = 0; count < KEPT_KEYS + 5; count += 1) ring = withKey(ring, nextKey(ring));
    expect(ring).toHaveLength(KEPT_KEYS);
    expect(newestKey(ring).generation).toBe(KEPT_KEYS + 6);
    expect(keyRing.parse(JSON.parse(JSON.stringify(writeRing(ring))))).toEqual(ring);
  });

  it.each([
    [[]],
    [[[1, 'short']]],
    [[[0, 'A'.repeat(43)]]],
    [[[1, '+'.repeat(43)]]],
    [Array.from({ length: KEPT_KEYS + 1 }, (_, index) => [index + 1, 'A'.repeat(43)])],
    ['1'],
  ])('are refused in any other form: %j', (written) => {
    expect(keyRing.safeParse(written).success).toBe(false);
  });
});

describe('a new key, wrapped for one computer', () => {
  const ring = newKeyRing();
  const next = nextKey(ring);
  const wrappedKey = wrapKey(next, writing(anna), boris);

  it('opens for the computer it is for, from a computer that it knows', () => {
    expect(wrappedKey).toHaveLength(WRAPPED_KEY_BYTES);
    expect(unwrapKey(wrappedKey, 2, reading(boris, [anna, boris]))).toEqual(next);
  });

  it('opens for nobody else, from no stranger, and for no other desk or generation', () => {
    const everybody = [anna, boris, removed];
    expect(unwrapKey(wrappedKey, 2, reading(removed, everybody))).toBeNull();
    expect(unwrapKey(wrappedKey, 2, { ...reading(removed, everybody), computerId: boris.id })).toBeNull();
    expect(unwrapKey(wrappedKey, 2, reading(anna, everybody))).toBeNull();
    expect(unwrapKey(wrappedKey, 2, reading(boris, [boris]))).toBeNull();
    expect(unwrapKey(wrappedKey, 2, reading(boris, everybody, randomUUID()))).toBeNull();
    expect(unwrapKey(wrappedKey, 3, reading(boris, everybody))).toBeNull();
    expect(unwrapKey(wrappedKey, 2, reading(boris, [{ ...anna, publicKey: removed.publicKey }]))).toBeNull();
  });

  it('does not open when any one bit of it was changed, or its end is missing', () => {
    const reader = reading(boris, [anna, boris, removed]);
    const opened = Array.from({ length: wrappedKey.length * 8 }, (_, bit) =>
      unwrapKey(
        wrappedKey.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte)),
        2,
        reader,
      ),
    );
    expect(opened.filter((key) => key !== null)).toEqual([]);
    expect(unwrapKey(wrappedKey.subarray(1), 2, reader)).toBeNull();
    expect(unwrapKey(new Uint8Array(0), 2, reader)).toBeNull();
  });

  it('is neither made for nor accepted from a public key that makes every secret the same', () => {
    const weak = { ...anna, publicKey: Buffer.alloc(32).toString('base64url') };
    expect(() => wrapKey(next, writing(boris), weak)).toThrow();
    expect(unwrapKey(wrappedKey, 2, reading(boris, [weak]))).toBeNull();
    expect(unwrapKey(wrappedKey, 2, reading(boris, [{ ...anna, publicKey: 'no key' }]))).toBeNull();
  });
});

describe('the change that removes a computer', () => {
  const before = newKeyRing();
  const annas = withKey(before, nextKey(before));
  const position = { deskId: DESK, seq: 5, previous: new Uint8Array(32), leastGeneration: 1 };
  const change = sealBatch(annas, position, 'removed', [wrapKey(newestKey(annas), writing(anna), boris)]);

  it('brings the new key to the computers that stay', () => {
    expect(() => openBatch(before, position, change)).toThrow(expect.objectContaining({ kind: 'shared-desk' }));
    const key = keyInside(change, reading(boris, [anna, boris, removed]));
    if (key === null) return expect.unreachable();
    const boriss = withKey(before, key);
    expect(openBatch(boriss, position, change)).toBe('removed');
    const answer = sealBatch(boriss, { ...position, seq: 6 }, 'answer');
    expect(openBatch(annas, { ...position, seq: 6, leastGeneration: 2 }, answer)).toBe('answer');
  });

  it('brings it to the computer that made the change, in case that one loses it', () => {
    const own = sealBatch(annas, position, 'removed', [wrapKey(newestKey(annas), writing(anna), anna)]);
    expect(keyInside(own, reading(anna, [anna, boris]))).toEqual(newestKey(annas));
  });

  it('brings no key to the removed computer', () => {
    expect(keyInside(change, reading(removed, [anna, boris, removed]))).toBeNull();
  });
});
