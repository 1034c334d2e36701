import type { Database } from '#core/platform/sqlite/database.ts';
import { json, plain, type Sql, sql } from '#core/platform/sqlite/sql.ts';
import type { DocKind } from './doc-kind.ts';
import { createDocRows, type Names } from './doc-rows.ts';
import type { FieldTimes } from './field-times.ts';

/** A shared record, as this desk knows it. */
export interface Doc extends FieldTimes {
  readonly uid: string;
  localId: number | null;
}

type Row = Omit<Doc, 'tombstones'> & { readonly tombstones: readonly string[] | null };
const toDoc = ({ tombstones, ...row }: Row): Doc => ({ ...row, tombstones: tombstones ?? [] });

interface DocNamesDeps {
  readonly accountId: string;
  readonly kinds: readonly DocKind[];
  /** The mark of this computer. */
  readonly mark: string;
  /** Names are computed but not stored, because the database must not change. */
  readonly isFrozen?: true;
}

/**
 * Finds the shared record of a row of this desk and the row of a shared record, and gives access to the rows
 * themselves.
 */
export const createDocNames = (db: Database, { accountId, kinds, mark, isFrozen }: DocNamesDeps) => {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));

  const docs = (kind: DocKind): Sql => sql`SELECT uid, local_id, timestamps AS "timestamps:json",
    tombstones AS "tombstones:json" FROM shared_docs WHERE account_id = ${accountId} AND kind = ${kind.name}`;
  const oneDoc = (kind: DocKind, where: Sql): Doc | null => {
    const row = db.get<Row>(sql`${docs(kind)} AND ${where}`);
    return row === undefined ? null : toDoc(row);
  };
  const docOfRow = (kind: DocKind, localId: number): Doc | null => oneDoc(kind, sql`local_id = ${localId}`);
  const docOf = (kind: DocKind, uid: string): Doc | null => oneDoc(kind, sql`uid = ${uid}`);
  const docsAfter = (kind: DocKind, uid: string, limit: number): readonly Doc[] =>
    db.all<Row>(sql`${docs(kind)} AND uid > ${uid} ORDER BY uid LIMIT ${limit}`).map(toDoc);
  const keep = (kind: DocKind, { uid, localId, timestamps, tombstones }: Doc): void => {
    db.run(sql`INSERT INTO shared_docs (account_id, kind, uid, local_id, timestamps, tombstones)
      VALUES (${accountId}, ${kind.name}, ${uid}, ${localId}, ${json(timestamps)},
        ${tombstones.length === 0 ? null : json(tombstones)})
      ON CONFLICT DO UPDATE SET local_id = excluded.local_id, timestamps = excluded.timestamps,
        tombstones = excluded.tombstones`);
  };
  /** Returns the record of a row. A row gets its name when its record is first asked for. */
  const nameRow = (kind: DocKind, localId: number): Doc => {
    const known = docOfRow(kind, localId);
    if (known !== null) return known;
    const [uid, same] = nameFor(kind, localId);
    const doc: Doc =
      same === null ? { uid, localId, timestamps: {}, tombstones: [] } : { ...same, localId: same.localId ?? localId };
    keep(kind, doc);
    return doc;
  };

  /**
   * Returns the name of a row, and the record that already has this name. If that record already has another row, both
   * rows have the same key: they are the same record, and this row waits. A kind with `mayRepeat` gives the row another
   * name instead.
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

  /**
   * Returns whether the record that a row is a part of exists and is ready to be published; true if the row is not such a
   * part.
   */
  const isPartOfSomething = (kind: DocKind, localId: number): boolean => {
    const of = byName.get(kind.refs[kind.partOf ?? ''] ?? '');
    if (of === undefined) return true;
    const whole = rows.wholeOf(kind, localId);
    const found = whole === null ? null : rows.find(of, whole);
    return found?.isReady === true && !found.isRemoved;
  };
  const drop = (kind: DocKind, uid: string): void => {
    for (const table of ['shared_docs', 'shared_outbox', 'shared_outbox_records'])
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
