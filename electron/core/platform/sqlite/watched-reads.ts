import { constants } from '@photostructure/sqlite';

/** A table (`clients`), whose rows come and go, or one of its columns (`clients.name`). */
type Part = string;

/** The parts of the database that a statement reads and writes, as SQLite says when it compiles the statement. */
export interface StatementParts {
  readonly reads: Set<Part>;
  readonly writes: Set<Part>;
}

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
  readonly noteAccess: (parts: StatementParts, action: number, table: string, column: string | null) => void;
  /** Notes that a statement has run. `isWriting` says whether it changed a row. */
  readonly noteRun: (parts: StatementParts, isWriting: boolean) => void;
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
    noteAccess: (parts, action, table, column) => {
      if (action === constants.SQLITE_READ) {
        parts.reads.add(table);
        if (column !== null && column !== '') parts.reads.add(`${table}.${column}`);
      } else if (action === constants.SQLITE_UPDATE) parts.writes.add(`${table}.${column}`);
      else if (action === constants.SQLITE_INSERT || action === constants.SQLITE_DELETE) parts.writes.add(table);
    },
    noteRun: (parts, isWriting) => {
      if (watched.size > 0) noteReads(parts.reads);
      if (!isWriting || parts.writes.size === 0) return;
      writes += 1;
      for (const part of parts.writes) writtenAt.set(part, writes);
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
