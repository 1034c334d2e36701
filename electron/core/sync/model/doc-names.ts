import type { Database } from '#core/platform/sqlite/database.ts';
import { plain, type Sql, sql } from '#core/platform/sqlite/sql.ts';
import type { DocKind } from './doc-kind.ts';
import { createDocRows, type Names } from './doc-rows.ts';

/** A shared thing, as this desk knows it. */
export interface Doc {
  readonly uid: string;
  localId: number | null;
  /** Of the fields that are off: not removed, or gone from a set, with a `-` before it (timestamps.ts). */
  stamps: Record<string, string>;
}

interface DocNamesDeps {
  readonly accountId: string;
  readonly kinds: readonly DocKind[];
  /** Of this computer. */
  readonly mark: string;
  /** Nothing is written: a name is worked out, and not kept. */
  readonly isFrozen?: true;
}

/** Which row of this desk is which shared thing, and the rows themselves. */
export const createDocNames = (db: Database, { accountId, kinds, mark, isFrozen }: DocNamesDeps) => {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));

  const docs = (kind: DocKind): Sql => sql`SELECT uid, local_id, stamps AS "stamps:json" FROM shared_docs
    WHERE account_id = ${accountId} AND kind = ${kind.name}`;
  const docOfRow = (kind: DocKind, localId: number): Doc | null =>
    db.get<Doc>(sql`${docs(kind)} AND local_id = ${localId}`) ?? null;
  const docOf = (kind: DocKind, uid: string): Doc | null => db.get<Doc>(sql`${docs(kind)} AND uid = ${uid}`) ?? null;
  const docsAfter = (kind: DocKind, uid: string, limit: number): readonly Doc[] =>
    db.all<Doc>(sql`${docs(kind)} AND uid > ${uid} ORDER BY uid LIMIT ${limit}`);
  const keep = (kind: DocKind, { uid, localId, stamps: known }: Doc): void => {
    db.run(sql`INSERT INTO shared_docs (account_id, kind, uid, local_id, stamps)
      VALUES (${accountId}, ${kind.name}, ${uid}, ${localId}, ${JSON.stringify(known)})
      ON CONFLICT DO UPDATE SET local_id = excluded.local_id, stamps = excluded.stamps`);
  };
  /** The thing a row is; it gets its name when it is first asked for. */
  const nameRow = (kind: DocKind, localId: number): Doc => {
    const known = docOfRow(kind, localId);
    if (known !== null) return known;
    const [uid, same] = nameFor(kind, localId);
    const doc: Doc = same === null ? { uid, localId, stamps: {} } : { ...same, localId: same.localId ?? localId };
    keep(kind, doc);
    return doc;
  };

  /**
   * Its name, and the thing that has it. One that has another row already is the same thing by its key, and this row
   * waits; unless several may be alike.
   */
  const nameFor = (kind: DocKind, localId: number): readonly [uid: string, same: Doc | null] => {
    for (let ordinal = 0; ; ordinal += 1) {
      const uid = rows.uidOf(kind, localId, ordinal);
      const same = docOf(kind, uid);
      if (kind.mayRepeat !== true || same === null || same.localId === null) return [uid, same];
    }
  };
  const isNamed = (kind: DocKind, localId: number, uid: string): boolean => {
    for (let ordinal = 0; ; ordinal += 1) {
      const its = rows.uidOf(kind, localId, ordinal);
      if (its === uid) return true;
      if (kind.mayRepeat !== true || docOf(kind, its) === null) return false;
    }
  };

  const names: Names = {
    uid: (kindName, localId) => {
      const kind = byName.get(kindName);
      if (kind === undefined || rows.find(kind, localId) === null) return null;
      return isFrozen === true
        ? (docOfRow(kind, localId) ?? { uid: nameFor(kind, localId)[0] }).uid
        : nameRow(kind, localId).uid;
    },
    localId: (kindName, uid) => {
      const kind = byName.get(kindName);
      return kind === undefined ? null : (docOf(kind, uid)?.localId ?? null);
    },
  };
  const rows = createDocRows(db, accountId, names, mark);

  /** Whether what a row is a part of is told, and there; so it is of what is no part. */
  const isPartOfSomething = (kind: DocKind, localId: number): boolean => {
    const of = byName.get(kind.refs[kind.partOf ?? ''] ?? '');
    if (of === undefined) return true;
    const whole = rows.wholeOf(kind, localId);
    const found = whole === null ? null : rows.find(of, whole);
    return found?.isReady === true && !found.isRemoved;
  };
  const drop = (kind: DocKind, uid: string): void => {
    for (const table of ['shared_docs', 'shared_unsent'])
      db.run(sql`DELETE FROM ${plain(table)} WHERE account_id = ${accountId} AND kind = ${kind.name} AND uid = ${uid}`);
  };

  return {
    rows,
    isPartOfSomething,
    drop,
    kindOf: (name: string) => byName.get(name),
    docOf,
    docOfRow,
    docsAfter,
    keep,
    nameRow,
    isNamed,
  };
};

export type DocNames = ReturnType<typeof createDocNames>;
