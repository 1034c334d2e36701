import { createHash } from 'node:crypto';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { FieldValue } from './doc-rows.ts';
import type { FieldChange, RecordChange } from './record-change.ts';
import type { Timestamp } from './timestamps.ts';

/**
 * Why a value is set aside:
 * - `unknown`: only a newer app knows its kind or its field, or can read the whole change;
 * - `unfit`: it does not fit its field, or it could not be written;
 * - `ahead`: its timestamp is further in the future than any clock may be wrong;
 * - `waits`: it belongs to a record that is set aside.
 */
export type AsideReason = 'unknown' | 'unfit' | 'ahead' | 'waits';

interface AsideRow {
  readonly kind: string;
  readonly uid: string;
  readonly field: string;
  readonly timestamp: Timestamp;
  readonly value: string;
  readonly base: Timestamp | null;
}

export interface AsideSum {
  readonly reason: AsideReason;
  /** The mark of the computer that claims to have written it; `null` for whole changes, which name none here. */
  readonly mark: string | null;
  readonly count: number;
}

/** Enough for a shop with an app that is a year newer. Beyond that, a value is noted without its content. */
const MAX_CHARACTERS = 64 * 1024 ** 2;
const MAX_ROWS = 50_000;
const MOST_SUMS = 20;
const DAY_MS = 86_400_000;
/** The kinds that say what money is spent on, and which computer is doing so. */
const ABOUT_MONEY = ['purchase', 'order', 'occasion'];

export type SetAside = ReturnType<typeof createSetAside>;

/**
 * Keeps the published values that this computer cannot use. It stores them as they came, passes them on with snapshots,
 * and tries them again: with a newer app, when their time has come, or when the record that they belong to has arrived.
 */
