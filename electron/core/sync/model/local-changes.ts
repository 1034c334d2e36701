import { REMOVED } from '#core/catalogue/trash/removal-states.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { SharedTime } from '#core/sync/model/shared-time.ts';
import { type DocKind, isParentKind } from './doc-kind.ts';
import type { Doc, DocNames } from './doc-names.ts';
import { type FieldValue, isEmptyValue, isTyped, wakes } from './doc-rows.ts';
import { type FieldTimes, forgetTimestamps, isOn, setTimestamp, timestampOf } from './field-times.ts';
import type { Outbox } from './outbox.ts';
import { republishReferences } from './references.ts';
import type { SetAside } from './set-aside.ts';
import { EPOCH, type Timestamp, type Timestamps } from './timestamps.ts';

/** The changes of a row of this desk that have no timestamps yet. */
export interface RowChange {
  /** The names of the changed fields. */
  readonly fields: readonly string[];
  /** `initial`: the row existed before the desk was shared; `added`: it is new; `null`: only the fields changed. */
  readonly whole: 'initial' | 'added' | null;
}

/** Returns whether the field refers to other records. */
const refers = (kind: DocKind, name: string): boolean => {
  const field = kind.fields[name];
  return field?.is === 'columns' && field.columns.some((column) => kind.refs[column] !== undefined);
};

/** Returns whether a removal still holds. A later change restores the record. */
export const isRemovedBy = (kind: DocKind, times: FieldTimes): boolean => {
  if (!isOn(times, REMOVED)) return false;
  const removal = timestampOf(times, REMOVED);
  return Object.entries(times.timestamps).every(([name, timestamp]) => !wakes(kind, name) || timestamp < removal);
};

/** The parts of the shared records that changes of this computer need. */
interface LocalChangesContext {
  readonly db: Database;
  readonly accountId: string;
  readonly kinds: readonly DocKind[];
  readonly timestamps: Timestamps;
  readonly time: Pick<SharedTime, 'now'>;
  readonly names: DocNames;
  readonly outbox: Outbox;
  readonly aside: SetAside;
}

/** Gives a changed field of a record its timestamp, and queues it for publication. */
export const changeField = (
  { outbox, aside }: Pick<LocalChangesContext, 'outbox' | 'aside'>,
  kind: DocKind,
  doc: Doc,
  name: string,
  timestamp: Timestamp,
  value: FieldValue,
): void => {
  outbox.add(kind, doc.uid, name, timestamp, doc.timestamps[name] ?? null);
  setTimestamp(doc, name, timestamp, value);
  // An older value of this field that was set aside is no longer needed.
  aside.drop(kind.name, doc.uid, name, timestamp);
};

const removeDoc = (context: LocalChangesContext, kind: DocKind, doc: Doc, isGone: boolean): void => {
  const { timestamps, names, outbox } = context;
  if (!isRemovedBy(kind, doc)) changeField(context, kind, doc, REMOVED, timestamps.next(), 1);
  if (doc.localId !== null) outbox.dropPartsOf(kind, doc.localId);
  if (isGone) forgetFields(doc);
  names.keep(kind, doc);
};

/** Forgets all fields but the removal of a record whose row is gone for good. */
export const forgetFields = (doc: Doc): void => {
  doc.localId = null;
  forgetTimestamps(doc, (name) => name !== REMOVED);
};

/**
 * Publishes a part. A part never changes, so its fields need no times of their own. The parts of a record that is not
 * published yet are published together with it.
 */
const timestampPart = ({ names, outbox, timestamps }: LocalChangesContext, kind: DocKind, localId: number): void => {
  const { rows, docOfRow, keep, nameRow, isPartOfSomething, drop } = names;
  if (rows.find(kind, localId) === null) {
    const gone = docOfRow(kind, localId);
    if (gone !== null) drop(kind, gone.uid);
  } else if (isPartOfSomething(kind, localId)) {
    const doc = nameRow(kind, localId);
    // Another row is already this part.
    if (doc.localId !== localId) return;
    for (const name of Object.keys(kind.fields)) doc.timestamps[name] = EPOCH;
    outbox.addWhole(kind, doc.uid, timestamps.next());
    keep(kind, doc);
  }
};

/**
 * Publishes what remains of a record that was removed before the desk was shared. Other published records refer to
 * it, and the other computers must know which record they mean.
 */
const timestampRemains = (context: LocalChangesContext, kind: DocKind, doc: Doc, localId: number): void => {
  const { timestamps, names } = context;
  const { rows } = names;
  if (doc.localId !== localId || !rows.isOutlived(kind, localId)) return;
  for (const name of kind.remains ?? [])
    changeField(context, kind, doc, name, timestamps.empty, rows.read(kind, name, localId));
  changeField(context, kind, doc, REMOVED, timestamps.goneBefore, 1);
  names.keep(kind, doc);
};

