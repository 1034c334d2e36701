import { nextTurn } from '#core/platform/async/slices.ts';
import { generationOf, nextHead } from '#core/sync/crypto/batch.ts';
import { sealingError } from '#core/sync/crypto/sealing-error.ts';
import { EMPTY_HASH } from '#core/sync/store/schema.ts';
import type { Head, SealedChange, SharedStore } from '#core/sync/store/shared-store.ts';

/** The head of a desk without changes. */
export const EMPTY_HEAD: Head = { seq: 0, hash: EMPTY_HASH };

export const isSameHead = (one: Head, other: Head): boolean =>
  one.seq === other.seq && Buffer.compare(one.hash, other.hash) === 0;

/** A change and its position in the chain. */
export interface LinkedChange {
  readonly sealed: Uint8Array;
  readonly seq: number;
  /** The hash of the head before this change. */
  readonly previous: Uint8Array;
  /** The head of the chain with this change. */
  readonly head: Head;
  /** The oldest generation of the key that may have sealed it (batch.ts). */
  readonly leastGeneration: number;
  /**
   * It claims a generation that cannot be the next one. No computer opens it, and the changes behind it do not need
   * such a key.
   */
  readonly isOfNobody: boolean;
}

const READ_BYTES = 4 * 1024 ** 2;

/**
 * Yields the changes behind `from` one after the other, up to the newest. Only opening a change proves that it follows
 * the one before, so the caller opens each change before it asks for the next. Throws DeskError `shared-desk`
 * (`change-damaged`) if one is missing.
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
      // A new key is exactly one generation later. If a member could claim the last possible generation, the desk could
      // never have another key.
      const isOfNobody = generation > least + 1;
      yield { sealed, seq, previous: head.hash, head: next, leastGeneration: least, isOfNobody };
      if (!isOfNobody) least = generation;
      head = next;
      await nextTurn();
    }
  }
}
