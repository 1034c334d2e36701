import { REMOVED } from '#core/catalogue/trash/removed-groups.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { DocKind, Field } from './doc-kind.ts';

/**
 * Notes what is changed in the tables of shared things, however it is changed and in the same transaction. The triggers
 * are temporary: they are there from the opening of the file on, also while there is no key or no way to the database, and
 * no part of the file.
 */

/** All fields of a row that is new. */
export const ALL_FIELDS = '*';

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

interface Trigger {
  readonly on: string;
  readonly when: string;
  /** Expressions. */
  readonly row: string;
  readonly field: string;
}

const differs = (columns: readonly string[]): string =>
  `(${columns.map((column) => `old.${column} IS NOT new.${column}`).join(' OR ')})`;

/** That things which these columns name are still there: what goes with one of them is nobody's change of the list. */
const stillNamed = (kinds: readonly DocKind[], { refs }: DocKind, columns: readonly string[]): string =>
  columns
    .map((column) => ({ column, named: kinds.find(({ name }) => name === refs[column]) }))
    .map(({ column, named }) =>
      named === undefined ? '' : ` AND EXISTS (SELECT 1 FROM ${named.table} WHERE ${named.id} = old.${column})`,
    )
    .join('');

/** Columns of child tables and sets: whatever happens to a row happens to the thing it belongs to. */
const childTriggers = (
  kind: DocKind,
  { table, of, columns }: { readonly table: string; readonly of: string; readonly columns: readonly string[] },
  field: (row: 'old' | 'new') => string,
  isOfAccount: (row: string) => string,
  kinds: readonly DocKind[] = [],
): readonly Trigger[] => {
  const owned = (row: 'old' | 'new') =>
    isOfAccount(`(SELECT account_id FROM ${kind.table} WHERE ${kind.id} = ${row}.${of})`);
  const one = (on: string, row: 'old' | 'new', also = ''): Trigger => ({
    on: `${on} ON ${table}`,
    when: `${owned(row)}${also}`,
    row: `${row}.${of}`,
    field: field(row),
  });
  return [
    one('INSERT', 'new'),
    one('DELETE', 'old', stillNamed(kinds, kind, columns)),
    one(`UPDATE OF ${columns.join(', ')}`, 'new', ` AND ${differs(columns)}`),
  ];
};

const fieldTriggers = (
  kind: DocKind,
  [name, field]: readonly [string, Field],
  isOfAccount: (row: string) => string,
  kinds: readonly DocKind[],
): readonly Trigger[] => {
  if (field.is === 'columns') {
    const when = `${isOfAccount('new.account_id')} AND ${differs(field.columns)}`;
    return [
      {
        on: `UPDATE OF ${field.columns.join(', ')} ON ${kind.table}`,
        when,
        row: `new.${kind.id}`,
        field: quoted(name),
      },
    ];
  }
  if (field.is === 'tables') {
    return field.tables.flatMap((child) => childTriggers(kind, child, () => quoted(name), isOfAccount, kinds));
  }
  const { column } = field;
  return childTriggers(
    kind,
    { ...field, columns: [column] },
    (row) => `${quoted(`${name}/`)} || ${row}.${column}`,
    isOfAccount,
  );
};

const triggersOf = (
  kind: DocKind,
  isOfAccount: (row: string) => string,
  kinds: readonly DocKind[],
): readonly Trigger[] => [
  {
    on: `INSERT ON ${kind.table}`,
    when: isOfAccount('new.account_id'),
    row: `new.${kind.id}`,
    field: quoted(ALL_FIELDS),
  },
  ...(kind.stays === true
    ? []
    : [
        {
          on: `DELETE ON ${kind.table}`,
          when: isOfAccount('old.account_id'),
          row: `old.${kind.id}`,
          field: quoted(REMOVED),
        },
      ]),
  ...(kind.removed === undefined
    ? []
    : [
        {
          on: `UPDATE OF ${kind.removed} ON ${kind.table}`,
          when: `${isOfAccount('new.account_id')} AND (old.${kind.removed} <> 0) <> (new.${kind.removed} <> 0)`,
          row: `new.${kind.id}`,
          field: quoted(REMOVED),
        },
      ]),
  // However parts are stored, they stay what they are.
  ...(kind.partOf === undefined
    ? Object.entries(kind.fields).flatMap((entry) => fieldTriggers(kind, entry, isOfAccount, kinds))
    : []),
];

const nameOf = (accountId: string, index: number): string => `"shared_${accountId.replaceAll('"', '')}_${index}"`;

const allTriggers = (accountId: string, kinds: readonly DocKind[]) => {
  const isOfAccount = (expression: string): string => `${expression} = ${quoted(accountId)}`;
  return kinds.flatMap((kind) => triggersOf(kind, isOfAccount, kinds).map((trigger) => ({ kind, trigger })));
};

/** Begins to note the changes of an account whose desk is shared. */
export const captureChanges = (db: Database, accountId: string, kinds: readonly DocKind[]): void => {
  const account = quoted(accountId);
  // Has a row while what is written is not to be noted.
  db.exec('CREATE TEMP TABLE IF NOT EXISTS shared_quiet (is_on INTEGER NOT NULL)');
  for (const [index, { kind, trigger }] of allTriggers(accountId, kinds).entries()) {
    db.exec(`CREATE TEMP TRIGGER ${nameOf(accountId, index)} AFTER ${trigger.on}
      WHEN ${trigger.when} AND NOT EXISTS (SELECT 1 FROM shared_quiet) BEGIN
        INSERT INTO shared_dirty (account_id, kind, local_id, field)
        VALUES (${account}, ${quoted(kind.name)}, ${trigger.row}, ${trigger.field}) ON CONFLICT DO NOTHING;
      END`);
  }
};

/** It is shared no more. Joins the transaction that is open. */
export const endCapture = (db: Database, accountId: string, kinds: readonly DocKind[]): void => {
  for (const index of allTriggers(accountId, kinds).keys())
    db.exec(`DROP TRIGGER IF EXISTS temp.${nameOf(accountId, index)}`);
};

/** What is written by `work` is somebody else's change, and is not noted. */
export const withoutCapture = <T>(db: Database, work: () => T): T =>
  db.transaction(() => {
    db.run('INSERT INTO shared_quiet (is_on) VALUES (1)');
    try {
      return work();
    } finally {
      db.run('DELETE FROM shared_quiet');
    }
  });
