import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { DocKind } from './doc-kind.ts';
import type { Doc } from './doc-names.ts';
import type { DocRows, FieldValue } from './doc-rows.ts';
import type { FieldChange } from './record-change.ts';
import { computerMarkOf, plainTimestamp, type Timestamp, timeOf } from './timestamps.ts';

const isSame = (one: FieldValue, other: FieldValue): boolean => JSON.stringify(one) === JSON.stringify(other);
/** Nobody has written what was empty from the beginning, or came with a computer that joined. */
const isWritten = (stamp: Timestamp): boolean => stamp !== '' && timeOf(stamp) > 0;

interface ApartDeps {
  readonly accountId: string;
  /** Of this computer. */
  readonly mark: string;
  readonly rows: DocRows;
}

/** Finds out which changes of two computers did not know of each other, and what they come to (`merge` in doc-kind.ts). */
export const createChangedApart = (db: Database, { accountId, mark, rows }: ApartDeps) => {
  /** The stamp of what a change that waits to be told has replaced; `null`: none of the field waits. */
  const replaced = (kind: DocKind, uid: string, name: string): Timestamp | null =>
    db.value<Timestamp>(sql`SELECT base FROM shared_unsent WHERE account_id = ${accountId} AND kind = ${kind.name}
      AND uid = ${uid} AND field = ${name}`);

  const isApart = (kind: DocKind, { uid, stamps }: Doc, name: string, [stamp, , base]: FieldChange): boolean => {
    const here = plainTimestamp(stamps[name]);
    if (!isWritten(here) || !isWritten(stamp) || stamp === here || computerMarkOf(stamp) === mark) return false;
    // Whoever wrote it had seen what is here.
    if (base === here) return false;
    const own = replaced(kind, uid, name);
    if (own !== null) return stamp > own;
    // Neither has what is here waited to be told, nor was it seen: it was told by an app that does not know of the field.
    return stamp > here && base !== null;
  };

  return {
    /** What the field holds from now on, where neither the later one nor what is here does as it stands; `null`: one does. */
    agreed: (kind: DocKind, doc: Doc, name: string, published: FieldChange): FieldValue | null => {
      const field = kind.fields[name];
      if (field?.is !== 'columns' || field.merge === undefined || doc.localId === null) return null;
      if (!isApart(kind, doc, name, published)) return null;
      const here = rows.read(kind, name, doc.localId);
      const merged = field.merge(published[1] as readonly FieldValue[], here as readonly FieldValue[]);
      if (merged === null) return null;
      const isLater = published[0] > plainTimestamp(doc.stamps[name]);
      return isSame(merged, isLater ? published[1] : here) ? null : merged;
    },
  };
};