/** Gives the changes of a row their timestamps, and queues them for publication. */
export const timestampRow = (
  context: LocalChangesContext,
  kind: DocKind,
  localId: number,
  { fields: changed, whole }: RowChange,
): void => {
  const { kinds, timestamps, time, names, outbox } = context;
  const { rows, docOfRow, keep, nameRow, isNamed } = names;
  if (kind.partOf !== undefined) {
    timestampPart(context, kind, localId);
    return;
  }
  const found = rows.find(kind, localId);
  let doc = docOfRow(kind, localId);
  if ((found === null && kind.stays === true) || found?.isReady === false) return;
  if (found === null || found.isRemoved) {
    if (doc !== null && Object.keys(doc.timestamps).length > 0) {
      // These fields were emptied for good, or no other computer has their values. A computer that restores the
      // record publishes its content.
      const emptied = new Set(changed.filter((name) => name !== REMOVED));
      forgetTimestamps(doc, (name) => emptied.has(name));
      for (const name of emptied) outbox.dropField(kind, doc.uid, name);
      if (whole !== null) outbox.dropWhole(kind, doc.uid);
      removeDoc(context, kind, doc, found === null);
    }
    // The record was removed before the desk was shared. Its row gets a name, so that it is found if other computers
    // have the record. The removal is published only if lasting data refers to the row.
    else if (found !== null) timestampRemains(context, kind, nameRow(kind, localId), localId);
    return;
  }
  let former: FieldTimes['timestamps'] = {};
  if (doc !== null && !kind.hasFixedKey && !isNamed(kind, localId, doc.uid)) {
    former = doc.timestamps;
    removeDoc(context, kind, doc, true);
    doc = null;
    republishReferences(context, kind, localId);
  }
  doc ??= nameRow(kind, localId);
  // Another row is already this record.
  if (doc.localId !== localId) return;
  const isBack = isOn(doc, REMOVED);
  if (Object.keys(doc.timestamps).length === 0 || isBack) {
    if (isBack || isParentKind(kinds, kind)) republishReferences(context, kind, localId);
    const isInitial = whole === 'initial';
    const timestamp = isInitial ? timestamps.before(found.writtenAt) : timestamps.next();
    const presentTimestamp = (name: string): Timestamp => {
      if (changed.includes(name)) return timestamps.next();
      const older = isInitial ? rows.writtenAt(kind, name, localId) : null;
      return older === null ? timestamp : timestamps.before(older);
    };
    const there = rows.fieldNames(kind, localId);
    // The change that restores the record has also taken it off these lists.
    for (const name of Object.keys(doc.timestamps))
      if (name.includes('/') && !there.includes(name)) setTimestamp(doc, name, timestamp, 0);
    for (const name of there) {
      const value = rows.read(kind, name, localId);
      const since = former[name];
      // Only the name of the record has changed, so this field keeps its timestamp and with it its author.
      if (since !== undefined && !isBack && (!changed.includes(name) || refers(kind, name))) {
        setTimestamp(doc, name, since, value);
        continue;
      }
      const seen = timestampOf(doc, name);
      const given = isEmptyValue(value) && !isBack ? timestamps.empty : presentTimestamp(name);
      setTimestamp(doc, name, given, value);
      // The person who restored the record has seen the text that was there, so this text did not get lost unseen.
      if (isBack && seen !== '' && isTyped(kind, name)) outbox.add(kind, doc.uid, name, given, seen);
    }
    if (isBack) setTimestamp(doc, REMOVED, timestamp, 0);
    if (isInitial) outbox.addInitial(kind, doc.uid, timestamp);
    else outbox.addWhole(kind, doc.uid, timestamp);
  } else {
    const timestamp = timestamps.next();
    const decided = (kind.together ?? []).filter((group) => group.some((name) => changed.includes(name))).flat();
    for (const name of new Set([...changed, ...decided])) {
      if (name === REMOVED) continue;
      const value = rows.read(kind, name, localId);
      // Saving the form of a client writes all of its tags, even unchanged ones.
      if (name.includes('/') && (value === 1) === isOn(doc, name)) continue;
      const readAt = rows.readAt(kind, name, localId);
      const given = readAt === null ? timestamp : timestamps.aged(time.now() - readAt, timestampOf(doc, name));
      changeField(context, kind, doc, name, given, value);
    }
  }
  keep(kind, doc);
};
