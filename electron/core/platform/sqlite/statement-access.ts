import { constants } from '@photostructure/sqlite';
import type { RowOf } from './sql.ts';

/**
 * Which rows and columns a statement writes and reads, as SQLite's authorizer says while it compiles the statement. Events
 * follow from what was written (`noteWrites`), and answers are kept until what they read is written (`createReadWatch`).
 */

type RowChange = 'INSERT' | 'UPDATE' | 'DELETE';

/** A table whose writes are reported, and under which name. */
export interface WatchedTable {
  readonly table: string;
  /** The name under which the writes are reported. Several tables may have the same one. */
  readonly name: string;
  /** The table whose rows the report names: this one, or one that its rows belong to. Without it, no row is named. */
  readonly names?: string | undefined;
  /** Default: all of them. */
  readonly on?: readonly RowChange[] | undefined;
  /** If given, an update is reported only if its statement sets one of these columns. */
  readonly of?: readonly string[] | undefined;
  /** If given, an update is not reported if its statement sets only columns among these. */
  readonly butNot?: readonly string[] | undefined;
}

/**
 * For each reported name the ids of the written rows, each once; `null` if they are not named: because a statement did
 * not say which row it writes (`ofRow`), because they are more than `NAMED_ROWS`, or because no rows are to be named.
 */
export type Written = ReadonlyMap<string, ReadonlySet<number> | null>;

/** If more rows than this were written, the report does not name them. */
export const NAMED_ROWS = 200;

export const NOTHING_WRITTEN: Written = new Map();

type Rows = Map<string, Set<number> | null>;

const addRows = (all: Rows, name: string, ids: Iterable<number> | null): void => {
  const known = all.get(name);
  if (known === null) return;
  const merged = ids === null ? null : (known ?? new Set());
  for (const id of ids ?? []) merged?.add(id);
  all.set(name, merged !== null && merged.size > NAMED_ROWS ? null : merged);
};

/** Adds one report to another. */
export const mergeWritten = (one: Written, other: Written): Written => {
  const merged: Rows = new Map();
  for (const written of [one, other]) for (const [name, ids] of written) addRows(merged, name, ids);
  return merged;
};

/** A table (`clients`), whose rows come and go, or one of its columns (`clients.name`). */
type Part = string;

/** The parts of the database that a statement accesses, as SQLite says when it compiles the statement. */
export interface StatementAccess {
  readonly reads: Set<Part>;
  readonly writes: Set<Part>;
  /** The watched tables whose writes are reported, by their index. */
  readonly reported: Set<number>;
}

export const newAccess = (): StatementAccess => ({ reads: new Set(), writes: new Set(), reported: new Set() });

/** The outcome of a statement. */
interface Outcome {
  readonly text: string;
  readonly row: RowOf | undefined;
  readonly changes: number;
  /** The id of the row that was added last; `null` if the statement returned its rows. */
  readonly lastId: number | null;
}

const CHANGES: Readonly<Record<number, RowChange>> = {
  [constants.SQLITE_INSERT]: 'INSERT',
  [constants.SQLITE_UPDATE]: 'UPDATE',
  [constants.SQLITE_DELETE]: 'DELETE',
};

const isReported = ({ on, of, butNot }: WatchedTable, change: RowChange, column: string | null): boolean => {
  if (on !== undefined && !on.includes(change)) return false;
  if (change !== 'UPDATE' || column === null) return true;
  return (of === undefined || of.includes(column)) && butNot?.includes(column) !== true;
};

/** Returns the row that a statement added, if it is certain that it added one and changed none. */
const addedRow = ({ text, changes, lastId }: Outcome): RowOf | undefined => {
  if (changes !== 1 || lastId === null) return undefined;
  const table = /^\s*INSERT INTO (\w+)/.exec(text)?.[1];
  return table === undefined || text.includes('ON CONFLICT') ? undefined : { table, id: lastId };
};

/** Notes which watched tables a connection writes. */
export interface WriteNotes {
  /** Takes a call of SQLite's authorizer for the statement that is being compiled, and adds to `reported`. */
  readonly noteAccess: (access: StatementAccess, action: number, table: string, column: string | null) => void;
  /** Notes that a statement has changed rows. */
  readonly add: (access: StatementAccess, outcome: Outcome) => void;
  /** Notes that a statement may have changed any rows. */
  readonly addUnnamed: (access: StatementAccess) => void;
  /** Returns what was noted, and forgets it. */
  readonly take: () => Written;
}

