import { createHash } from 'node:crypto';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { FieldValue } from './doc-rows.ts';
import type { FieldChange, RecordChange } from './record-change.ts';
import { computerMarkOf, EPOCH, type Timestamp } from './timestamps.ts';

/**
 * - `unknown`: a kind or a field that only a newer app has, or a whole change of one;
 * - `unfit`: no value of its field, or one that could not be written;
 * - `ahead`: dated further in the future than any clock may be wrong;
 * - `waits`: it belongs to something that is set aside.
 */
export type AsideReason = 'unknown' | 'unfit' | 'ahead' | 'waits';

interface AsideRow {
  readonly kind: string;
  readonly uid: string;
  readonly field: string;
  readonly stamp: Timestamp;
  readonly value: string;
  readonly base: Timestamp | null;
}

export interface AsideSum {
  readonly reason: AsideReason;
  /** The mark of the computer that wrote it, as it says. */
  readonly mark: string;
  readonly count: number;
}

/** The kind of a whole change. */
const CHANGE = '';
/** Of a shop with an app that is a year newer; more is noted without what it says. */
const MAX_CHARACTERS = 64 * 1024 ** 2;
const MAX_ROWS = 50_000;
const MOST_SUMS = 20;
const DAY_MS = 86_400_000;
/** What money is spent on, or who is at it. */
const ABOUT_MONEY = ['purchase', 'order', 'occasion'];

export type SetAside = ReturnType<typeof createSetAside>;

/**
 * What other computers told and this one cannot use. It is kept as it came, handed on with snapshots, and tried again: with
 * a newer app, when its time has come, or when what it belongs to has.
 */
export const createSetAside = (db: Database, accountId: string, now: () => number) => {
  const held = db.get<{ rows: number; characters: number }>(sql`SELECT count(*) AS rows,
    coalesce(sum(length(value)), 0) AS characters FROM shared_aside WHERE account_id = ${accountId}`);
  /** At least so many: what is taken back with its transaction is still counted. */
  let rows = held?.rows ?? 0;
  let characters = held?.characters ?? 0;

  const has = (kind: string, uid: string, field: string): boolean =>
    rows > 0 &&
    db.has(sql`SELECT 1 FROM shared_aside WHERE account_id = ${accountId} AND kind = ${kind} AND uid = ${uid}
      AND field = ${field}`);
  const put = ({ kind, uid, field, stamp, value, base }: AsideRow, reason: AsideReason): void => {
    const hasRoom = characters + value.length <= MAX_CHARACTERS;
    if (!has(kind, uid, field)) {
      if (rows >= MAX_ROWS) return;
      rows += 1;
      characters += value.length;
    }
    // Why a field does not fit is not forgotten while the rest of the thing waits for it.
    db.run(sql`INSERT INTO shared_aside (account_id, kind, uid, field, stamp, value, base, reason, at)
      VALUES (${accountId}, ${kind}, ${uid}, ${field}, ${stamp}, ${hasRoom ? value : ''}, ${base}, ${reason}, ${now()})
      ON CONFLICT DO UPDATE SET stamp = excluded.stamp, value = excluded.value, base = excluded.base,
        reason = excluded.reason WHERE excluded.stamp > shared_aside.stamp
          OR (excluded.stamp = shared_aside.stamp AND excluded.reason <> 'waits')`);
  };
  const toRecordChanges = (all: readonly AsideRow[]): readonly RecordChange[] => {
    const things = new Map<string, { kind: string; uid: string; fields: [string, FieldChange][] }>();
    for (const { kind, uid, field, stamp, value, base } of all) {
      const thing = things.get(`${kind}/${uid}`) ?? { kind, uid, fields: [] };
      thing.fields.push([field, [stamp, JSON.parse(value) as FieldValue, base]]);
      things.set(`${kind}/${uid}`, thing);
    }
    return [...things.values()].map((thing) => ({ ...thing, fields: Object.fromEntries(thing.fields) }));
  };
  const read = (where: ReturnType<typeof sql>): readonly AsideRow[] =>
    db.all<AsideRow>(sql`SELECT kind, uid, field, stamp, value, base FROM shared_aside
      WHERE account_id = ${accountId} AND value <> '' AND ${where} ORDER BY kind, uid, field`);

  return {
    isEmpty: (): boolean => rows === 0,
    add: (kind: string, uid: string, field: string, [stamp, value, base]: FieldChange, reason: AsideReason): void =>
      put({ kind, uid, field, stamp, value: JSON.stringify(value), base }, reason),
    /** A whole change that only a newer app can read (`opened`), or that nobody can (`null`). */
    addChange: (opened: unknown): void => {
      const value = opened === null ? '' : JSON.stringify(opened);
      const uid = createHash('sha256').update(value).digest('base64url').slice(0, 22);
      put({ kind: CHANGE, uid, field: '', stamp: EPOCH, value, base: null }, opened === null ? 'unfit' : 'unknown');
    },
    /** The fields of a thing that are set aside. */
    of: (kind: string, uid: string): RecordChange['fields'] =>
      rows === 0 ? {} : (toRecordChanges(read(sql`kind = ${kind} AND uid = ${uid}`))[0]?.fields ?? {}),
    has: (kind: string, uid: string): boolean =>
      rows > 0 &&
      db.has(sql`SELECT 1 FROM shared_aside WHERE account_id = ${accountId} AND kind = ${kind} AND uid = ${uid}`),
    /** It was taken over, or something later was. */
    drop: (kind: string, uid: string, field: string, stamp: Timestamp): void => {
      if (rows === 0) return;
      db.run(sql`DELETE FROM shared_aside WHERE account_id = ${accountId} AND kind = ${kind} AND uid = ${uid}
        AND field = ${field} AND stamp <= ${stamp}`);
    },
    /** Things to try again; `due`: those alone that were dated ahead of what is the latest time by now (ms). */
    things: (due?: number): readonly RecordChange[] => {
      if (rows === 0) return [];
      const latest = due?.toString(16).padStart(12, '0');
      return toRecordChanges(
        read(latest === undefined ? sql`kind <> ''` : sql`reason = 'ahead' AND stamp < ${latest}`),
      );
    },
    /** Whole changes, as they were opened. */
    changes: (): readonly unknown[] =>
      rows === 0 ? [] : read(sql`kind = ${CHANGE}`).map(({ value }) => JSON.parse(value) as unknown),
    dropChanges: (): void => {
      db.run(sql`DELETE FROM shared_aside WHERE account_id = ${accountId} AND kind = ${CHANGE} AND value <> ''`);
    },
    /** How much there is of each computer. */
    sums: (): readonly AsideSum[] => {
      if (rows === 0) return [];
      const all = db.all<{
        reason: AsideReason;
        stamp: Timestamp;
        count: number;
      }>(sql`SELECT reason, stamp, count(*) AS count
        FROM shared_aside WHERE account_id = ${accountId} AND reason <> 'waits' GROUP BY reason, substr(stamp, 17)
        ORDER BY count DESC LIMIT ${MOST_SUMS}`);
      return all.map(({ reason, stamp, count }) => ({ reason, mark: computerMarkOf(stamp), count }));
    },
    /** Whether a colleague may have told within a day what is paid for, and it cannot be read here. */
    hidesMoney: (): boolean => {
      if (rows === 0) return false;
      const known = db.values<string>(sql`SELECT DISTINCT kind FROM shared_aside
        WHERE account_id = ${accountId} AND at > ${now() - DAY_MS} AND (reason = 'unknown' OR kind IN (
          SELECT value FROM json_each(${JSON.stringify(ABOUT_MONEY)})))`);
      return known.length > 0;
    },
  };
};
