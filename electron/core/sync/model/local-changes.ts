import { REMOVED } from '#core/catalogue/trash/removed-groups.ts';
import type { SharedTime } from '#core/sync/model/shared-time.ts';
import { ALL_FIELDS } from './capture.ts';
import type { DocKind } from './doc-kind.ts';
import type { Doc, DocNames } from './doc-names.ts';
import { type FieldValue, isEmptyValue, isTyped, wakes } from './doc-rows.ts';
import type { Outbox } from './outbox.ts';
import type { References } from './references.ts';
import type { SetAside } from './set-aside.ts';
import { EPOCH, isOn, plainTimestamp, type Timestamp, type Timestamps } from './timestamps.ts';

/** How the first telling of a row that was there before is noted. */
export const INITIAL = '^';

const isTombstone = (name: string, value: FieldValue): boolean =>
  (name === REMOVED || name.includes('/')) && value === 0;
export const marked = (name: string, stamp: Timestamp, value: FieldValue): string =>
  isTombstone(name, value) ? `-${stamp}` : stamp;

/** Whether other things are named in it. */
const refers = (kind: DocKind, name: string): boolean => {
  const field = kind.fields[name];
  return field?.is === 'columns' && field.columns.some((column) => kind.refs[column] !== undefined);
};

/** Whether a removal still holds: what was changed later brings the thing back. */
export const isRemovedBy = (kind: DocKind, timestamps: Readonly<Record<string, string>>): boolean => {
  const removal = timestamps[REMOVED];
  if (!isOn(removal)) return false;
  return Object.entries(timestamps).every(
    ([name, stamp]) => !wakes(kind, name) || plainTimestamp(stamp) < plainTimestamp(removal),
  );
};

