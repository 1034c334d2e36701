import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { DocKind } from './doc-kind.ts';
import type { Doc } from './doc-names.ts';
import type { DocRows, FieldValue } from './doc-rows.ts';
import { timestampOf } from './field-times.ts';
import type { FieldChange } from './record-change.ts';
import { computerMarkOf, type Timestamp, timeOf } from './timestamps.ts';

const isSame = (one: FieldValue, other: FieldValue): boolean => JSON.stringify(one) === JSON.stringify(other);
/** Time 0 means that nobody wrote the field: it was empty from the beginning, or came with a computer that joined. */
const isWritten = (timestamp: Timestamp): boolean => timestamp !== '' && timeOf(timestamp) > 0;

interface ApartContext {
  readonly db: Database;
  readonly accountId: string;
  /** The mark of this computer. */
  readonly mark: string;
  readonly rows: DocRows;
}

/** Returns whether two computers changed a field without knowing of each other. */
const isApart = (
  { db, accountId, mark }: ApartContext,
  kind: DocKind,
  doc: Doc,
  name: string,
  [timestamp, , base]: FieldChange,
): boolean => {
  const here = timestampOf(doc, name);
  if (!isWritten(here) || !isWritten(timestamp) || timestamp === here || computerMarkOf(timestamp) === mark)
    return false;
  // The author of the published value had seen the value that is here.
  if (base === here) return false;
  // The timestamp of the value that an unpublished change of this field replaced; `null` if none is waiting.
  const replaced = db.value<Timestamp>(sql`SELECT base FROM shared_outbox WHERE account_id = ${accountId}
    AND kind = ${kind.name} AND uid = ${doc.uid} AND field = ${name}`);
  if (replaced !== null) return timestamp > replaced;
  // The value here was not waiting to be published, and yet the author of the published value had not seen it, because
  // the author's app does not know this field.
  return timestamp > here && base !== null;
};

/**
 * Returns the merged value of a field that two computers changed without knowing of each other (`merge` in doc-kind.ts);
 * `null` if the later of the two values holds as it stands.
 */
export const mergeChangedApart = (
  context: ApartContext,
  kind: DocKind,
  doc: Doc,
  name: string,
  published: FieldChange,
): FieldValue | null => {
  const field = kind.fields[name];
  if (field?.is !== 'columns' || field.merge === undefined || doc.localId === null) return null;
  if (!isApart(context, kind, doc, name, published)) return null;
  const here = context.rows.read(kind, name, doc.localId);
  const merged = field.merge(published[1] as readonly FieldValue[], here as readonly FieldValue[]);
  if (merged === null) return null;
  const isLater = published[0] > timestampOf(doc, name);
  return isSame(merged, isLater ? published[1] : here) ? null : merged;
};
