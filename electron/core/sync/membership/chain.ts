import { nextTurn } from '#core/platform/async/slices.ts';
import { generationOf, nextHead } from '#core/sync/crypto/batch.ts';
import { sealingError } from '#core/sync/crypto/sealing-error.ts';
import { EMPTY_HASH } from '#core/sync/store/schema.ts';
import type { Head, SealedChange, SharedStore } from '#core/sync/store/shared-store.ts';

/** Of a desk without changes. */
export const EMPTY_HEAD: Head = { seq: 0, hash: EMPTY_HASH };

export const isSameHead = (one: Head, other: Head): boolean =>
  one.seq === other.seq && Buffer.compare(one.hash, other.hash) === 0;

/** A change with where it stands in the chain. */
export interface LinkedChange {
  readonly sealed: Uint8Array;
  readonly seq: number;
  /** Of the change before. */
  readonly previous: Uint8Array;
  /** With this change. */
  readonly head: Head;
  /** No older key may have sealed it: see batch.ts. */
  readonly leastGeneration: number;
  /** It claims a key that cannot be the next one: nobody opens it, and those behind it need no such key. */
  readonly isOfNobody: boolean;
}

const READ_BYTES = 4 * 1024 ** 2;

/**
 * The changes behind `from`, one after the other, up to the newest. Whether one really follows the one before is known
 * when it was opened, which is the caller's to do before it asks for the next. Throws DeskError `shared-desk`
 * (`change-damaged`) where one is missing.
 */
export async function* changesBehind(
  store: SharedStore,
  from: Head,
  leastGeneration: number,
): AsyncGenerator<LinkedChange, void> {
  let head = from;
  let least = leastGeneration;
  for (;;) {
    const changes: readonly SealedChange[] = await store.changesAfter(head.seq, READ_BYTES);
    if (changes.length === 0) return;
    for (const { seq, sealed } of changes) {
      if (seq !== head.seq + 1) throw sealingError('change-damaged');
      const next = { seq, hash: nextHead(head.hash, sealed) };
      const generation = generationOf(sealed);
      // A new key is one generation later. One of the last generation would be the last that this desk could ever have.
      const isOfNobody = generation > least + 1;
      yield { sealed, seq, previous: head.hash, head: next, leastGeneration: least, isOfNobody };
      if (!isOfNobody) least = generation;
      head = next;
      await nextTurn();
    }
  }
}
