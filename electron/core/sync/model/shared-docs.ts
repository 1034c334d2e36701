import { REMOVED } from '#core/catalogue/trash/removal-states.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { plain, sql } from '#core/platform/sqlite/sql.ts';
import type { SharedTime } from '#core/sync/model/shared-time.ts';
import { withoutCapture } from './capture.ts';
import { mergeChangedApart } from './changed-apart.ts';
import { addConflict } from './conflicts.ts';
import { type DocKind, isParentKind, REMOVED_UNNAMED } from './doc-kind.ts';
import { createDocNames, type Doc } from './doc-names.ts';
import { type FieldValue, fieldName, isEmptyValue, isTyped } from './doc-rows.ts';
import { type FieldTimes, forgetTimestamps, isOn, setTimestamp, timestampOf } from './field-times.ts';
import { fitOf } from './fits.ts';
import { splitFormer } from './former-fields.ts';
import { changeField, forgetFields, isRemovedBy, type RowChange, timestampRow } from './local-changes.ts';
import { createOutbox } from './outbox.ts';
import { type FieldChange, publishAllRecords, type RecordChange } from './record-change.ts';
import { leaveLists, publishRemains, republishReferences } from './references.ts';
import { type AsideReason, createSetAside } from './set-aside.ts';
import { createSnapshotMerge, type SnapshotMerge } from './snapshot-merge.ts';
import { computerMarkOf, laterThanStored, type Timestamps, timeOf } from './timestamps.ts';
import { correctTimestampsAhead } from './timestamps-ahead.ts';
import { goesWithWeighed, weightOf } from './weighing.ts';

/** The local ids of records, by kind. */
export type Touched = ReadonlyMap<DocKind, ReadonlySet<number>>;

/** Limits the rows of one step, so that each step takes a few milliseconds. */
const ROWS_PER_STEP = 200;
/** Returns when a record was removed, in ms since the epoch, by the clock of the computer that removed it. */
const removedAt = (doc: Doc): number => timeOf(timestampOf(doc, REMOVED));

/** Returns whether everything that is known of a record was removed before the desk was shared. */
const isGoneBefore = (times: FieldTimes): boolean => {
  const all = Object.values(times.timestamps);
  return all.every((timestamp) => timeOf(timestamp) === 0) && (all.length === 0 || isOn(times, REMOVED));
};

export type SharedDocs = ReturnType<typeof createSharedDocs>;

/**
 * Keeps the shared records of one account: publishes the changes made here, and takes over those of other computers.
 * Each of `kinds` comes after the kinds whose records it needs. `captureChanges` must record the changes.
 */
