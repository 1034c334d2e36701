import type { DocKind } from './doc-kind.ts';
import type { DocNames } from './doc-names.ts';
import type { Outbox } from './outbox.ts';
import type { RecordChange } from './record-change.ts';
import { plainTimestamp, timeOf } from './timestamps.ts';

/** Notes what this computer has of a snapshot's things, and the snapshot has not. */
export type SnapshotMerge = ReturnType<typeof createSnapshotMerge>;

/**
 * This computer may have told things that the database has lost since: whatever is later here, or missing there, is told
 * again. A snapshot has its things by kind and by uid, so what it leaves out lies between two of them; one in another
 * order would only have too much told.
 */
export const createSnapshotMerge = (
  kinds: readonly DocKind[],
  { docOf }: Pick<DocNames, 'docOf'>,
  outbox: Pick<Outbox, 'add' | 'addBetween'>,
) => {
  let at = 0;
  let after = '';
  /** Everything up to this one has been compared, or is missing there. */
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
    /** The next of its things, before they are taken over. */
    compare: (all: readonly RecordChange[]): void => {
      for (const { kind: name, uid, fields } of all) {
        const index = kinds.findIndex((kind) => kind.name === name);
        const kind = kinds[index];
        // What the writer had set aside stands behind all, and is more of things that were compared.
        if (kind === undefined || index < at || (index === at && uid <= after)) continue;
        advanceTo(index, uid);
        for (const [field, kept] of Object.entries(docOf(kind, uid)?.stamps ?? {})) {
          const here = plainTimestamp(kept);
          // A field with nothing in it has no time, and each computer's own mark.
          if (timeOf(here) > 0 && here > (fields[field]?.[0] ?? '')) outbox.add(kind, uid, field, here, null);
        }
      }
    },
    /** There are no more. */
    end: (): void => advanceTo(kinds.length, null),
  };
};
