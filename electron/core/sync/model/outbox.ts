import type { Database } from '#core/platform/sqlite/database.ts';
import { plain, sql } from '#core/platform/sqlite/sql.ts';
import { ALL_FIELDS } from './capture.ts';
import type { DocKind } from './doc-kind.ts';
import type { DocNames } from './doc-names.ts';
import { type RecordChange, toRecordChange } from './record-change.ts';
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

interface Waiting {
  readonly name: string;
  readonly timestamp: Timestamp;
  readonly base: Timestamp | null;
}

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

  /** Adds all records of a kind whose names lie between `after` and `before`, with the timestamps they have. */
  const addBetween = (kind: DocKind, after: string, before: string | null): void => {
    db.run(sql`INSERT INTO shared_outbox (account_id, kind, uid, field, timestamp, base)
      SELECT account_id, kind, uid, ${ALL_FIELDS}, ${timestamps.next()}, NULL FROM shared_docs
      WHERE account_id = ${accountId} AND kind = ${kind.name} AND uid > ${after} AND uid < ${before ?? AFTER_ALL}
      ON CONFLICT DO NOTHING`);
  };

  /** Adds all records of a kind that refer to this row in a column, with the timestamps they have. */
  const addReferencing = (kind: DocKind, column: string, localId: number): void => {
    db.run(sql`INSERT INTO shared_outbox (account_id, kind, uid, field, timestamp, base)
      SELECT account_id, kind, uid, ${ALL_FIELDS}, ${timestamps.next()}, NULL FROM shared_docs
      WHERE account_id = ${accountId} AND kind = ${kind.name}
        AND local_id IN (SELECT ${plain(kind.id)} FROM ${plain(kind.table)} WHERE ${plain(column)} = ${localId})
        ON CONFLICT DO NOTHING`);
  };

  const outgoing = (): Outgoing | null => {
    const records: RecordChange[] = [];
    const taken: { kind: string; uid: string; name: string; timestamp: Timestamp; published: Timestamp }[] = [];
    let size = 0;
    let hasParts = false;
    for (const kind of kinds) {
      if (records.length >= RECORDS_AT_ONCE || size >= CHANGE_SIZE) break;
      const waiting = db.all<{ uid: string; fields: Waiting[] }>(sql`SELECT uid,
          json_group_array(json_object('name', field, 'timestamp', timestamp, 'base', base)) AS "fields:json"
        FROM shared_outbox WHERE account_id = ${accountId} AND kind = ${kind.name}
        GROUP BY uid LIMIT ${RECORDS_AT_ONCE - records.length}`);
      for (const { uid, fields } of waiting) {
        const one = toRecordChange(rows, kind, { uid, doc: docOf(kind, uid) }, fields);
        records.push(one);
        hasParts ||= kind.partOf !== undefined;
        size += JSON.stringify(one).length;
        for (const { name, timestamp } of fields)
          taken.push({ kind: kind.name, uid, name, timestamp, published: one.fields[name]?.[0] ?? timestamp });
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
      });
    return { records, hasParts, sent };
  };

  /** Drops the parts of a removed record. A computer that restores the record publishes them again. */
  const dropPartsOf = (whole: DocKind, localId: number): void => {
    for (const { name, table, id, partOf, refs } of kinds) {
      if (partOf === undefined || refs[partOf] !== whole.name) continue;
      db.run(sql`DELETE FROM shared_outbox WHERE account_id = ${accountId} AND kind = ${name} AND uid IN (
        SELECT d.uid FROM ${plain(table)} p JOIN shared_docs d ON d.account_id = ${accountId} AND d.kind = ${name}
        AND d.local_id = p.${plain(id)}
        WHERE p.${plain(partOf)} = ${localId})`);
    }
  };

  return {
    add,
    /** Adds a record that existed here before the desk was shared, and that no other computer knows yet. */
    addFromBefore: (kind: DocKind, uid: string, timestamp: Timestamp): void =>
      add(kind, uid, ALL_FIELDS, timestamp, timestamps.empty),
    isFromBefore: (kind: DocKind, uid: string): boolean =>
      db.get(sql`SELECT 1 FROM shared_outbox
        WHERE account_id = ${accountId} AND kind = ${kind.name} AND uid = ${uid} AND field = ${ALL_FIELDS}
        AND base IS NOT NULL`) !== undefined,
    dropPartsOf,
    /** Drops a record that another computer has published. */
    drop: (kind: DocKind, uid: string): void => {
      db.run(sql`DELETE FROM shared_outbox WHERE account_id = ${accountId} AND kind = ${kind.name} AND uid = ${uid}`);
    },
    dropField: (kind: DocKind, uid: string, name: string): void => {
      db.run(sql`DELETE FROM shared_outbox WHERE account_id = ${accountId} AND kind = ${kind.name} AND uid = ${uid}
        AND field = ${name}`);
    },
    has: (kind: DocKind, uid: string, name: string): boolean =>
      db.has(sql`SELECT 1 FROM shared_outbox WHERE account_id = ${accountId} AND kind = ${kind.name} AND uid = ${uid}
        AND field IN (${name}, ${ALL_FIELDS})`),
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
      db.value<number>(sql`SELECT count(*) FROM (SELECT DISTINCT kind, uid FROM shared_outbox
        WHERE account_id = ${accountId})`) ?? 0,
  };
};

export type Outbox = ReturnType<typeof createOutbox>;