export const createSetAside = (db: Database, accountId: string, now: () => number) => {
  const held = db.get<{ rows: number; characters: number }>(sql`SELECT count(*) AS rows,
    coalesce(sum(length(content)), 0) AS characters FROM (
      SELECT value AS content FROM shared_set_aside WHERE account_id = ${accountId}
      UNION ALL SELECT content FROM shared_set_aside_changes WHERE account_id = ${accountId})`);
  /**
   * The counts may be too high: they still include rows that were deleted, or that disappeared with their transaction.
   */
  let rows = held?.rows ?? 0;
  let characters = held?.characters ?? 0;

  const has = (kind: string, uid: string, field: string): boolean =>
    rows > 0 &&
    db.has(sql`SELECT 1 FROM shared_set_aside WHERE account_id = ${accountId} AND kind = ${kind} AND uid = ${uid}
      AND field = ${field}`);
  const hasChange = (hash: string): boolean =>
    rows > 0 && db.has(sql`SELECT 1 FROM shared_set_aside_changes WHERE account_id = ${accountId} AND hash = ${hash}`);
  /** Counts a new row; returns false if there is no room for one. */
  const countRow = (length: number): boolean => {
    if (rows >= MAX_ROWS) return false;
    rows += 1;
    characters += length;
    return true;
  };
  const hasRoomFor = (text: string): boolean => characters + text.length <= MAX_CHARACTERS;
  const put = (row: Omit<AsideRow, 'value'>, value: string, reason: AsideReason): void => {
    const { kind, uid, field, timestamp, base } = row;
    const hasRoom = hasRoomFor(value);
    if (!has(kind, uid, field) && !countRow(value.length)) return;
    // The reason why a field does not fit is kept while the rest of the record waits for it.
    db.run(sql`INSERT INTO shared_set_aside (account_id, kind, uid, field, timestamp, value, base, reason, at)
      VALUES (${accountId}, ${kind}, ${uid}, ${field}, ${timestamp}, ${hasRoom ? value : null}, ${base}, ${reason}, ${now()})
      ON CONFLICT DO UPDATE SET timestamp = excluded.timestamp, value = excluded.value, base = excluded.base,
        reason = excluded.reason WHERE excluded.timestamp > shared_set_aside.timestamp
          OR (excluded.timestamp = shared_set_aside.timestamp AND excluded.reason <> 'waits')`);
  };
  const putChange = (content: string | null, reason: AsideReason): void => {
    const text = content ?? '';
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    const hasRoom = hasRoomFor(text);
    if (!hasChange(hash) && !countRow(text.length)) return;
    db.run(sql`INSERT INTO shared_set_aside_changes (account_id, hash, content, reason, at)
      VALUES (${accountId}, ${hash}, ${hasRoom ? content : null}, ${reason}, ${now()})
      ON CONFLICT DO UPDATE SET content = coalesce(content, excluded.content)`);
  };
  const toRecordChanges = (all: readonly AsideRow[]): readonly RecordChange[] => {
    const things = new Map<string, { kind: string; uid: string; fields: [string, FieldChange][] }>();
    for (const { kind, uid, field, timestamp, value, base } of all) {
      const thing = things.get(`${kind}/${uid}`) ?? { kind, uid, fields: [] };
      thing.fields.push([field, [timestamp, JSON.parse(value) as FieldValue, base]]);
      things.set(`${kind}/${uid}`, thing);
    }
    return [...things.values()].map((thing) => ({ ...thing, fields: Object.fromEntries(thing.fields) }));
  };
  const read = (where: ReturnType<typeof sql>): readonly AsideRow[] =>
    db.all<AsideRow>(sql`SELECT kind, uid, field, timestamp, value, base FROM shared_set_aside
      WHERE account_id = ${accountId} AND value IS NOT NULL AND ${where} ORDER BY kind, uid, field`);

  return {
    isEmpty: (): boolean => rows === 0,
    add: (kind: string, uid: string, field: string, [timestamp, value, base]: FieldChange, reason: AsideReason): void =>
      put({ kind, uid, field, timestamp, base }, JSON.stringify(value), reason),
    /** Sets a whole change aside that only a newer app can read (`opened`), or that nobody can read (`null`). */
    addChange: (opened: unknown): void =>
      opened === null ? putChange(null, 'unfit') : putChange(JSON.stringify(opened), 'unknown'),
    /** Returns the fields of a record that are set aside. */
    of: (kind: string, uid: string): RecordChange['fields'] =>
      rows === 0 ? {} : (toRecordChanges(read(sql`kind = ${kind} AND uid = ${uid}`))[0]?.fields ?? {}),
    has: (kind: string, uid: string): boolean =>
      rows > 0 &&
      db.has(sql`SELECT 1 FROM shared_set_aside WHERE account_id = ${accountId} AND kind = ${kind} AND uid = ${uid}`),
    /** Drops a value that was taken over, or that is older than one that was. */
    drop: (kind: string, uid: string, field: string, timestamp: Timestamp): void => {
      if (rows === 0) return;
      db.run(sql`DELETE FROM shared_set_aside WHERE account_id = ${accountId} AND kind = ${kind} AND uid = ${uid}
        AND field = ${field} AND timestamp <= ${timestamp}`);
    },
    /**
     * Returns the records to try again. With `due`, the latest time that is accepted now (ms), it returns only values
     * that were dated ahead and are no longer.
     */
    things: (due?: number): readonly RecordChange[] => {
      if (rows === 0) return [];
      const latest = due?.toString(16).padStart(12, '0');
      return toRecordChanges(read(latest === undefined ? sql`true` : sql`reason = 'ahead' AND timestamp < ${latest}`));
    },
    /** Returns the whole changes that are set aside, as they were opened. */
    changes: (): readonly unknown[] =>
      rows === 0
        ? []
        : db
            .values<string>(sql`SELECT content FROM shared_set_aside_changes
              WHERE account_id = ${accountId} AND content IS NOT NULL ORDER BY hash`)
            .map((content) => JSON.parse(content) as unknown),
    dropChanges: (): void => {
      db.run(sql`DELETE FROM shared_set_aside_changes WHERE account_id = ${accountId} AND content IS NOT NULL`);
    },
    /** Returns the number of values that are set aside, by reason and computer. */
    sums: (): readonly AsideSum[] =>
      rows === 0
        ? []
        : db.all<AsideSum>(sql`SELECT reason, substr(timestamp, 17) AS mark, count(*) AS count FROM shared_set_aside
          WHERE account_id = ${accountId} AND reason <> 'waits' GROUP BY reason, substr(timestamp, 17)
          UNION ALL SELECT reason, NULL, count(*) FROM shared_set_aside_changes
          WHERE account_id = ${accountId} GROUP BY reason
          ORDER BY count DESC LIMIT ${MOST_SUMS}`),
    /**
     * Returns whether a colleague may have published within the last day what money is spent on, in a form that this
     * computer cannot read.
     */
    hidesMoney: (): boolean => {
      if (rows === 0) return false;
      return db.has(sql`SELECT 1 FROM shared_set_aside
        WHERE account_id = ${accountId} AND at > ${now() - DAY_MS} AND (reason = 'unknown' OR kind IN (
          SELECT value FROM json_each(${JSON.stringify(ABOUT_MONEY)})))
        UNION ALL SELECT 1 FROM shared_set_aside_changes
        WHERE account_id = ${accountId} AND at > ${now() - DAY_MS} AND reason = 'unknown' LIMIT 1`);
    },
  };
};