export const createSharedDocs = (
  db: Database,
  {
    accountId,
    timestamps,
    kinds,
    time,
    uptime,
    onUnwritten,
  }: {
    readonly accountId: string;
    readonly timestamps: Timestamps;
    readonly kinds: readonly DocKind[];
    readonly time: Pick<SharedTime, 'now' | 'latest' | 'server'>;
    /** See `uptimeOf`. */
    readonly uptime: () => number;
    /** Called when a published record could not be written here and is set aside. */
    readonly onUnwritten: (kind: string, error: unknown) => void;
  },
) => {
  const own = { accountId, kinds, mark: computerMarkOf(timestamps.empty) };
  const names = createDocNames(db, own);
  const { rows, kindOf, docOf, docOfRow, keep } = names;
  const outbox = createOutbox(db, { accountId, kinds, names, timestamps });
  const aside = createSetAside(db, accountId, time.now);
  const context = { ...own, db, timestamps, time, names, rows, outbox, aside };

  /** Notes the rows that became ready while no changes were recorded, in a copy from which the desk was restored. */
  const noteReady = (): void => {
    for (const { name, table, id, isReady } of kinds) {
      if (isReady === undefined) continue;
      db.run(sql`INSERT INTO shared_changed_records (account_id, kind, local_id, is_initial)
        SELECT account_id, ${name}, ${plain(id)}, 0 FROM ${plain(table)} t
        WHERE account_id = ${accountId} AND ${plain(isReady)} AND NOT EXISTS (
          SELECT 1 FROM shared_docs d WHERE d.account_id = ${accountId} AND d.kind = ${name}
          AND d.local_id = t.${plain(id)})
        ON CONFLICT DO NOTHING`);
    }
  };

  /** Notes all rows, which existed before the desk was shared. */
  const noteInitial = (): void => {
    for (const kind of kinds) {
      db.run(sql`INSERT INTO shared_changed_records (account_id, kind, local_id, is_initial)
        SELECT ${accountId}, ${kind.name}, ${plain(kind.id)}, 1 FROM ${plain(kind.table)}
        WHERE account_id = ${accountId} ON CONFLICT DO UPDATE SET is_initial = 1`);
    }
  };

  /** Returns why a field cannot be taken over now; `null` if it can. */
  const reasonToSetAside = (kind: DocKind, name: string, [timestamp, value]: FieldChange): AsideReason | null => {
    const found = fitOf(kind, name, value);
    if (found !== 'fits') return found;
    return timeOf(timestamp) > time.latest() ? 'ahead' : null;
  };

  /** Returns a change with only the fields that can be taken over, and sets the others aside. */
  const fitting = (kind: DocKind, doc: Doc, incoming: RecordChange): RecordChange => {
    const fields = Object.entries(incoming.fields).filter(([name, field]) => {
      // Such a record is never removed, and a part never by itself.
      if (name === REMOVED && (kind.stays === true || kind.partOf !== undefined)) return false;
      const reason = reasonToSetAside(kind, name, field);
      if (reason === null) return true;
      if (field[0] > timestampOf(doc, name)) aside.add(kind.name, doc.uid, name, field, reason);
      return false;
    });
    return { ...incoming, fields: Object.fromEntries(fields) };
  };

  /** Returns the values of the fields that are later than those here, or weigh more. */
  const later = (kind: DocKind, doc: Doc, all: RecordChange, from?: 'snapshot'): Map<string, FieldValue> => {
    const values = new Map<string, FieldValue>();
    const incoming = fitting(kind, doc, all);
    const weight = weightOf(rows, kind, doc, incoming);
    const isWeighed = (name: string): boolean => weight !== 0 && goesWithWeighed(kind, name);
    let isContradicted = false;
    for (const [name, field] of Object.entries(incoming.fields)) {
      const [timestamp, value, base] = field;
      timestamps.seen(timestamp);
      // The value that it replaces may have been set aside because it was dated ahead. That value no longer waits for
      // its time.
      aside.drop(kind.name, doc.uid, name, base !== null && base > timestamp ? base : timestamp);
      const here = timestampOf(doc, name);
      if (isWeighed(name)) {
        if (weight < 0) isContradicted ||= timestamp > here;
        else if (timestamp > here) doc.timestamps[name] = timestamp;
        // The computer that wrote the value here has to learn that it no longer holds.
        else changeField(context, kind, doc, name, timestamps.next(), value);
        if (weight > 0) values.set(name, value);
        continue;
      }
      const agreed = mergeChangedApart(context, kind, doc, name, field);
      if (agreed !== null) {
        changeField(context, kind, doc, name, timestamps.next(), agreed);
        values.set(name, agreed);
        continue;
      }
      const isCorrected = base !== null && base === here;
      if (timestamp <= here && !isCorrected) continue;
      const isNews = (): boolean => (from === 'snapshot' ? outbox.has(kind, doc.uid, name) : here !== base);
      if (doc.localId !== null && timeOf(here) > 0 && isTyped(kind, name) && isNews()) {
        const lost = rows.read(kind, name, doc.localId);
        if (!isEmptyValue(lost) && JSON.stringify(lost) !== JSON.stringify(value)) {
          addConflict(db, accountId, { kind: kind.name, uid: doc.uid, field: name, timestamp: here, value: lost });
        }
      }
      values.set(name, value);
      setTimestamp(doc, name, timestamp, value);
    }
    if (isContradicted) publishWeighed(kind, doc);
    return values;
  };

  /** Publishes the weighed values of this computer, which hold, with a later timestamp than the incoming ones. */
  const publishWeighed = (kind: DocKind, doc: Doc): void => {
    for (const name of Object.keys(doc.timestamps))
      if (doc.localId !== null && goesWithWeighed(kind, name))
        changeField(context, kind, doc, name, timestamps.next(), rows.read(kind, name, doc.localId));
    keep(kind, doc);
  };

  /**
   * Returns whether the row is part of a record that was removed and whose return is not published yet. Until then,
   * computers that have dropped the record do not accept its parts.
   */
  const isOfReturning = (kind: DocKind, localId: number): boolean => {
    const of = kindOf(kind.refs[kind.partOf ?? ''] ?? '');
    const whole = rows.wholeOf(kind, localId);
    const doc = of === undefined || whole === null ? null : docOfRow(of, whole);
    if (of === undefined || doc === null) return false;
    return doc.timestamps[REMOVED] !== undefined && outbox.has(of, doc.uid, REMOVED);
  };

  /** Sets a change aside until another record that is set aside can be taken over. */
  const awaitAside = (kind: DocKind, { uid, fields }: RecordChange): null => {
    for (const [name, field] of Object.entries(fields)) aside.add(kind.name, uid, name, field, 'waits');
    return null;
  };
  const isSetAside = ([kind, uid]: readonly [string, string]): boolean => aside.has(kind, uid);

  const applyOne = (kind: DocKind, only: RecordChange, from?: 'snapshot'): number | null => {
    const incoming = splitFormer(kind, withAside(only), (name, [timestamp]) =>
      aside.drop(kind.name, only.uid, name, timestamp),
    );
    const doc = docOf(kind, incoming.uid) ?? { uid: incoming.uid, localId: null, timestamps: {}, tombstones: [] };
    // The row was deleted while no changes were recorded.
    if (doc.localId !== null && rows.find(kind, doc.localId) === null) forgetFields(doc);
    if (kind.partOf !== undefined && doc.localId !== null && !isOfReturning(kind, doc.localId))
      outbox.drop(kind, incoming.uid);
    const wasRemoved = isRemovedBy(kind, doc);
    // The record was removed here before the desk was shared, so its content no longer counts.
    const wasUnpublished = doc.localId !== null && isGoneBefore(doc);
    if (doc.localId !== null && wasUnpublished) rows.emptySets(kind, doc.localId);
    const values = later(kind, doc, incoming, from);
    if (values.size === 0) return null;
    if (!aside.isEmpty() && rows.namedBy(kind, values).some(isSetAside)) return awaitAside(kind, incoming);
    // The computer that removed the client did not know that this one sells to it too. Joining a desk removes no
    // clients.
    const isKept =
      kind.outlives !== undefined && !wasRemoved && isRemovedBy(kind, doc) && outbox.isInitial(kind, doc.uid);
    const isRemoved = isRemovedBy(kind, doc) && !isKept;
    const isNew = doc.localId === null;
    const before = doc.localId === null ? undefined : kind.before?.(db, doc.localId, values);
    if (doc.localId === null) {
      // A computer that restores the owner publishes this record again, and so does one that still has the values that
      // were emptied here.
      if (!isRemoved && (rows.isOrphan(kind, values) || !values.has('made')))
        return aside.has(kind.name, incoming.uid) ? awaitAside(kind, incoming) : null;
      if (!isRemoved) doc.localId = rows.insert(kind, values);
      // Records of the journal that refer to this one may arrive after it. If none do, the row goes with the trash.
      else if (kind.outlives !== undefined && values.has('made')) doc.localId = rows.insert(kind, values);
      else forgetFields(doc);
    }
    const { localId } = doc;
    if (localId !== null) {
      const written = new Set<string>();
      for (const [name, value] of values) {
        if (name === REMOVED || (isNew && rows.isInserted(kind, name, value))) continue;
        rows.write(kind, name, localId, value);
        written.add(fieldName(name));
      }
      // The computer that brings the record to which the field refers publishes the field once more.
      const lost = new Set([...values.keys()].filter((name) => rows.namesNobody(kind, name, values.get(name) ?? null)));
      if (lost.size > 0) forgetTimestamps(doc, (name) => lost.has(name));
      const isAway = rows.find(kind, localId)?.isRemoved ?? true;
      // If a colleague's computer that has not emptied the record yet publishes its values again, the row is removed
      // again.
      if (isRemoved && (!isAway || written.size > 0)) rows.takeAway(kind, localId, removedAt(doc));
      if (!isRemoved && isAway) {
        rows.bringBack(kind, localId);
        leaveLists(context, kind, localId);
      }
      if (isRemoved && !wasRemoved) {
        outbox.dropPartsOf(kind, localId);
        if (values.get(REMOVED) === REMOVED_UNNAMED && kind.outlives?.(db, localId))
          publishRemains(context, kind, doc, localId);
      }
      if (!isRemoved && wasUnpublished && isParentKind(kinds, kind)) republishReferences(context, kind, localId);
      if (isRemoved && kind.removed === undefined) forgetFields(doc);
      kind.derive?.(db, localId, before, written);
      if (isNew) joinRecord(kind, doc, localId);
      // The record was removed elsewhere and changed here later. It stays, and is published completely for the
      // computers that have dropped it.
      if (!isRemoved && !isKept && !wasRemoved && isOn(doc, REMOVED)) publishWhole(kind, doc);
    }
    keep(kind, doc);
    if (isKept && localId !== null) timestampRow(context, kind, localId, { fields: [], whole: null });
    return localId;
  };

  const joinRecord = (kind: DocKind, doc: Doc, localId: number): void => {
    for (const { field, writtenAt } of kind.join?.(db, localId, doc) ?? []) {
      const arrived = timestampOf(doc, field);
      const timestamp = writtenAt > arrived ? writtenAt : timestamps.after(arrived);
      changeField(context, kind, doc, field, timestamp, rows.read(kind, field, localId));
    }
  };

  const publishWhole = (kind: DocKind, doc: Doc): void => {
    outbox.addWhole(kind, doc.uid, timestamps.next());
    if (doc.localId !== null) republishReferences(context, kind, doc.localId);
  };

  /** Adds the values of the record that were set aside, so that they are tried once more with the incoming ones. */
  const withAside = (incoming: RecordChange): RecordChange => {
    if (aside.isEmpty()) return incoming;
    const fields = new Map(Object.entries(aside.of(incoming.kind, incoming.uid)));
    for (const [name, field] of Object.entries(incoming.fields)) {
      const [timestamp = ''] = fields.get(name) ?? [];
      if (timestamp <= field[0]) fields.set(name, field);
    }
    return { ...incoming, fields: Object.fromEntries(fields) };
  };

  /**
   * Takes over published changes, field by field, where they are later. Joins the open transaction. A snapshot does not
   * say what its writers had seen. So a text that it replaces counts as lost only if no other computer can have known
   * it.
   */
  const apply = (all: readonly RecordChange[], from?: 'snapshot'): Touched => {
    const touched = new Map<DocKind, Set<number>>();
    withoutCapture(db, () => {
      // The latest changes made here are older than the ones read now, so they get their timestamps first.
      while (timestampChanges('small'));
      for (const incoming of all) {
        const kind = kindOf(incoming.kind);
        if (kind === undefined) {
          setAside(incoming, 'unknown');
          continue;
        }
        const localId = whole(kind, incoming, () => applyOne(kind, incoming, from));
        if (localId === null) continue;
        const ids = touched.get(kind) ?? new Set();
        touched.set(kind, ids.add(localId));
      }
      for (const [kind, localIds] of touched) kind.arrived?.(db, { accountId, localIds, uptime: uptime() });
    });
    return touched;
  };

  const keepLastTimestamp = (): void => {
    db.run(sql`UPDATE shared_desks SET last_timestamp = ${laterThanStored(timestamps.last())}
      WHERE account_id = ${accountId}`);
  };

  /** Returns the first rows of a kind that were changed here and have no timestamps yet. */
  const changedRows = (kind: DocKind, limit: number): readonly (RowChange & { readonly localId: number })[] => {
    const own = sql`account_id = ${accountId} AND kind = ${kind.name}`;
    return db.all(sql`SELECT local_id, (SELECT json_group_array(field) FROM shared_changed_fields
          WHERE ${own} AND local_id = changed.local_id) AS "fields:json",
        (SELECT iif(is_initial = 1, 'initial', 'added') FROM shared_changed_records
          WHERE ${own} AND local_id = changed.local_id) AS whole
      FROM (SELECT local_id FROM shared_changed_fields WHERE ${own}
        UNION SELECT local_id FROM shared_changed_records WHERE ${own} ORDER BY local_id LIMIT ${limit}) changed
      ORDER BY local_id`);
  };

  /**
   * Gives some of the changes made here their timestamps; `small` leaves out the parts of large records. Returns
   * whether more may be left.
   */
  const timestampChanges = (what: 'all' | 'small' = 'all'): boolean =>
    db.transaction(() => {
      const before = timestamps.last();
      let left = ROWS_PER_STEP;
      for (const kind of kinds) {
        if (left <= 0) break;
        if (what === 'small' && kind.partOf !== undefined) continue;
        const dirty = changedRows(kind, left);
        left -= dirty.length;
        for (const { localId, ...changed } of dirty) {
          timestampRow(context, kind, localId, changed);
          const row = sql`account_id = ${accountId} AND kind = ${kind.name} AND local_id = ${localId}`;
          db.run(sql`DELETE FROM shared_changed_fields WHERE ${row}`);
          if (changed.whole !== null) db.run(sql`DELETE FROM shared_changed_records WHERE ${row}`);
        }
      }
      // The last timestamp is stored together with the changes that have it. So later changes get later timestamps even
      // after a restart with a clock that was set back.
      if (timestamps.last() !== before) keepLastTimestamp();
      return left <= 0;
    });

  const setAside = ({ kind, uid, fields }: RecordChange, reason: AsideReason): void => {
    for (const [name, field] of Object.entries(fields)) aside.add(kind, uid, name, field, reason);
  };

  /** Runs `work` in such a way that one record that cannot be written does not hold up the others. */
  const whole = (kind: DocKind, incoming: RecordChange, work: () => number | null): number | null => {
    db.run('SAVEPOINT shared_doc');
    try {
      const value = work();
      db.run('RELEASE shared_doc');
      return value;
    } catch (error) {
      db.run('ROLLBACK TO shared_doc');
      db.run('RELEASE shared_doc');
      onUnwritten(kind.name, error);
      setAside(incoming, 'unfit');
      return null;
    }
  };

  noteReady();

  return {
    /**
     * Marks everything that exists for publication. Each field is as old as its row, so later changes made elsewhere
     * stay.
     */
    publishAll: (): void =>
      db.transaction(() => {
        noteInitial();
        for (const { name, table, id, claims } of kinds) {
          if (claims === undefined) continue;
          db.run(sql`INSERT INTO shared_changed_fields (account_id, kind, local_id, field)
            SELECT account_id, ${name}, ${plain(id)}, ${claims.field} FROM ${plain(table)}
            WHERE account_id = ${accountId} AND ${plain(claims.where)} ON CONFLICT DO NOTHING`);
        }
      }),
    /** Publishes everything once more, with the timestamps it has, because the store has lost it. */
    republishAll: outbox.addAll,
    timestampChanges,
    /** Returns the next records to publish, with the kinds that others need first; `null` if there are none. */
    outgoing: outbox.outgoing,
    countUnpublished: outbox.count,
    apply,
    kindOf,
    aside,
    /** Tries the values that are set aside again: all of them, or those that were dated ahead and are no longer. */
    retry: (what: 'all' | 'due'): Touched => {
      const things = aside.things(what === 'due' ? time.latest() : undefined);
      const order = new Map(kinds.map(({ name }, index) => [name, index]));
      const rank = ({ kind }: RecordChange): number => order.get(kind) ?? kinds.length;
      return things.length === 0 ? new Map() : apply(things.toSorted((one, other) => rank(one) - rank(other)));
    },
    /**
     * Gives the fields that are dated ahead of the shared time new timestamps, and publishes them. A clock was wrong
     * here, and other computers do not accept the values that it dated.
     */
    correctTimestamps: (): void => correctTimestampsAhead(db, { ...own, timestamps, time, outbox }),
    merge: (): SnapshotMerge => createSnapshotMerge(kinds, names, outbox),
    /**
     * Yields everything for a snapshot, from a file in which nothing changes meanwhile and all changes have their
     * timestamps.
     */
    all: function* (frozen: Database): Generator<readonly RecordChange[], void> {
      yield* publishAllRecords(frozen, own);
      for (const incoming of createSetAside(frozen, accountId, time.now).things()) yield [incoming];
    },
    /** Returns what a snapshot contains in addition to its records: changes that only a newer app can read. */
    newer: (frozen: Database): readonly unknown[] => createSetAside(frozen, accountId, time.now).changes(),
  };
};