/** Gives what was changed on this computer its stamps, and has it told to the others. */
export const createLocalChanges = ({
  timestamps,
  time,
  names,
  outbox,
  aside,
  republishReferences,
  isParentKind,
}: {
  readonly timestamps: Timestamps;
  readonly time: Pick<SharedTime, 'now'>;
  readonly names: DocNames;
  readonly outbox: Outbox;
  readonly aside: SetAside;
  readonly republishReferences: References['republishReferences'];
  /** Others are parts of it. */
  readonly isParentKind: (kind: DocKind) => boolean;
}) => {
  const { rows, docOfRow, keep, nameRow, isNamed, isPartOfSomething, drop } = names;

  const change = (kind: DocKind, doc: Doc, name: string, stamp: Timestamp, value: FieldValue): void => {
    outbox.add(kind, doc.uid, name, stamp, plainTimestamp(doc.stamps[name]) || null);
    doc.stamps[name] = marked(name, stamp, value);
    // What could not be used is older than this.
    aside.drop(kind.name, doc.uid, name, stamp);
  };

  const remove = (kind: DocKind, doc: Doc, isGone: boolean): void => {
    if (!isRemovedBy(kind, doc.stamps)) change(kind, doc, REMOVED, timestamps.next(), 1);
    if (doc.localId !== null) outbox.dropPartsOf(kind, doc.localId);
    if (isGone) forget(doc);
    keep(kind, doc);
  };
  /** Its row is gone for good: of its fields nothing is known any more. */
  const forget = (doc: Doc): void => {
    doc.localId = null;
    doc.stamps = Object.fromEntries(Object.entries(doc.stamps).filter(([name]) => name === REMOVED));
  };

  /** Of a part it is enough to know that it is here. Those of what is not told yet are told with it. */
  const timestampPart = (kind: DocKind, localId: number): void => {
    if (rows.find(kind, localId) === null) {
      const gone = docOfRow(kind, localId);
      if (gone !== null) drop(kind, gone.uid);
    } else if (isPartOfSomething(kind, localId)) {
      const doc = nameRow(kind, localId);
      // Another row is this part already.
      if (doc.localId !== localId) return;
      for (const name of Object.keys(kind.fields)) doc.stamps[name] = EPOCH;
      outbox.add(kind, doc.uid, ALL_FIELDS, timestamps.next(), null);
      keep(kind, doc);
    }
  };

  /** Removed before the desk was shared, and named by what others are told: they have to know whom that means. */
  const timestampRemains = (kind: DocKind, doc: Doc, localId: number): void => {
    if (doc.localId !== localId || !rows.isOutlived(kind, localId)) return;
    for (const name of kind.remains ?? []) change(kind, doc, name, timestamps.empty, rows.read(kind, name, localId));
    change(kind, doc, REMOVED, timestamps.goneBefore, 1);
    keep(kind, doc);
  };

  const timestampRow = (kind: DocKind, localId: number, changed: readonly string[]): void => {
    if (kind.partOf !== undefined) {
      timestampPart(kind, localId);
      return;
    }
    const found = rows.find(kind, localId);
    let doc = docOfRow(kind, localId);
    if ((found === null && kind.stays === true) || found?.isReady === false) return;
    if (found === null || found.isRemoved) {
      if (doc !== null && Object.keys(doc.stamps).length > 0) {
        // Emptied for good, or nobody else has it: whoever brings the thing back tells what is in it.
        for (const name of changed) {
          if (name === REMOVED) continue;
          delete doc.stamps[name];
          outbox.dropField(kind, doc.uid, name);
        }
        remove(kind, doc, found === null);
      }
      // Removed before the desk was shared: nobody is told, and the thing is found here when others have it.
      else if (found !== null) timestampRemains(kind, nameRow(kind, localId), localId);
      return;
    }
    let former: Doc['stamps'] = {};
    if (doc !== null && !kind.hasFixedKey && !isNamed(kind, localId, doc.uid)) {
      former = doc.stamps;
      remove(kind, doc, true);
      doc = null;
      republishReferences(kind, localId);
    }
    doc ??= nameRow(kind, localId);
    // Another row is this thing already.
    if (doc.localId !== localId) return;
    const isBack = isOn(doc.stamps[REMOVED]);
    if (Object.keys(doc.stamps).length === 0 || isBack) {
      if (isBack || isParentKind(kind)) republishReferences(kind, localId);
      const isFromBefore = changed.includes(INITIAL);
      const stamp = isFromBefore ? timestamps.before(found.writtenAt) : timestamps.next();
      const timestampOf = (name: string): Timestamp => {
        if (changed.includes(name)) return timestamps.next();
        const older = isFromBefore ? rows.writtenAt(kind, name, localId) : null;
        return older === null ? stamp : timestamps.before(older);
      };
      const there = rows.fieldNames(kind, localId);
      // Taken off a list by the same change that brings the thing back.
      for (const name of Object.keys(doc.stamps))
        if (name.includes('/') && !there.includes(name)) doc.stamps[name] = marked(name, stamp, 0);
      for (const name of there) {
        const since = former[name];
        // Only its name is another one: what is in it is as old, and of whom, as it was.
        if (since !== undefined && !isBack && (!changed.includes(name) || refers(kind, name))) {
          doc.stamps[name] = since;
          continue;
        }
        const value = rows.read(kind, name, localId);
        const seen = plainTimestamp(doc.stamps[name]);
        const given = isEmptyValue(value) && !isBack ? timestamps.empty : timestampOf(name);
        doc.stamps[name] = marked(name, given, value);
        // Whoever brings it back has seen the text that was there: it has not lost unseen.
        if (isBack && seen !== '' && isTyped(kind, name)) outbox.add(kind, doc.uid, name, given, seen);
      }
      if (isBack) doc.stamps[REMOVED] = marked(REMOVED, stamp, 0);
      if (isFromBefore) outbox.addFromBefore(kind, doc.uid, stamp);
      else outbox.add(kind, doc.uid, ALL_FIELDS, stamp, null);
    } else {
      const stamp = timestamps.next();
      const decided = (kind.together ?? []).filter((names) => names.some((name) => changed.includes(name))).flat();
      for (const name of new Set([...changed, ...decided])) {
        if (name === REMOVED || name === ALL_FIELDS || name === INITIAL) continue;
        const value = rows.read(kind, name, localId);
        // Tags are written anew with the form they stand in.
        if (name.includes('/') && (value === 1) === isOn(doc.stamps[name])) continue;
        const readAt = rows.readAt(kind, name, localId);
        const given = readAt === null ? stamp : timestamps.aged(time.now() - readAt, plainTimestamp(doc.stamps[name]));
        change(kind, doc, name, given, value);
      }
    }
    keep(kind, doc);
  };

  return { change, forget, timestampRow };
};
