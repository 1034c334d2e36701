import { REMOVED } from '#core/catalogue/trash/removal-states.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { type DocKind, REMOVED_UNNAMED } from './doc-kind.ts';
import { createDocNames, type Doc } from './doc-names.ts';
import type { DocRows, FieldValue } from './doc-rows.ts';
import { isOn, timestampOf } from './field-times.ts';
import { laterOf, type Timestamp } from './timestamps.ts';

/**
 * A field as published to other computers: when it was changed, its value, and the timestamp of the value that it
 * replaces.
 */
export type FieldChange = readonly [timestamp: Timestamp, value: FieldValue, base: Timestamp | null];

/** A published change of one shared record, with the fields that changed. */
export interface RecordChange {
  readonly kind: string;
  readonly uid: string;
  readonly fields: Readonly<Record<string, FieldChange>>;
}

/** A change of a field that waits to be published. */
export interface WaitingField {
  readonly name: string;
  readonly timestamp: Timestamp;
  /** See `FieldChange`. */
  readonly base: Timestamp | null;
}

/** The changes of a record that wait to be published. */
interface WaitingRecord {
  readonly uid: string;
  readonly doc: Doc | null;
  readonly fields: readonly WaitingField[];
  /** Whether all fields of the record are published, each with the timestamp it has. */
  readonly isWhole: boolean;
}

/** Builds the change to publish for a record. */
export const toRecordChange = (
  rows: DocRows,
  kind: DocKind,
  { uid, doc, fields, isWhole }: WaitingRecord,
): RecordChange => {
  const published: Record<string, FieldChange> = {};
  const all: readonly WaitingField[] = isWhole
    ? Object.entries(doc?.timestamps ?? {}).map(([name, timestamp]) => ({ name, timestamp, base: null }))
    : [];
  for (const { name, timestamp: noted, base } of [...all, ...fields]) {
    // The present value may be later than the waiting change: the record was restored since, or another computer
    // published the value.
    const timestamp = doc === null ? noted : laterOf(noted, timestampOf(doc, name));
    if (name === REMOVED) published[name] = [timestamp, removalOf(rows, kind, doc), base];
    // A record that was removed since has nothing else to publish.
    else if (doc !== null && doc.localId !== null)
      published[name] = [timestamp, rows.read(kind, name, doc.localId), base];
  }
  return { kind: kind.name, uid, fields: published };
};

const removalOf = (rows: DocRows, kind: DocKind, doc: Doc | null): number => {
  if (doc === null || !isOn(doc, REMOVED)) return 0;
  return rows.isOutlived(kind, doc.localId) ? 1 : REMOVED_UNNAMED;
};

/** Limits each step to a few milliseconds. Parts are large. */
const READ_AT_ONCE = 50;
const PARTS_AT_ONCE = 1;

/**
 * Yields all shared records, including removals, with all their timestamps, a few records at a time. The kinds follow
 * in their order, and the records of a kind by uid. Nothing may change in `db` meanwhile (`Database.frozen`), and all
 * of its changes must have their timestamps.
 */
export function* publishAllRecords(
  db: Database,
  { accountId, kinds, mark }: { readonly accountId: string; readonly kinds: readonly DocKind[]; readonly mark: string },
): Generator<readonly RecordChange[], void> {
  const { rows, docsAfter, isPartOfSomething } = createDocNames(db, { accountId, kinds, mark, isFrozen: true });
  for (const kind of kinds) {
    const atOnce = kind.partOf === undefined ? READ_AT_ONCE : PARTS_AT_ONCE;
    for (let after: string | undefined = ''; after !== undefined; ) {
      const docs: readonly Doc[] = docsAfter(kind, after, atOnce);
      yield docs
        .filter(({ localId }) => localId === null || isPartOfSomething(kind, localId))
        .map((doc) => toRecordChange(rows, kind, { uid: doc.uid, doc, fields: [], isWhole: true }))
        .filter(({ fields }) => Object.keys(fields).length > 0);
      after = docs.at(-1)?.uid;
    }
  }
}
