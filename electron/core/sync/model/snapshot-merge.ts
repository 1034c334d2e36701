import type { DocKind } from './doc-kind.ts';
import type { DocNames } from './doc-names.ts';
import type { Outbox } from './outbox.ts';
import type { RecordChange } from './record-change.ts';
import { timeOf } from './timestamps.ts';

/** Finds the records and fields of this computer that a snapshot lacks. */
export type SnapshotMerge = ReturnType<typeof createSnapshotMerge>;

/**
 * The store may have lost records that this computer published. So everything that is later here than in a snapshot, or
 * missing there, is published again. A snapshot lists its records by kind and by uid, so each missing record lies
 * between two of them. A snapshot in another order would only cause too much to be published.
 */
export const createSnapshotMerge = (
  kinds: readonly DocKind[],
  { docOf }: Pick<DocNames, 'docOf'>,
  outbox: Pick<Outbox, 'add' | 'addBetween'>,
) => {
  let at = 0;
  let after = '';
  /** Moves on to a record. Everything before it has been compared, or is missing in the snapshot. */
  const advanceTo = (index: number, uid: string | null): void => {
    for (; at < index; at += 1, after = '') {
      const kind = kinds[at];
      if (kind !== undefined) outbox.addBetween(kind, after, null);
    }
    const kind = kinds[at];
    if (kind === undefined || uid === null) return;
    outbox.addBetween(kind, after, uid);
    after = uid;
  };
  return {
    /** Compares the next records of the snapshot, before they are taken over. */
    compare: (all: readonly RecordChange[]): void => {
      for (const { kind: name, uid, fields } of all) {
        const index = kinds.findIndex((kind) => kind.name === name);
        const kind = kinds[index];
        // The values that the snapshot's writer had set aside come last, and belong to records that were already
        // compared.
        if (kind === undefined || index < at || (index === at && uid <= after)) continue;
        advanceTo(index, uid);
        for (const [field, here] of Object.entries(docOf(kind, uid)?.timestamps ?? {})) {
          // An empty field has time 0, and on each computer that computer's own mark.
          if (timeOf(here) > 0 && here > (fields[field]?.[0] ?? '')) outbox.add(kind, uid, field, here, null);
        }
      }
    },
    /** Ends the comparison after the last record. */
    end: (): void => advanceTo(kinds.length, null),
  };
};
