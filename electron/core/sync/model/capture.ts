import { REMOVED } from '#core/catalogue/trash/removal-states.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { columnsOf, type DocKind, type Field, isRowField } from './doc-kind.ts';

/**
 * Records every change to the tables of shared records, whatever causes it, in the same transaction. The triggers are
 * temporary and no part of the database file. They exist from the opening of the file on, even while there is no key or
 * no connection to the store.
 */

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

interface Trigger {
  readonly on: string;
  readonly when: string;
  /** An SQL expression for the id of the changed row. */
  readonly row: string;
  readonly changed: Changed;
}

/** A write changes a field, whose name is an SQL expression, or the whole row. */
type Changed = { readonly is: 'field'; readonly name: string } | { readonly is: 'record' };
const fieldNamed = (name: string): Changed => ({ is: 'field', name });

const differs = (columns: readonly string[]): string =>
  `(${columns.map((column) => `old.${column} IS NOT new.${column}`).join(' OR ')})`;

/**
 * Returns the condition that the records named by these columns still exist. A row that is deleted together with such a
 * record is not a change of the list.
 */
const stillNamed = (kinds: readonly DocKind[], { refs }: DocKind, columns: readonly string[]): string =>
  columns
    .map((column) => ({ column, named: kinds.find(({ name }) => name === refs[column]) }))
    .map(({ column, named }) =>
      named === undefined ? '' : ` AND EXISTS (SELECT 1 FROM ${named.table} WHERE ${named.id} = old.${column})`,
    )
    .join('');

/**
 * Returns the triggers of a child table or a set: a change to one of its rows is a change to the record it belongs to.
 */
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
    changed: fieldNamed(field(row)),
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
  if (isRowField(field)) {
    const columns = columnsOf(field);
    const when = `${isOfAccount('new.account_id')} AND ${differs(columns)}`;
    return [
      {
        on: `UPDATE OF ${columns.join(', ')} ON ${kind.table}`,
        when,
        row: `new.${kind.id}`,
        changed: fieldNamed(quoted(name)),
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
    changed: { is: 'record' },
  },
  ...(kind.stays === true
    ? []
    : [
        {
          on: `DELETE ON ${kind.table}`,
          when: isOfAccount('old.account_id'),
          row: `old.${kind.id}`,
          changed: fieldNamed(quoted(REMOVED)),
        },
      ]),
  ...(kind.removed === undefined
    ? []
    : [
        {
          on: `UPDATE OF ${kind.removed} ON ${kind.table}`,
          when: `${isOfAccount('new.account_id')} AND (old.${kind.removed} <> 0) <> (new.${kind.removed} <> 0)`,
          row: `new.${kind.id}`,
          changed: fieldNamed(quoted(REMOVED)),
        },
      ]),
  // A part never changes its content, even when it is stored in another way.
  ...(kind.partOf === undefined
    ? Object.entries(kind.fields).flatMap((entry) => fieldTriggers(kind, entry, isOfAccount, kinds))
    : []),
];

const nameOf = (accountId: string, index: number): string => `"shared_${accountId.replaceAll('"', '')}_${index}"`;

const allTriggers = (accountId: string, kinds: readonly DocKind[]) => {
  const isOfAccount = (expression: string): string => `${expression} = ${quoted(accountId)}`;
  return kinds.flatMap((kind) => triggersOf(kind, isOfAccount, kinds).map((trigger) => ({ kind, trigger })));
};

/** Begins to record the changes of an account whose desk is shared. */
export const captureChanges = (db: Database, accountId: string, kinds: readonly DocKind[]): void => {
  const account = quoted(accountId);
  // The table contains a row while writes are not to be recorded.
  db.exec('CREATE TEMP TABLE IF NOT EXISTS shared_quiet (is_on INTEGER NOT NULL)');
  for (const [index, { kind, trigger }] of allTriggers(accountId, kinds).entries()) {
    const row = `${account}, ${quoted(kind.name)}, ${trigger.row}`;
    const { changed } = trigger;
    const note =
      changed.is === 'record'
        ? `INSERT INTO shared_changed_records (account_id, kind, local_id, is_initial) VALUES (${row}, 0)`
        : `INSERT INTO shared_changed_fields (account_id, kind, local_id, field) VALUES (${row}, ${changed.name})`;
    db.exec(`CREATE TEMP TRIGGER ${nameOf(accountId, index)} AFTER ${trigger.on}
      WHEN ${trigger.when} AND NOT EXISTS (SELECT 1 FROM shared_quiet) BEGIN ${note} ON CONFLICT DO NOTHING; END`);
  }
};

/** Stops recording the changes of an account whose desk is no longer shared. Joins the open transaction. */
export const endCapture = (db: Database, accountId: string, kinds: readonly DocKind[]): void => {
  for (const index of allTriggers(accountId, kinds).keys())
    db.exec(`DROP TRIGGER IF EXISTS temp.${nameOf(accountId, index)}`);
};

/** Runs `work` without recording its writes, for example because another computer made these changes. */
export const withoutCapture = <T>(db: Database, work: () => T): T =>
  db.transaction(() => {
    db.run('INSERT INTO shared_quiet (is_on) VALUES (1)');
    try {
      return work();
    } finally {
      db.run('DELETE FROM shared_quiet');
    }
  });
