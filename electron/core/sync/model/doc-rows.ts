import { createHash } from 'node:crypto';
import { IN_TRASH, REMOVED, WRITTEN_AGAIN } from '#core/catalogue/trash/removal-states.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { ofRow, type SqlValue } from '#core/platform/sqlite/sql.ts';
import { COMPUTER, columnsOf, type DocKind, type Field, isRowField, type RowField } from './doc-kind.ts';

/**
 * The value of a field, as published: columns in their order, rows of child tables, or whether one item of a set
 * exists.
 */
export type FieldValue = SqlValue | readonly FieldValue[];

/** Translates between the local ids of shared records and their common names. */
export interface Names {
  /** Returns `null` if the record does not exist or is not shared. */
  uid(kind: string, localId: number): string | null;
  localId(kind: string, uid: string): number | null;
}

export interface FoundRow {
  readonly isRemoved: boolean;
  readonly isReady: boolean;
  readonly writtenAt: number;
}

const NONE: readonly FieldValue[] = [];
/** Published in place of a computer's mark: nobody, and a computer whose desk was restored from a copy since. */
const NO_COMPUTER = '';
const BEFORE_COPY = '-';
type ComputerField = Extract<Field, { is: 'computer' }>;

const listOf = (value: FieldValue | undefined): readonly FieldValue[] =>
  Array.isArray(value) ? (value as readonly FieldValue[]) : NONE;
const itemAt = (value: FieldValue, at: number): FieldValue | undefined => listOf(value)[at];

const toPublished = (kind: DocKind, column: string, value: SqlValue): FieldValue =>
  value instanceof Uint8Array ? (kind.bytes?.[column]?.encode(value) ?? null) : value;
/** Converts a published value to a stored one. Throws if the column cannot hold it. */
const toStored = (kind: DocKind, column: string, value: FieldValue): SqlValue => {
  if (Array.isArray(value)) throw new TypeError(`${kind.name}.${column} is a list.`);
  const bytes = kind.bytes?.[column];
  return bytes === undefined || typeof value !== 'string' ? (value as SqlValue) : bytes.decode(value);
};

/** Returns whether the value is empty: '', 0, null or no rows. */
export const isEmptyValue = (value: FieldValue): boolean =>
  Array.isArray(value) ? value.every(isEmptyValue) : value === '' || value === 0 || value === null;

