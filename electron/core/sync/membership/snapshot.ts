import { z } from 'zod';
import { nextTurn } from '#core/platform/async/slices.ts';
import { generationOf, keyInside, openSnapshot, sealSnapshot } from '#core/sync/crypto/batch.ts';
import { type KeyRing, newestKey, type WrappedKeyReader, withKey } from '#core/sync/crypto/keys.ts';
import { sealingError } from '#core/sync/crypto/sealing-error.ts';
import type { RecordChange } from '#core/sync/model/record-change.ts';
import type { Snapshot } from '#core/sync/store/shared-store.ts';
import { type Change, readChange, readVersioned, writeChange, writeVersioned } from './change.ts';
import type { Acquaintance } from './computers.ts';

/*
 * A snapshot replaces all changes up to a certain one. It lists the computers of the desk, and then everything that is
 * shared, in parts of limited size. Each part is sealed, and bound to its position in the snapshot and to the chain
 * (batch.ts).
 */

/** The facts that a computer that joins must know although they are not shared things. */
export interface Members {
  /** Ids of computers that no longer belong to the desk. */
  readonly removed: readonly string[];
  readonly computers: readonly Acquaintance[];
}

const members = z.object({
  removed: z.array(z.uuid()).max(1_000),
  computers: z
    .array(z.object({ id: z.uuid(), name: z.string().max(100), publicKey: z.string().max(100), hasLeft: z.boolean() }))
    .max(1_000),
});

/** How many new keys a computer can have missed. One is made whenever a computer is removed. */
const MOST_MISSED = 1_000;
/** A part ends with the records that reach one of these limits: a number of records, or of characters of JSON. */
const AT_ONCE = 2_000;
const SIZE = 512 * 1024;

async function* inParts(all: Iterable<readonly RecordChange[]>): AsyncGenerator<readonly RecordChange[], void> {
  let part: RecordChange[] = [];
  let size = 0;
  for (const some of all) {
    part.push(...some);
    size += JSON.stringify(some).length;
    if (part.length >= AT_ONCE || size >= SIZE) {
      yield part;
      part = [];
      size = 0;
    }
    await nextTurn();
  }
  if (part.length > 0) yield part;
}

/** Yields the parts, sealed with the newest key. Throws as `sealSnapshot` does. */
export const writeSnapshot = (
  ring: KeyRing,
  { deskId, at }: { readonly deskId: string; readonly at: Snapshot['at'] },
  { removed, computers }: Members,
  { all, newer }: { readonly all: Iterable<readonly RecordChange[]>; readonly newer: readonly unknown[] },
  wrappedKeys: readonly Uint8Array[],
): AsyncGenerator<Uint8Array> => {
  async function* values() {
    yield writeVersioned({ removed, computers });
    for (const opened of newer) yield writeChange({ records: [], removed: [], newer: [opened] });
    for await (const records of inParts(all)) yield writeChange({ records, removed: [] });
  }
  return sealSnapshot(ring, { deskId, ...at }, values(), wrappedKeys);
};

interface Opened {
  /** The ring with the key of the snapshot, if that was a new one. */
  readonly ring: KeyRing;
  readonly members: Members;
  /** In order. Only after the last one was read is it certain that the snapshot is complete. */
  readonly changes: AsyncGenerator<Change, void>;
}

/**
 * Reads a snapshot that `writeSnapshot` has written. Refuses one that is sealed with an older key than the newest one
 * known here, because a removed computer could have written it. Throws DeskError `shared-desk` as `Sync.exchange` does.
 */
export const readSnapshot = async (
  { at, parts }: Snapshot,
  {
    deskId,
    ring,
    reader,
  }: { readonly deskId: string; readonly ring: KeyRing; readonly reader: WrappedKeyReader | null },
): Promise<Opened> => {
  const source = parts[Symbol.asyncIterator]();
  const first = await source.next();
  if (first.done === true) throw sealingError('change-damaged');
  const least = newestKey(ring).generation;
  const claimed = generationOf(first.value);
  // A computer that was away for long has missed some keys. A much later generation is refused, because the desk would
  // run out of keys near the last possible one.
  const isPossible = claimed > least && claimed <= least + MOST_MISSED;
  const key = reader !== null && isPossible ? keyInside(first.value, reader) : null;
  const using = key === null ? ring : withKey(ring, key);
  async function* all() {
    yield first.value as Uint8Array;
    yield* { [Symbol.asyncIterator]: () => source };
  }
  const values = openSnapshot(using, { deskId, ...at, leastGeneration: least }, all());
  const head = await values.next();
  async function* changes(): AsyncGenerator<Change, void> {
    for await (const value of values) yield readChange(value);
  }
  return { ring: using, members: readVersioned(members, head.value), changes: changes() };
};
