import { REMOVED } from '#core/catalogue/trash/removed-groups.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { ALL_FIELDS } from './capture.ts';
import { type DocKind, REMOVED_UNNAMED } from './doc-kind.ts';
import { createDocNames, type Doc } from './doc-names.ts';
import type { DocRows, FieldValue } from './doc-rows.ts';
import { isOn, laterOf, plainTimestamp, type Timestamp } from './timestamps.ts';

/** A field as it is told to other computers: when it was changed, what it holds, and the stamp of what it replaces. */
export type FieldChange = readonly [stamp: Timestamp, value: FieldValue, base: Timestamp | null];

/** What is told of one shared thing: the fields that changed. */
export interface RecordChange {
  readonly kind: string;
  readonly uid: string;
  readonly fields: Readonly<Record<string, FieldChange>>;
}

interface Waiting {
  readonly name: string;
  readonly stamp: string;
  readonly base: string | null;
}

/** `fields`: those that are to be told; `ALL_FIELDS` stands for all, each with the stamp it has. */
export const toRecordChange = (
  rows: DocRows,
  kind: DocKind,
  { uid, doc }: { readonly uid: string; readonly doc: Doc | null },
  fields: readonly Waiting[],
): RecordChange => {
  const published: Record<string, FieldChange> = {};
  const all = fields.some(({ name }) => name === ALL_FIELDS)
    ? Object.entries(doc?.stamps ?? {}).map(([name, stamp]) => ({ name, stamp: plainTimestamp(stamp), base: null }))
    : [];
  for (const { name, stamp: noted, base } of [...all, ...fields]) {
    if (name === ALL_FIELDS) continue;
    // What it holds now may be later than the change that waits: brought back since, or told by others.
    const stamp = laterOf(noted, plainTimestamp(doc?.stamps[name]));
    if (name === REMOVED) published[name] = [stamp, removalOf(rows, kind, doc), base];
    // What was removed since has nothing else to tell.
    else if (doc !== null && doc.localId !== null) published[name] = [stamp, rows.read(kind, name, doc.localId), base];
  }
  return { kind: kind.name, uid, fields: published };
};

const removalOf = (rows: DocRows, kind: DocKind, doc: Doc | null): number => {
  if (!isOn(doc?.stamps[REMOVED])) return 0;
  return rows.isOutlived(kind, doc?.localId ?? null) ? 1 : REMOVED_UNNAMED;
};

/** So that each step takes a few milliseconds; parts are large. */
const READ_AT_ONCE = 50;
const PARTS_AT_ONCE = 1;

/**
 * All that is shared, removals included, with all of its stamps, a few things at a time: those that others are made of first,
 * of each kind by uid. `db`: one in which nothing changes meanwhile (`Database.frozen`), and nothing is left to be stamped.
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
        .map((doc) => toRecordChange(rows, kind, { uid: doc.uid, doc }, [{ name: ALL_FIELDS, stamp: '', base: null }]))
        .filter(({ fields }) => Object.keys(fields).length > 0);
      after = docs.at(-1)?.uid;
    }
  }
}
