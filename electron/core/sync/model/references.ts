import type { Database } from '#core/platform/sqlite/database.ts';
import { plain, sql } from '#core/platform/sqlite/sql.ts';
import { ALL_FIELDS } from './capture.ts';
import type { DocKind } from './doc-kind.ts';
import type { Doc } from './doc-names.ts';
import type { Outbox } from './outbox.ts';
import type { Timestamps } from './timestamps.ts';

interface ReferencesDeps {
  readonly accountId: string;
  readonly kinds: readonly DocKind[];
  readonly timestamps: Timestamps;
  readonly outbox: Pick<Outbox, 'add' | 'addReferencing'>;
}

export type References = ReturnType<typeof createReferences>;

/** What becomes of the things that name another one when that is removed, renamed or brought back. */
export const createReferences = (db: Database, { accountId, kinds, timestamps, outbox }: ReferencesDeps) => {
  /** Where it is named: the columns of other things, and their lists (`of`: whose). */
  const references = function* (kind: DocKind) {
    for (const other of kinds) {
      for (const [column, ref] of Object.entries(other.refs)) {
        if (ref !== kind.name) continue;
        for (const [name, field] of Object.entries(other.fields)) {
          if (field.is === 'columns' && field.columns.includes(column))
            yield { other, name, table: other.table, of: other.id, column, isList: false };
          if (field.is !== 'tables') continue;
          for (const { table, of, columns } of field.tables)
            if (columns.includes(column)) yield { other, name, table, of, column, isList: true };
        }
      }
    }
  };
  /** What names it has to be told anew: others know it by another name now, or have let go of it. */
  const republishReferences = (kind: DocKind, localId: number): void => {
    for (const { other, name, table, of, column } of references(kind)) {
      db.run(sql`INSERT INTO shared_dirty (account_id, kind, local_id, field)
        SELECT account_id, ${other.name}, ${plain(other.id)}, ${name} FROM ${plain(other.table)}
        WHERE account_id = ${accountId}
          AND ${plain(other.id)} IN (SELECT ${plain(of)} FROM ${plain(table)} WHERE ${plain(column)} = ${localId})
        ON CONFLICT DO NOTHING`);
    }
  };
  /** Removed where nobody knew that the books name it: all that is left of it is told, with what names it. */
  const publishRemains = (kind: DocKind, { uid }: Doc, localId: number): void => {
    outbox.add(kind, uid, ALL_FIELDS, timestamps.next(), null);
    for (const { other, column, isList } of references(kind))
      if (!isList) outbox.addReferencing(other, column, localId);
  };
  /** It is back, and whoever has brought it tells the lists it is in: it is in no other. */
  const leaveLists = (kind: DocKind, localId: number): void => {
    for (const { table, column, isList } of references(kind))
      if (isList) db.run(sql`DELETE FROM ${plain(table)} WHERE ${plain(column)} = ${localId}`);
  };

  return { republishReferences, publishRemains, leaveLists };
};
