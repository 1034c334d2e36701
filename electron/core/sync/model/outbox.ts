import type { Database } from '#core/platform/sqlite/database.ts';
import { plain, sql } from '#core/platform/sqlite/sql.ts';
import { ALL_FIELDS } from './capture.ts';
import type { DocKind } from './doc-kind.ts';
import type { DocNames } from './doc-names.ts';
import { type RecordChange, toRecordChange } from './record-change.ts';
import type { Timestamp, Timestamps } from './timestamps.ts';

export interface Outgoing {
  readonly records: readonly RecordChange[];
  /** Parts of large things are among it: the rest has been told, or stands here with them. */
  readonly hasParts: boolean;
  /** They are in the shared database; what was changed again meanwhile stays. */
  sent(): void;
}

const RECORDS_AT_ONCE = 400;
/** Characters of JSON, so that packing and reading it takes some milliseconds; one thing more may come on top. */
const CHANGE_SIZE = 256 * 1024;

/** Names are base64url. */
const AFTER_ALL = '~';

interface Waiting {
  readonly name: string;
  readonly stamp: Timestamp;
  readonly base: Timestamp | null;
}

interface OutboxDeps {
  readonly accountId: string;
  /** Those that others are made of first. */
  readonly kinds: readonly DocKind[];
  readonly names: DocNames;
  readonly timestamps: Timestamps;
}

/** What was changed here and is not in the shared database yet. */
export const createOutbox = (db: Database, { accountId, kinds, names, timestamps }: OutboxDeps) => {
  const { rows, docOf } = names;

  const add = (kind: DocKind, uid: string, name: string, stamp: Timestamp, base: Timestamp | null): void => {
    db.run(sql`INSERT INTO shared_unsent (account_id, kind, uid, field, stamp, base)
      VALUES (${accountId}, ${kind.name}, ${uid}, ${name}, ${stamp}, ${base})
      ON CONFLICT DO UPDATE SET stamp = excluded.stamp`);
  };

  /** All of a kind with a name after the first and before the second, with the stamps it has. */
  const addBetween = (kind: DocKind, after: string, before: string | null): void => {
    db.run(sql`INSERT INTO shared_unsent (account_id, kind, uid, field, stamp, base)
      SELECT account_id, kind, uid, ${ALL_FIELDS}, ${timestamps.next()}, NULL FROM shared_docs
      WHERE account_id = ${accountId} AND kind = ${kind.name} AND uid > ${after} AND uid < ${before ?? AFTER_ALL}
      ON CONFLICT DO NOTHING`);
  };

  /** All of a kind that name this in a column, with the stamps they have. */
  const addReferencing = (kind: DocKind, column: string, localId: number): void => {
    db.run(sql`INSERT INTO shared_unsent (account_id, kind, uid, field, stamp, base)
      SELECT account_id, kind, uid, ${ALL_FIELDS}, ${timestamps.next()}, NULL FROM shared_docs
      WHERE account_id = ${accountId} AND kind = ${kind.name}
        AND local_id IN (SELECT ${plain(kind.id)} FROM ${plain(kind.table)} WHERE ${plain(column)} = ${localId})
        ON CONFLICT DO NOTHING`);
  };

  const outgoing = (): Outgoing | null => {
    const records: RecordChange[] = [];
    const taken: { kind: string; uid: string; name: string; stamp: Timestamp; published: Timestamp }[] = [];
    let size = 0;
    let hasParts = false;
    for (const kind of kinds) {
      if (records.length >= RECORDS_AT_ONCE || size >= CHANGE_SIZE) break;
      const waiting = db.all<{ uid: string; fields: Waiting[] }>(sql`SELECT uid,
          json_group_array(json_object('name', field, 'stamp', stamp, 'base', base)) AS "fields:json"
        FROM shared_unsent WHERE account_id = ${accountId} AND kind = ${kind.name}
        GROUP BY uid LIMIT ${RECORDS_AT_ONCE - records.length}`);
      for (const { uid, fields } of waiting) {
        const one = toRecordChange(rows, kind, { uid, doc: docOf(kind, uid) }, fields);
        records.push(one);
        hasParts ||= kind.partOf !== undefined;
        size += JSON.stringify(one).length;
        for (const { name, stamp } of fields)
          taken.push({ kind: kind.name, uid, name, stamp, published: one.fields[name]?.[0] ?? stamp });
        if (size >= CHANGE_SIZE) break;
      }
    }
    if (records.length === 0) return null;
    const sent = (): void =>
      db.transaction(() => {
        for (const { kind, uid, name, stamp, published: since } of taken) {
          const row = sql`account_id = ${accountId} AND kind = ${kind} AND uid = ${uid} AND field = ${name}`;
          db.run(sql`DELETE FROM shared_unsent WHERE ${row} AND stamp = ${stamp}`);
          // What was changed again meanwhile replaces what was just told.
          db.run(sql`UPDATE shared_unsent SET base = ${since} WHERE ${row} AND base IS NOT NULL`);
        }
      });
    return { records, hasParts, sent };
  };

  /** What was removed has no parts to tell; whoever brings it back tells them anew. */
  const dropPartsOf = (whole: DocKind, localId: number): void => {
    for (const { name, table, id, partOf, refs } of kinds) {
      if (partOf === undefined || refs[partOf] !== whole.name) continue;
      db.run(sql`DELETE FROM shared_unsent WHERE account_id = ${accountId} AND kind = ${name} AND uid IN (
        SELECT d.uid FROM ${plain(table)} p JOIN shared_docs d ON d.account_id = ${accountId} AND d.kind = ${name}
        AND d.local_id = p.${plain(id)}
        WHERE p.${plain(partOf)} = ${localId})`);
    }
  };

  return {
    add,
    /** It was here before the desk was shared, and nobody else has heard of it yet. */
    addFromBefore: (kind: DocKind, uid: string, stamp: Timestamp): void =>
      add(kind, uid, ALL_FIELDS, stamp, timestamps.empty),
    isFromBefore: (kind: DocKind, uid: string): boolean =>
      db.get(sql`SELECT 1 FROM shared_unsent
        WHERE account_id = ${accountId} AND kind = ${kind.name} AND uid = ${uid} AND field = ${ALL_FIELDS}
        AND base IS NOT NULL`) !== undefined,
    dropPartsOf,
    /** Another computer has told it. */
    drop: (kind: DocKind, uid: string): void => {
      db.run(sql`DELETE FROM shared_unsent WHERE account_id = ${accountId} AND kind = ${kind.name} AND uid = ${uid}`);
    },
    dropField: (kind: DocKind, uid: string, name: string): void => {
      db.run(sql`DELETE FROM shared_unsent WHERE account_id = ${accountId} AND kind = ${kind.name} AND uid = ${uid}
        AND field = ${name}`);
    },
    has: (kind: DocKind, uid: string, name: string): boolean =>
      db.has(sql`SELECT 1 FROM shared_unsent WHERE account_id = ${accountId} AND kind = ${kind.name} AND uid = ${uid}
        AND field IN (${name}, ${ALL_FIELDS})`),
    outgoing,
    /** All that is shared, with the stamps it has. */
    addAll: () =>
      db.transaction(() => {
        for (const kind of kinds) addBetween(kind, '', null);
      }),
    addBetween,
    addReferencing,
    /** How many things. */
    count: () =>
      db.value<number>(sql`SELECT count(*) FROM (SELECT DISTINCT kind, uid FROM shared_unsent
        WHERE account_id = ${accountId})`) ?? 0,
  };
};

export type Outbox = ReturnType<typeof createOutbox>;