/**
 * Creates the notes of a connection. SQLite asks the authorizer about each table that a statement writes, and each
 * column that it sets, when it compiles the statement: triggers and actions of foreign keys are included. Running it
 * costs nothing more (docs/decisions/041-events-of-tables.md).
 */
export const noteWrites = (tables: readonly WatchedTable[]): WriteNotes => {
  const watched = new Map<string, number[]>();
  for (const [index, { table }] of tables.entries()) watched.set(table, [...(watched.get(table) ?? []), index]);
  let noted: Rows = new Map();

  const note = ({ reported }: StatementAccess, row: RowOf | undefined): void => {
    for (const index of reported) {
      const { name = '', names } = tables[index] ?? {};
      addRows(noted, name, row === undefined || names !== row.table ? null : [row.id]);
    }
  };

  return {
    noteAccess: ({ reported }, action, table, column) => {
      const change = CHANGES[action];
      for (const index of change === undefined ? [] : (watched.get(table) ?? [])) {
        const one = tables[index];
        if (one !== undefined && change !== undefined && isReported(one, change, column)) reported.add(index);
      }
    },
    add: (access, outcome) => note(access, outcome.row ?? addedRow(outcome)),
    addUnnamed: (access) => note(access, undefined),
    take: () => {
      const taken = noted;
      noted = new Map();
      return taken;
    },
  };
};

/** The parts of the database that some work has read. */
export interface WatchedReads {
  /** Whether this connection has written nothing of it since the work began. */
  readonly isCurrent: () => boolean;
  /** Counts it as read by the work that is watched at the moment, which uses a stored answer instead of reading. */
  readonly useAgain: () => void;
}

interface WatchedWork<T> {
  readonly value: T;
  readonly reads: WatchedReads;
}

/** Watches what a connection reads and writes, so that an answer can be kept until something that it rests on is written. */
export interface ReadWatch {
  /** Takes a call of SQLite's authorizer for the statement that is being compiled. */
  readonly noteAccess: (access: StatementAccess, action: number, table: string, column: string | null) => void;
  /** Notes that a statement has run. `isWriting` says whether it changed a row. */
  readonly noteRun: (access: StatementAccess, isWriting: boolean) => void;
  /** Notes that a transaction was rolled back, so that what was read within it may never have been true. */
  readonly noteRollback: () => void;
  /** Runs `work` and returns its value with what it read. If it is a promise, everything counts that is read until it settles. */
  readonly watch: <T>(work: () => T) => WatchedWork<T>;
}

/** Creates the watch of a connection. */
export const createReadWatch = (): ReadWatch => {
  /** The number of the last write of each part. */
  const writtenAt = new Map<Part, number>();
  let writes = 0;
  let rolledBackAt = 0;
  const watched = new Set<Set<Part>>();

  const noteReads = (parts: Iterable<Part>): void => {
    for (const part of parts) for (const reads of watched) reads.add(part);
  };

  return {
    noteAccess: (access, action, table, column) => {
      if (action === constants.SQLITE_READ) {
        access.reads.add(table);
        if (column !== null && column !== '') access.reads.add(`${table}.${column}`);
        return;
      }
      const change = CHANGES[action];
      if (change !== undefined) access.writes.add(change === 'UPDATE' ? `${table}.${column}` : table);
    },
    noteRun: (access, isWriting) => {
      if (watched.size > 0) noteReads(access.reads);
      if (!isWriting || access.writes.size === 0) return;
      writes += 1;
      for (const part of access.writes) writtenAt.set(part, writes);
    },
    noteRollback: () => {
      writes += 1;
      rolledBackAt = writes;
    },
    watch: <T>(work: () => T) => {
      const read = new Set<Part>();
      const begun = writes;
      const reads: WatchedReads = {
        isCurrent: () => rolledBackAt <= begun && [...read].every((part) => (writtenAt.get(part) ?? 0) <= begun),
        useAgain: () => noteReads(read),
      };
      watched.add(read);
      const end = (): void => {
        watched.delete(read);
      };
      let value: T;
      try {
        value = work();
      } catch (error) {
        end();
        throw error;
      }
      if (value instanceof Promise) value.then(end, end);
      else end();
      return { value, reads };
    },
  };
};
