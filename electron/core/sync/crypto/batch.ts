import { createHash } from 'node:crypto';
import { MAX_BOX, MIN_BOX, openBox, sealBox } from './box.ts';
import {
  type DeskKey,
  type KeyRing,
  MAX_GENERATION,
  newestKey,
  unwrapKey,
  WRAPPED_KEY_BYTES,
  type WrappedKeyReader,
} from './keys.ts';
import { sealingError } from './sealing-error.ts';

/**
 * Everything in the store is sealed. A sealed value consists of the format (1 byte), the generation of the key (4
 * bytes, big-endian), the number of wrapped keys (1 byte), the wrapped keys (keys.ts) and a box (box.ts). The box is
 * bound to everything before it and to its position. So no value opens at another position, in another order, on
 * another desk or under another generation.
 */
const FORMAT = 1;
const FIXED = 1 + 4 + 1;
const MAX_WRAPPED_KEYS = 255;
/** The largest size of a sealed value, in bytes. A larger value in the store can be refused before it is read. */
export const MAX_SEALED_BYTES = FIXED + MAX_WRAPPED_KEYS * WRAPPED_KEY_BYTES + MAX_BOX;

/** The position of a change: it is number `seq` of the desk, and follows the change whose head is `previous`. */
export interface ChangePosition {
  readonly deskId: string;
  readonly seq: number;
  /** 32 bytes; all zeros before the first change. */
  readonly previous: Uint8Array;
}

/** Identifies an entry: the description that a computer publishes of itself, outside the order of changes. */
interface EntryOwner {
  readonly deskId: string;
  readonly computerId: string;
}

/**
 * The position of a snapshot. It contains everything up to the change `seq`, at which the head of the chain is `hash`,
 * and is stored in parts.
 */
interface SnapshotPosition {
  readonly deskId: string;
  readonly seq: number;
  readonly hash: Uint8Array;
}

/**
 * Gives the lowest generation of the key that may have sealed a value: that of the change before, or the newest one
 * that this computer knows. A removed computer still has the keys of its time, and the others must refuse everything
 * that it seals with them.
 */
export interface Reading {
  readonly leastGeneration: number;
}

type Bound = readonly (string | number | boolean)[];

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const boundToChange = ({ deskId, seq, previous }: ChangePosition): Bound => ['change', deskId, seq, hex(previous)];
const boundToComputer = ({ deskId, computerId }: EntryOwner): Bound => ['computer', deskId, computerId];
const boundToPart = ({ deskId, seq, hash }: SnapshotPosition, part: number, isLast: boolean): Bound => [
  'snapshot',
  deskId,
  seq,
  hex(hash),
  part,
  isLast,
];

const boundBytes = (head: Uint8Array, bound: Bound): Buffer =>
  Buffer.concat([head, Buffer.from(JSON.stringify(bound), 'utf8')]);

const seal = (ring: KeyRing, bound: Bound, value: unknown, wrappedKeys: readonly Uint8Array[]): Uint8Array => {
  const { generation, key } = newestKey(ring);
  if (wrappedKeys.length > MAX_WRAPPED_KEYS) throw new RangeError(`${wrappedKeys.length} wrapped keys are too many.`);
  const fixed = Buffer.alloc(FIXED);
  fixed.writeUInt8(FORMAT, 0);
  fixed.writeUInt32BE(generation, 1);
  fixed.writeUInt8(wrappedKeys.length, 5);
  const head = Buffer.concat([fixed, ...wrappedKeys]);
  return Buffer.concat([head, sealBox(key, boundBytes(head, bound), value)]);
};

interface Parts {
  readonly generation: number;
  readonly wrappedKeys: readonly Uint8Array[];
  readonly head: Uint8Array;
  readonly box: Uint8Array;
}

/** Splits a sealed value without a key. Its parts are authentic only after the box was opened. */
const parse = (sealed: Uint8Array): Parts => {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  if (bytes.length > 0 && bytes.readUInt8(0) > FORMAT) throw sealingError('newer-format');
  if (bytes.length < FIXED + MIN_BOX || bytes.length > MAX_SEALED_BYTES || bytes.readUInt8(0) !== FORMAT)
    throw sealingError('change-damaged');
  const count = bytes.readUInt8(5);
  const end = FIXED + count * WRAPPED_KEY_BYTES;
  const wrappedKeys = Array.from({ length: count }, (_, index) =>
    bytes.subarray(FIXED + index * WRAPPED_KEY_BYTES, FIXED + (index + 1) * WRAPPED_KEY_BYTES),
  );
  return { generation: bytes.readUInt32BE(1), wrappedKeys, head: bytes.subarray(0, end), box: bytes.subarray(end) };
};

