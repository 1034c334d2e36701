import type { Database } from '#core/platform/sqlite/database.ts';
import { plain, sql } from '#core/platform/sqlite/sql.ts';
import type { DocKind } from './doc-kind.ts';
import type { DocNames } from './doc-names.ts';
import { type RecordChange, toRecordChange, type WaitingField } from './record-change.ts';
import type { Timestamp, Timestamps } from './timestamps.ts';

export interface Outgoing {
  readonly records: readonly RecordChange[];
  /** Whether it contains parts of large records. Then everything else is already published, or included here. */
  readonly hasParts: boolean;
  /** The caller reports that the changes are in the store. Fields that changed again meanwhile stay in the outbox. */
  sent(): void;
}

const RECORDS_AT_ONCE = 400;
/**
 * Limits a change to so many characters of JSON that packing and reading it takes some milliseconds. The last record
 * may exceed the limit.
 */
const CHANGE_SIZE = 256 * 1024;

/** Sorts after all names, which are base64url. */
const AFTER_ALL = '~';

/** A record that waits with some of its fields, or with all of them. */
interface WaitingRow {
  readonly uid: string;
  readonly fields: readonly WaitingField[];
  /** The timestamp with which the whole record was added; `null`: only `fields` wait. */
  readonly wholeTimestamp: Timestamp | null;
}

/** The tables of the outbox: single fields, and whole records. */
const TABLES = [sql`shared_outbox`, sql`shared_outbox_records`];

interface OutboxDeps {
  readonly accountId: string;
  /** Each kind comes after the kinds whose records it needs. */
  readonly kinds: readonly DocKind[];
  readonly names: DocNames;
  readonly timestamps: Timestamps;
}

