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
 * What is in the shared database is sealed: format (1 byte), generation of the key (4, big-endian), the number of
 * wrapped keys (1), the wrapped keys (keys.ts), and a box (box.ts) that is bound to all of that and to its place. So nothing
 * opens in another place than its own, in another order, on another desk, or under another generation.
 */
const FORMAT = 1;
const FIXED = 1 + 4 + 1;
const MAX_WRAPPED_KEYS = 255;
/** Nothing in the database is larger, in bytes; what is can be refused before it is read. */
export const MAX_SEALED_BYTES = FIXED + MAX_WRAPPED_KEYS * WRAPPED_KEY_BYTES + MAX_BOX;

/** A change: number `seq` of the desk, after the change whose head is `previous`. */
export interface ChangePosition {
  readonly deskId: string;
  readonly seq: number;
  /** 32 bytes; zeros before the first change. */
  readonly previous: Uint8Array;
}

/** What is not in the order of changes: a computer's own words about itself. */
interface EntryOwner {
  readonly deskId: string;
  readonly computerId: string;
}

/** Everything up to the change `seq`, after which the head of the chain is `hash`, in parts. */
interface SnapshotPosition {
  readonly deskId: string;
  readonly seq: number;
  readonly hash: Uint8Array;
}

/**
 * The lowest generation that may have sealed it: that of the change before, or the newest one this computer knows. A
 * removed computer has the keys of its time, and what it writes with them must not be taken.
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

/** Without a key: what is readable of it is authentic only once the box was opened. */
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

/** Which generation of keys it says it is sealed with; proven when it was opened. Throws as `openBatch` does. */
export const generationOf = (sealed: Uint8Array): number => parse(sealed).generation;

/**
 * The key that something brings for this computer, sealed with that very key; `null` when it brings none for it. To be
 * asked of what is `key-unknown` only, and the key belongs into the ring only if the whole then opens. Throws as `openBatch` does.
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
 * `wrappedKeys`: the newest key for those who stay, with the first change after one was removed, and with snapshots.
 * Throws RangeError when it is more than one box holds (`sealBox`).
 */
export const sealBatch = (
  ring: KeyRing,
  position: ChangePosition,
  value: unknown,
  wrappedKeys: readonly Uint8Array[] = [],
): Uint8Array => seal(ring, boundToChange(position), value, wrappedKeys);

/**
 * Throws DeskError `shared-desk`: `change-damaged` (not what was sealed for this place), `key-unknown` (sealed with a
 * key that is not in the ring), `key-retired` (with one that no longer holds here), `newer-format` (by a newer app).
 */
export const openBatch = (ring: KeyRing, position: ChangePosition & Reading, sealed: Uint8Array): unknown =>
  open(ring, boundToChange(position), position, sealed);

/** The head of the chain after this change: SHA-256 of the head before and what is sealed. */
export const nextHead = (previous: Uint8Array, sealed: Uint8Array): Uint8Array =>
  createHash('sha256').update(previous).update(sealed).digest();

export const sealComputer = (ring: KeyRing, position: EntryOwner, value: unknown): Uint8Array =>
  seal(ring, boundToComputer(position), value, []);

/** Throws as `openBatch` does. */
export const openComputer = (ring: KeyRing, position: EntryOwner & Reading, sealed: Uint8Array): unknown =>
  open(ring, boundToComputer(position), position, sealed);

/** Each of `values` becomes one part, and there is at least one; the first one carries the wrapped keys. */
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
 * Throws as `openBatch` does; also when parts are missing, doubled or in another order. That the last one is missing is
 * known at the end only: until then nothing is to be done with the values that cannot be taken back.
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

/** Each is held back until it is known whether it is the last one. */
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