/** Reads and writes the rows of shared records as their kinds declare. */
export const createDocRows = (db: Database, accountId: string, names: Names, mark: string) => {
  const refOut = (kind: DocKind, column: string, value: SqlValue): FieldValue => {
    const ref = kind.refs[column];
    if (ref === COMPUTER) return value ?? mark;
    return ref === undefined || typeof value !== 'number' ? toPublished(kind, column, value) : names.uid(ref, value);
  };
  const refIn = (kind: DocKind, column: string, value: FieldValue): SqlValue => {
    const ref = kind.refs[column];
    if (ref === COMPUTER && value === mark) return null;
    return ref === undefined || ref === COMPUTER || typeof value !== 'string'
      ? toStored(kind, column, value)
      : names.localId(ref, value);
  };

  /** Returns `null` if the account has no such row. */
  const find = (kind: DocKind, localId: number): FoundRow | null => {
    const row = db.get<{ removed: number; at: number; ready: number }>(
      `SELECT ${kind.removed ?? '0'} AS removed, ${kind.writtenAt} AS at, ${kind.isReady ?? '1'} AS ready
       FROM ${kind.table} WHERE ${kind.id} = ? AND account_id = ?`,
      localId,
      accountId,
    );
    return row === undefined ? null : { isRemoved: row.removed !== 0, isReady: row.ready !== 0, writtenAt: row.at };
  };

  const readColumns = (kind: DocKind, columns: readonly string[], localId: number): readonly FieldValue[] => {
    const published = columns.map((column, index) => `${kind.publishedAs?.[column] ?? column} AS c${index}`);
    const row = db.get<Record<string, SqlValue>>(
      `SELECT ${published.join(', ')} FROM ${kind.table} WHERE ${kind.id} = ?`,
      localId,
    );
    return columns.map((column, index) => refOut(kind, column, row?.[`c${index}`] ?? null));
  };

  const readComputer = (
    kind: DocKind,
    { here, other, beforeCopy }: ComputerField,
    localId: number,
  ): readonly FieldValue[] => {
    const row = db.get<{ here: number; other: string | null; beforeCopy: number }>(
      `SELECT ${here} AS here, ${other} AS other, ${beforeCopy} AS beforeCopy FROM ${kind.table} WHERE ${kind.id} = ?`,
      localId,
    );
    if (row?.here === 1) return [mark];
    return [row?.beforeCopy === 1 ? BEFORE_COPY : (row?.other ?? NO_COMPUTER)];
  };
  const computerIn = (published: FieldValue): readonly SqlValue[] => {
    if (published === mark) return [1, null, 0];
    if (published === BEFORE_COPY) return [0, null, 1];
    return [0, typeof published === 'string' && published !== NO_COMPUTER ? published : null, 0];
  };
  /** Returns the values for the columns of a field, in the order of `columnsOf`. */
  const storedIn = (kind: DocKind, field: RowField, published: readonly FieldValue[]): readonly SqlValue[] =>
    field.is === 'computer'
      ? computerIn(published[0] ?? null)
      : field.columns.map((column, index) => refIn(kind, column, published[index] ?? null));

  const readField = (kind: DocKind, field: Field, localId: number): FieldValue => {
    if (field.is === 'columns') return readColumns(kind, field.columns, localId);
    if (field.is === 'computer') return readComputer(kind, field, localId);
    if (field.is === 'tables') {
      return field.tables.map(({ table, of, columns }) =>
        db
          .all<Record<string, SqlValue>>(
            `SELECT ${columns.join(', ')} FROM ${table} WHERE ${of} = ? ORDER BY ${columns.join(', ')}`,
            localId,
          )
          .map((row) => columns.map((column) => refOut(kind, column, row[column] ?? null))),
      );
    }
    return NONE;
  };

  /** Writes to the row of a record, or to the rows that belong to it. */
  const writeRow = (kind: DocKind, localId: number, text: string, ...values: readonly SqlValue[]): void => {
    db.run(ofRow(kind.table, localId, { text, values }));
  };

  const writeTables = (kind: DocKind, field: Extract<Field, { is: 'tables' }>, localId: number, value: FieldValue) => {
    const published = value as readonly (readonly (readonly FieldValue[])[])[];
    for (const [index, { table, of, columns }] of field.tables.entries()) {
      writeRow(kind, localId, `DELETE FROM ${table} WHERE ${of} = ?`, localId);
      for (const row of published[index] ?? NONE) {
        const values = columns.map((column, at) => refIn(kind, column, (row as readonly FieldValue[])[at] ?? null));
        // This row names a record that is not here. A computer that restores the record publishes the list again.
        if (columns.some((column, at) => kind.refs[column] !== undefined && values[at] === null)) continue;
        writeRow(
          kind,
          localId,
          `INSERT INTO ${table} (${of}, ${columns.join(', ')}) VALUES (?${', ?'.repeat(columns.length)})`,
          localId,
          ...values,
        );
      }
    }
  };

  const fieldOf = (kind: DocKind, name: string): readonly [Field | undefined, string] => {
    const slash = name.indexOf('/');
    return slash < 0 ? [kind.fields[name], ''] : [kind.fields[name.slice(0, slash)], name.slice(slash + 1)];
  };

  return {
    find,
    /** Returns the row that this row is a part of; `null` if this row is gone or no part. */
    wholeOf: (kind: DocKind, localId: number): number | null => {
      if (kind.partOf === undefined) return null;
      const sql = `SELECT ${kind.partOf} AS whole FROM ${kind.table} WHERE ${kind.id} = ?`;
      return db.get<{ whole: number | null }>(sql, localId)?.whole ?? null;
    },
    /** Computes the common name of a row. `ordinal` distinguishes several records with the same key. */
    uidOf: (kind: DocKind, localId: number, ordinal: number): string => {
      const key = readColumns(kind, kind.key, localId);
      return createHash('sha256')
        .update(JSON.stringify(ordinal === 0 ? [kind.name, key] : [kind.name, key, ordinal]))
        .digest('base64url')
        .slice(0, 22);
    },
    /** Returns the names of all fields that a row has now, with each item of a set as a field. */
    fieldNames: (kind: DocKind, localId: number): readonly string[] =>
      Object.entries(kind.fields).flatMap(([name, field]) =>
        field.is !== 'set'
          ? [name]
          : db
              .all<{ item: SqlValue }>(
                `SELECT ${field.column} AS item FROM ${field.table} WHERE ${field.of} = ?`,
                localId,
              )
              .map(({ item }) => `${name}/${String(item)}`),
      ),
    /**
     * Returns when a field was written, in ms since the epoch; `null` for most fields, which are as old as their row.
     */
    writtenAt: (kind: DocKind, name: string, localId: number): number | null => {
      const [field] = fieldOf(kind, name);
      if (field?.is !== 'columns' || field.writtenAt === undefined) return null;
      return db.value<number>(`SELECT ${field.writtenAt} FROM ${kind.table} WHERE ${kind.id} = ?`, localId);
    },
    /**
     * Returns when a reading was requested, in ms since the epoch by this computer's clock; `null` if that is not
     * known.
     */
    readAt: (kind: DocKind, name: string, localId: number): number | null => {
      const [field] = fieldOf(kind, name);
      if (field?.is !== 'tables' || field.readAt === undefined) return null;
      return db.value<number>(`SELECT ${field.readAt} FROM ${kind.table} WHERE ${kind.id} = ?`, localId);
    },
    read: (kind: DocKind, name: string, localId: number): FieldValue => {
      const [field, item] = fieldOf(kind, name);
      if (field === undefined) return null;
      if (field.is !== 'set') return readField(kind, field, localId);
      const sql = `SELECT 1 FROM ${field.table} WHERE ${field.of} = ? AND ${field.column} = ?`;
      return db.get(sql, localId, item) === undefined ? 0 : 1;
    },
    /** Returns the kind and the name of each record that the published values name and that is not here. */
    namedBy: (kind: DocKind, values: ReadonlyMap<string, FieldValue>): readonly (readonly [string, string])[] =>
      [...values].flatMap(([name, value]) => {
        const [field] = fieldOf(kind, name);
        const isOf = (column: string, published: FieldValue | undefined): readonly (readonly [string, string])[] => {
          const ref = kind.refs[column];
          if (ref === undefined || ref === COMPUTER || typeof published !== 'string') return [];
          return names.localId(ref, published) === null ? [[ref, published]] : [];
        };
        if (field?.is === 'columns') return field.columns.flatMap((column, at) => isOf(column, itemAt(value, at)));
        if (field?.is !== 'tables') return [];
        return field.tables.flatMap(({ columns }, table) =>
          listOf(itemAt(value, table)).flatMap((row) => columns.flatMap((column, at) => isOf(column, itemAt(row, at)))),
        );
      }),
    /** Returns whether the published values name an owner that is not here. */
    isOrphan: (kind: DocKind, values: ReadonlyMap<string, FieldValue>): boolean =>
      Object.entries(kind.fields).some(
        ([name, field]) =>
          field.is === 'columns' &&
          field.columns.some((column, index) => {
            const published = (values.get(name) as readonly FieldValue[] | undefined)?.[index] ?? null;
            return (
              kind.owners?.includes(column) === true && published !== null && refIn(kind, column, published) === null
            );
          }),
      ),
    /** Returns whether the published value names another record that is not here. */
    namesNobody: (kind: DocKind, name: string, value: FieldValue): boolean => {
      const [field] = fieldOf(kind, name);
      if (field?.is !== 'columns') return false;
      return field.columns.some((column, index) => {
        const published = (value as readonly FieldValue[])[index] ?? null;
        const ref = kind.refs[column];
        return ref !== undefined && ref !== COMPUTER && published !== null && refIn(kind, column, published) === null;
      });
    },
    isOutlived: (kind: DocKind, localId: number | null): boolean =>
      localId !== null && kind.outlives?.(db, localId) === true,
    /** Inserts a row with all published columns. Throws the error of SQLite if one is missing. */
    insert: (kind: DocKind, values: ReadonlyMap<string, FieldValue>): number => {
      const columns: string[] = ['account_id'];
      const stored: SqlValue[] = [accountId];
      for (const [name, field] of Object.entries(kind.fields)) {
        const value = values.get(name);
        if (!isRowField(field) || value === undefined) continue;
        columns.push(...columnsOf(field));
        stored.push(...storedIn(kind, field, value as readonly FieldValue[]));
      }
      for (const [column, blank] of Object.entries(kind.blank ?? {})) {
        if (columns.includes(column)) continue;
        columns.push(column);
        stored.push(blank);
      }
      return db.run(
        `INSERT INTO ${kind.table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
        ...stored,
      ).lastId;
    },
    /** Returns whether a row that was just inserted already has this value. */
    isInserted: (kind: DocKind, name: string, value: FieldValue): boolean => {
      const [field] = fieldOf(kind, name);
      if (field?.is === 'set') return value === 0;
      return (
        field?.is !== 'tables' || (value as readonly FieldValue[]).every((of) => Array.isArray(of) && of.length === 0)
      );
    },
    write: (kind: DocKind, name: string, localId: number, value: FieldValue): void => {
      const [field, item] = fieldOf(kind, name);
      if (field === undefined) return;
      if (isRowField(field)) {
        const stored = storedIn(kind, field, value as readonly FieldValue[]);
        const set = columnsOf(field)
          .map((column) => `${column} = ?`)
          .join(', ');
        writeRow(kind, localId, `UPDATE ${kind.table} SET ${set} WHERE ${kind.id} = ?`, ...stored, localId);
      } else if (field.is === 'tables') writeTables(kind, field, localId, value);
      else if (value === 0)
        writeRow(
          kind,
          localId,
          `DELETE FROM ${field.table} WHERE ${field.of} = ? AND ${field.column} = ?`,
          localId,
          item,
        );
      else {
        writeRow(
          kind,
          localId,
          `INSERT INTO ${field.table} (${field.of}, ${field.column}, account_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`,
          localId,
          item,
          accountId,
        );
      }
    },
    emptySets: (kind: DocKind, localId: number): void => {
      for (const field of Object.values(kind.fields)) {
        if (field.is === 'set') writeRow(kind, localId, `DELETE FROM ${field.table} WHERE ${field.of} = ?`, localId);
      }
    },
    /** Removes a row at the time `at`, in ms since the epoch. Deletes it if its kind cannot be restored. */
    takeAway: (kind: DocKind, localId: number, at: number): void => {
      const { table, id, removed, removedAt } = kind;
      if (removed === undefined) {
        writeRow(kind, localId, `DELETE FROM ${table} WHERE ${id} = ?`, localId);
        return;
      }
      writeRow(
        kind,
        localId,
        `UPDATE ${table} SET ${removed} = CASE WHEN ${removed} = 0 THEN ${IN_TRASH}
           WHEN ${removed} < 0 THEN ${WRITTEN_AGAIN} ELSE ${removed} END WHERE ${id} = ?`,
        localId,
      );
      if (removedAt === undefined) return;
      writeRow(
        kind,
        localId,
        `UPDATE ${table} SET ${removedAt} = ? WHERE ${id} = ? AND ${removedAt} IS NULL`,
        at,
        localId,
      );
    },
    bringBack: (kind: DocKind, localId: number): void => {
      const { table, id, removed, removedAt, removal } = kind;
      if (removed === undefined) return;
      // A later removal on another computer is not taken back with an earlier one on this computer.
      const forgotten = [removal, removedAt].flatMap((column) => (column === undefined ? [] : [`, ${column} = NULL`]));
      writeRow(kind, localId, `UPDATE ${table} SET ${removed} = 0${forgotten.join('')} WHERE ${id} = ?`, localId);
    },
  };
};

export type DocRows = ReturnType<typeof createDocRows>;

export const isTyped = (kind: DocKind, name: string): boolean => {
  const field = kind.fields[name];
  return field?.is === 'columns' && field.isTyped === true;
};

/**
 * Returns the field of a published name. The published name of an item of a set is `set/item`, and its field is the
 * set.
 */
export const fieldName = (published: string): string => published.split('/', 1)[0] ?? '';

/** Returns whether a later change to this field restores a record that was removed before it. */
export const wakes = (kind: DocKind, name: string): boolean => {
  const field = kind.fields[fieldName(name)];
  if (name === REMOVED || field === undefined) return false;
  return field.is === 'set' || field.is === 'computer' || field.isReading !== true;
};
