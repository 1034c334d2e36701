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

/** Updates the records that refer to another one when that one is removed, renamed or restored. */
export const createReferences = (db: Database, { accountId, kinds, timestamps, outbox }: ReferencesDeps) => {
  /**
   * Yields the columns and the lists of other records that refer to records of this kind. `of` is the column with the
   * id of the referring record.
   */
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
  /**
   * Marks the records that refer to this row as changed, so that they are published once more: other computers know the
   * row by another name now, or have dropped the reference.
   */
  const republishReferences = (kind: DocKind, localId: number): void => {
    for (const { other, name, table, of, column } of references(kind)) {
      db.run(sql`INSERT INTO shared_changed_fields (account_id, kind, local_id, field)
        SELECT account_id, ${other.name}, ${plain(other.id)}, ${name} FROM ${plain(other.table)}
        WHERE account_id = ${accountId}
          AND ${plain(other.id)} IN (SELECT ${plain(of)} FROM ${plain(table)} WHERE ${plain(column)} = ${localId})
        ON CONFLICT DO NOTHING`);
    }
  };
  /**
   * Publishes the rest of a record and the records that refer to it. The computer that removed it did not know of these
   * references.
   */
  const publishRemains = (kind: DocKind, { uid }: Doc, localId: number): void => {
    outbox.add(kind, uid, ALL_FIELDS, timestamps.next(), null);
    for (const { other, column, isList } of references(kind))
      if (!isList) outbox.addReferencing(other, column, localId);
  };
  /**
   * Takes a restored record off all lists. The computer that restored it publishes the lists that it is on; it is on no
   * others.
   */
  const leaveLists = (kind: DocKind, localId: number): void => {
    for (const { table, column, isList } of references(kind))
      if (isList) db.run(sql`DELETE FROM ${plain(table)} WHERE ${plain(column)} = ${localId}`);
  };

  return { republishReferences, publishRemains, leaveLists };
};