/** Keeps the changes of this computer that are not in the store yet. */
export const createOutbox = (db: Database, { accountId, kinds, names, timestamps }: OutboxDeps) => {
  const { rows, docOf } = names;

  const add = (kind: DocKind, uid: string, name: string, timestamp: Timestamp, base: Timestamp | null): void => {
    db.run(sql`INSERT INTO shared_outbox (account_id, kind, uid, field, timestamp, base)
      VALUES (${accountId}, ${kind.name}, ${uid}, ${name}, ${timestamp}, ${base})
      ON CONFLICT DO UPDATE SET timestamp = excluded.timestamp`);
  };

  const addRecord = (kind: DocKind, uid: string, timestamp: Timestamp, isInitial: boolean): void => {
    db.run(sql`INSERT INTO shared_outbox_records (account_id, kind, uid, timestamp, is_initial)
      VALUES (${accountId}, ${kind.name}, ${uid}, ${timestamp}, ${isInitial})
      ON CONFLICT DO UPDATE SET timestamp = excluded.timestamp`);
  };

  /** Adds all records of a kind whose names lie between `after` and `before`, with the timestamps they have. */
  const addBetween = (kind: DocKind, after: string, before: string | null): void => {
    db.run(sql`INSERT INTO shared_outbox_records (account_id, kind, uid, timestamp, is_initial)
      SELECT account_id, kind, uid, ${timestamps.next()}, 0 FROM shared_docs
      WHERE account_id = ${accountId} AND kind = ${kind.name} AND uid > ${after} AND uid < ${before ?? AFTER_ALL}
      ON CONFLICT DO NOTHING`);
  };

  /** Adds all records of a kind that refer to this row in a column, with the timestamps they have. */
  const addReferencing = (kind: DocKind, column: string, localId: number): void => {
    db.run(sql`INSERT INTO shared_outbox_records (account_id, kind, uid, timestamp, is_initial)
      SELECT account_id, kind, uid, ${timestamps.next()}, 0 FROM shared_docs
      WHERE account_id = ${accountId} AND kind = ${kind.name}
        AND local_id IN (SELECT ${plain(kind.id)} FROM ${plain(kind.table)} WHERE ${plain(column)} = ${localId})
        ON CONFLICT DO NOTHING`);
  };

  /** Returns the first waiting records of a kind, by name. */
  const waitingOf = (kind: DocKind, limit: number): readonly WaitingRow[] => {
    const own = sql`account_id = ${accountId} AND kind = ${kind.name}`;
    return db.all<WaitingRow>(sql`SELECT uid,
        (SELECT json_group_array(json_object('name', field, 'timestamp', timestamp, 'base', base)) FROM shared_outbox
          WHERE ${own} AND uid = waiting.uid) AS "fields:json",
        (SELECT timestamp FROM shared_outbox_records WHERE ${own} AND uid = waiting.uid) AS wholeTimestamp
      FROM (SELECT uid FROM shared_outbox WHERE ${own} UNION SELECT uid FROM shared_outbox_records WHERE ${own}
        ORDER BY uid LIMIT ${limit}) waiting ORDER BY uid`);
  };

  const outgoing = (): Outgoing | null => {
    const records: RecordChange[] = [];
    const taken: { kind: string; uid: string; name: string; timestamp: Timestamp; published: Timestamp }[] = [];
    const takenWhole: { kind: string; uid: string; timestamp: Timestamp }[] = [];
    let size = 0;
    let hasParts = false;
    for (const kind of kinds) {
      if (records.length >= RECORDS_AT_ONCE || size >= CHANGE_SIZE) break;
      for (const { uid, fields, wholeTimestamp } of waitingOf(kind, RECORDS_AT_ONCE - records.length)) {
        const one = toRecordChange(rows, kind, {
          uid,
          doc: docOf(kind, uid),
          fields,
          isWhole: wholeTimestamp !== null,
        });
        records.push(one);
        hasParts ||= kind.partOf !== undefined;
        size += JSON.stringify(one).length;
        for (const { name, timestamp } of fields)
          taken.push({ kind: kind.name, uid, name, timestamp, published: one.fields[name]?.[0] ?? timestamp });
        if (wholeTimestamp !== null) takenWhole.push({ kind: kind.name, uid, timestamp: wholeTimestamp });
        if (size >= CHANGE_SIZE) break;
      }
    }
    if (records.length === 0) return null;
    const sent = (): void =>
      db.transaction(() => {
        for (const { kind, uid, name, timestamp, published: since } of taken) {
          const row = sql`account_id = ${accountId} AND kind = ${kind} AND uid = ${uid} AND field = ${name}`;
          db.run(sql`DELETE FROM shared_outbox WHERE ${row} AND timestamp = ${timestamp}`);
          // A change made meanwhile replaces the value that was just published.
          db.run(sql`UPDATE shared_outbox SET base = ${since} WHERE ${row} AND base IS NOT NULL`);
        }
        for (const { kind, uid, timestamp } of takenWhole) {
          db.run(sql`DELETE FROM shared_outbox_records WHERE account_id = ${accountId} AND kind = ${kind}
            AND uid = ${uid} AND timestamp = ${timestamp}`);
        }
      });
    return { records, hasParts, sent };
  };

  /** Drops the parts of a removed record. A computer that restores the record publishes them again. */
  const dropPartsOf = (whole: DocKind, localId: number): void => {
    for (const { name, table, id, partOf, refs } of kinds) {
      if (partOf === undefined || refs[partOf] !== whole.name) continue;
      for (const waiting of TABLES)
        db.run(sql`DELETE FROM ${waiting} WHERE account_id = ${accountId} AND kind = ${name} AND uid IN (
          SELECT d.uid FROM ${plain(table)} p JOIN shared_docs d ON d.account_id = ${accountId} AND d.kind = ${name}
          AND d.local_id = p.${plain(id)}
          WHERE p.${plain(partOf)} = ${localId})`);
    }
  };

  return {
    add,
    /** Adds a record with all of its fields, each with the timestamp it has. */
    addWhole: (kind: DocKind, uid: string, timestamp: Timestamp): void => addRecord(kind, uid, timestamp, false),
    /** Does the same for a record that existed here before the desk was shared, and that no other computer knows yet. */
    addInitial: (kind: DocKind, uid: string, timestamp: Timestamp): void => addRecord(kind, uid, timestamp, true),
    /** Returns whether a record existed here before the desk was shared, and no other computer knows it yet. */
    isInitial: (kind: DocKind, uid: string): boolean =>
      db.has(sql`SELECT 1 FROM shared_outbox_records
        WHERE account_id = ${accountId} AND kind = ${kind.name} AND uid = ${uid} AND is_initial = 1`),
    dropPartsOf,
    /** Drops a record that another computer has published. */
    drop: (kind: DocKind, uid: string): void => {
      for (const table of TABLES)
        db.run(sql`DELETE FROM ${table} WHERE account_id = ${accountId} AND kind = ${kind.name} AND uid = ${uid}`);
    },
    dropWhole: (kind: DocKind, uid: string): void => {
      db.run(sql`DELETE FROM shared_outbox_records
        WHERE account_id = ${accountId} AND kind = ${kind.name} AND uid = ${uid}`);
    },
    dropField: (kind: DocKind, uid: string, name: string): void => {
      db.run(sql`DELETE FROM shared_outbox WHERE account_id = ${accountId} AND kind = ${kind.name} AND uid = ${uid}
        AND field = ${name}`);
    },
    has: (kind: DocKind, uid: string, name: string): boolean =>
      db.has(sql`SELECT 1 FROM shared_outbox WHERE account_id = ${accountId} AND kind = ${kind.name} AND uid = ${uid}
        AND field = ${name} UNION ALL SELECT 1 FROM shared_outbox_records
        WHERE account_id = ${accountId} AND kind = ${kind.name} AND uid = ${uid} LIMIT 1`),
    outgoing,
    /** Adds all shared records, with the timestamps they have. */
    addAll: () =>
      db.transaction(() => {
        for (const kind of kinds) addBetween(kind, '', null);
      }),
    addBetween,
    addReferencing,
    /** Returns the number of waiting records. */
    count: () =>
      db.value<number>(sql`SELECT count(*) FROM (SELECT kind, uid FROM shared_outbox WHERE account_id = ${accountId}
        UNION SELECT kind, uid FROM shared_outbox_records WHERE account_id = ${accountId} ORDER BY kind, uid)`) ?? 0,
  };
};

export type Outbox = ReturnType<typeof createOutbox>;
