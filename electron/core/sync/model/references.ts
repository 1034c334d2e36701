import type { Database } from '#core/platform/sqlite/database.ts';
import { plain, sql } from '#core/platform/sqlite/sql.ts';
import type { DocKind } from './doc-kind.ts';
import type { Doc } from './doc-names.ts';
import type { Outbox } from './outbox.ts';
import type { Timestamps } from './timestamps.ts';

interface ReferencesContext {
  readonly db: Database;
  readonly accountId: string;
  readonly kinds: readonly DocKind[];
}

/**
 * Yields the columns and the lists of other records that refer to records of this kind. `of` is the column with the id of
 * the referring record.
 */
const referencesTo = function* (kinds: readonly DocKind[], kind: DocKind) {
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
 * Marks the records that refer to this row as changed, so that they are published once more: other computers know the row
 * by another name now, or have dropped the reference.
 */
export const republishReferences = (
  { db, accountId, kinds }: ReferencesContext,
  kind: DocKind,
  localId: number,
): void => {
  for (const { other, name, table, of, column } of referencesTo(kinds, kind)) {
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
export const publishRemains = (
  { kinds, timestamps, outbox }: PublishContext,
  kind: DocKind,
  { uid }: Doc,
  localId: number,
): void => {
  outbox.addWhole(kind, uid, timestamps.next());
  for (const { other, column, isList } of referencesTo(kinds, kind))
    if (!isList) outbox.addReferencing(other, column, localId);
};

interface PublishContext extends Pick<ReferencesContext, 'kinds'> {
  readonly timestamps: Timestamps;
  readonly outbox: Pick<Outbox, 'addWhole' | 'addReferencing'>;
}

/**
 * Takes a restored record off all lists. The computer that restored it publishes the lists that it is on; it is on no
 * others.
 */
export const leaveLists = (
  { db, kinds }: Pick<ReferencesContext, 'db' | 'kinds'>,
  kind: DocKind,
  localId: number,
): void => {
  for (const { table, column, isList } of referencesTo(kinds, kind))
    if (isList) db.run(sql`DELETE FROM ${plain(table)} WHERE ${plain(column)} = ${localId}`);
};