const open = (ring: KeyRing, bound: Bound, { leastGeneration }: Reading, sealed: Uint8Array): unknown => {
  const { generation, head, box } = parse(sealed);
  if (generation < leastGeneration) throw sealingError('key-retired');
  const found = ring.find((one) => one.generation === generation);
  if (found === undefined) throw sealingError('key-unknown');
  const opened = openBox(found.key, boundBytes(head, bound), box);
  if (opened === null) throw sealingError('change-damaged');
  return opened.value;
};

/**
 * Returns the generation of the key that a value claims to be sealed with. Only opening the value proves the claim.
 * Throws as `openBatch` does.
 */
export const generationOf = (sealed: Uint8Array): number => parse(sealed).generation;

/**
 * Returns the key that a sealed value brings for this computer, or `null` if it brings none. The value is sealed with
 * that same key. Call this only if opening the value failed with `key-unknown`, and add the key to the ring only if the
 * whole value then opens. Throws as `openBatch` does.
 */
export const keyInside = (sealed: Uint8Array, reader: WrappedKeyReader): DeskKey | null => {
  const { generation, wrappedKeys } = parse(sealed);
  if (generation < 1 || generation > MAX_GENERATION) return null;
  for (const wrappedKey of wrappedKeys) {
    const key = unwrapKey(wrappedKey, generation, reader);
    if (key !== null) return key;
  }
  return null;
};

/**
 * Seals a change. The first change after the removal of a computer brings `wrappedKeys`: the newest key for each
 * computer that stays. Snapshots bring them too. Throws RangeError if the value does not fit into one box (`sealBox`).
 */
export const sealBatch = (
  ring: KeyRing,
  position: ChangePosition,
  value: unknown,
  wrappedKeys: readonly Uint8Array[] = [],
): Uint8Array => seal(ring, boundToChange(position), value, wrappedKeys);

/**
 * Opens a change. Throws DeskError `shared-desk`: `change-damaged` (not the value that was sealed for this position),
 * `key-unknown` (sealed with a key that is not in the ring), `key-retired` (sealed with a key that is no longer valid
 * here), `newer-format` (sealed by a newer app).
 */
export const openBatch = (ring: KeyRing, position: ChangePosition & Reading, sealed: Uint8Array): unknown =>
  open(ring, boundToChange(position), position, sealed);

/** Returns the head of the chain after this change: the SHA-256 of the previous head and the sealed change. */
export const nextHead = (previous: Uint8Array, sealed: Uint8Array): Uint8Array =>
  createHash('sha256').update(previous).update(sealed).digest();

export const sealComputer = (ring: KeyRing, position: EntryOwner, value: unknown): Uint8Array =>
  seal(ring, boundToComputer(position), value, []);

/** Opens the entry of a computer. Throws as `openBatch` does. */
export const openComputer = (ring: KeyRing, position: EntryOwner & Reading, sealed: Uint8Array): unknown =>
  open(ring, boundToComputer(position), position, sealed);

/**
 * Seals a snapshot. Each of `values` becomes one part; there must be at least one. The first part carries the wrapped
 * keys.
 */
export async function* sealSnapshot(
  ring: KeyRing,
  position: SnapshotPosition,
  values: AsyncIterable<unknown>,
  wrappedKeys: readonly Uint8Array[] = [],
): AsyncGenerator<Uint8Array> {
  for await (const { item, index, isLast } of numbered(values))
    yield seal(ring, boundToPart(position, index, isLast), item, index === 0 ? wrappedKeys : []);
}

/**
 * Opens a snapshot. Throws as `openBatch` does, and also if parts are missing, doubled or out of order. A missing last
 * part is noticed only at the end, so until then the caller must do nothing with the values that it cannot undo.
 */
export async function* openSnapshot(
  ring: KeyRing,
  position: SnapshotPosition & Reading,
  parts: AsyncIterable<Uint8Array>,
): AsyncGenerator<unknown> {
  let count = 0;
  for await (const { item, index, isLast } of numbered(parts)) {
    count += 1;
    yield open(ring, boundToPart(position, index, isLast), position, item);
  }
  if (count === 0) throw sealingError('change-damaged');
}

/** Holds each item back until it is known whether it is the last one. */
async function* numbered<T>(items: AsyncIterable<T>): AsyncGenerator<{ item: T; index: number; isLast: boolean }> {
  let index = 0;
  let held: { readonly item: T } | null = null;
  for await (const item of items) {
    if (held !== null) {
      yield { item: held.item, index, isLast: false };
      index += 1;
    }
    held = { item };
  }
  if (held !== null) yield { item: held.item, index, isLast: true };
}
