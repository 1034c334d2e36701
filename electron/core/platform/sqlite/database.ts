import { constants, DatabaseSync } from '@photostructure/sqlite';
import { sortKey } from '#shared/domain/fold-text.ts';
import { localDate } from '#shared/domain/local-date.ts';
import { SLOW_STATEMENT_MS } from './slow-statements.ts';
import type { RowOf, Sql, SqlValue } from './sql.ts';
import {
  createReadWatch,
  mergeWritten,
  NOTHING_WRITTEN,
  newAccess,
  noteWrites,
  type ReadWatch,
  type StatementAccess,
  type WatchedTable,
  type WriteNotes,
  type Written,
} from './statement-access.ts';
import { gramsOf } from './text-grams.ts';

/** Converts values of types that SQLite does not have, chosen by the suffix of the column's name. */
const READERS: Readonly<Record<string, (value: unknown) => unknown>> = {
  flag: (value) => value === 1,
  json: (value) => (typeof value === 'string' ? JSON.parse(value) : null),
};

interface Column {
  readonly name: string;
}

const asItIs = <T>(value: T): T => value;

const inCamelCase = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Creates a reader for the rows of a statement with these columns: `client_id` becomes `clientId`, `x AS "isPaid:flag"`
 * a boolean, and `x AS "order:json"` the parsed value; null stays null.
 */
const createRowReader = (columns: readonly Column[]): ((row: object) => object) => {
  const fields = columns.map(({ name }) => {
    const [own = '', kind = ''] = name.split(':');
    return { name, key: inCamelCase(own), read: READERS[kind] ?? asItIs };
  });
  if (fields.every(({ name, key }) => name === key)) return asItIs;
  return (row) => {
    const values = row as Readonly<Record<string, unknown>>;
    const found: Record<string, unknown> = {};
    for (const { name, key, read } of fields) found[key] = read(values[name]);
    return found;
  };
};

/** A statement built with `sql`; or plain text followed by its values, for statements in which names are data. */
type Asked = readonly [text: string | Sql, ...values: SqlValue[]];

interface Statement {
  readonly sqlite: ReturnType<InstanceType<typeof DatabaseSync>['prepare']>;
  readonly read: ReturnType<typeof createRowReader>;
  readonly access: StatementAccess;
}

/** Holds back the reports of transactions that belong together, so that what they wrote is reported once. */
export interface HeldReports {
  readonly add: (written: Written) => void;
  /** Reports what the transactions wrote. Later transactions may follow, and be released again. */
  readonly release: () => void;
}

/**
 * One SQLite file with statements that are prepared once. Every call is synchronous and must be short: a long list is
 * read in windows, and heavy work (compression, hashing) happens elsewhere. The columns of statements built with `sql`
 * are returned under the names that the code uses (`createRowReader`).
 */
export interface Database {
  run(...asked: Asked): { readonly changes: number; readonly lastId: number };
  get<Row>(...asked: Asked): Row | undefined;
  all<Row>(...asked: Asked): Row[];
  /** Returns the only column of the only row; `null` if the value is null or there is no row. */
  value<T>(...asked: Asked): T | null;
  /** Returns the only column of all rows. */
  values<T>(...asked: Asked): T[];
  /** Whether there is a row. */
  has(...asked: Asked): boolean;
  exec(sql: string): void;
  /** Lets `work` write to `sqlite_schema`: for the conversion of earlier desks alone. */
  withWritableSchema(work: () => void): void;
  /**
   * Runs `work` completely or not at all, in the caller's transaction if there is one. Its writes are reported after
   * the commit, or with `held`, which only the outermost transaction decides.
   */
  transaction<T>(work: () => T, held?: HeldReports): T;
  /**
   * Reports after each commit, and after each statement outside a transaction, which of these tables were written by
   * this connection, including by triggers and foreign keys. A statement that changed no row is not reported; one that
   * did is reported with every table that it might have written.
   */
  reportWrites(tables: readonly WatchedTable[], report: (written: Written) => void): void;
  /**
   * Runs `work` and returns its value with what it read, which says whether this connection has written any of it since.
   * If the value is a promise, everything counts that is read until it settles.
   */
  readonly watchReads: ReadWatch['watch'];
  /** Lets several transactions report together what they wrote. */
  holdReports(): HeldReports;
  /** Runs `work` as the last step of the open transaction, or at once if none is open. */
  atEnd(work: () => void): void;
  /**
   * Runs `work` in a transaction that is on the disk, not only with the OS, when this returns. It is for the journal of
   * purchases.
   */
  durably<T>(work: () => T): T;
  /**
   * Must be awaited between the steps of long writing. Resolves when the write-ahead log is short enough for more; at
   * once if only SQLite itself shortens the log (checkpointer.ts).
   */
  settled(): Promise<void>;
  /**
   * Opens the current state of the file over a read-only connection of its own that does not see later commits. The
   * write-ahead log grows meanwhile, so it must be closed soon.
   */
  frozen(): Database;
  close(): void;
}

export const BUSY_TIMEOUT_MS = 5_000;

const PRAGMAS = [
  `busy_timeout = ${BUSY_TIMEOUT_MS}`,
  'journal_mode = WAL',
  'synchronous = NORMAL',
  'foreign_keys = ON',
  'temp_store = MEMORY',
  // The file is data, not a program: nothing in its schema may call a function that has effects.
  'trusted_schema = OFF',
  'cell_size_check = ON',
  // In KiB. The default of 2 MB is less than one index of 100,000 clients. Memory is taken only as needed.
  'cache_size = -16000',
];

/** The pragmas for a connection that only reads; the others are settings of the file. */
const READING = ['busy_timeout', 'temp_store', 'trusted_schema', 'cell_size_check'] as const;

/**
 * Opens a file. The first pragma fails if it is not a database; it is closed then, because an open file cannot be moved
 * away.
 */
const openWithPragmas = (path: string, readOnly: boolean): InstanceType<typeof DatabaseSync> => {
  const db = new DatabaseSync(path, { defensive: true, readOnly });
  try {
    for (const pragma of PRAGMAS)
      if (!readOnly || READING.some((name) => pragma.startsWith(name))) db.exec(`PRAGMA ${pragma}`);
    // An index must not use these functions, or no other tool could read the file. The first two are for migrations only.
    db.function('sort_key', { deterministic: true }, (text: SqlValue) => sortKey(String(text)));
    db.function('search_grams', { deterministic: true }, (text: SqlValue) => gramsOf(String(text)));
    // SQLite's own `localtime` asks the C library, which on Windows knows neither a zone that was changed since the start
    // nor the rules of earlier years; the window counts days as JavaScript does.
    db.function('local_date', (at: SqlValue) => localDate(Number(at)));
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
};

export interface DatabaseOptions {
  /** Is called for each statement that took longer than `SLOW_STATEMENT_MS`, with its text and never its values. */
  readonly onSlow?: ((text: string, ms: number) => void) | undefined;
  /** ms of a clock that only goes forward, by which the duration of statements is measured. */
  readonly now?: () => number;
}

/**
 * Opens the file with the app's pragmas and creates it if it is missing. Throws SQLite's error if the file is not a
 * database.
 */
export const openDatabase = (path: string, options: DatabaseOptions = {}): Database =>
  databaseOf(openWithPragmas(path, false), path, options);

const first = <T>(row: object): T | undefined => Object.values(row)[0];

const databaseOf = (db: InstanceType<typeof DatabaseSync>, path: string, options: DatabaseOptions): Database => {
  const { onSlow, now = () => performance.now() } = options;
  const statements = new Map<string, Statement>();
  let depth = 0;
  let last: (() => void)[] = [];
  /** The error on which SQLite itself rolled the open transaction back, as it does when the disk is full. */
  let endedBy: unknown = null;
  let notes: WriteNotes | null = null;
  let report = (_: Written): void => {};
  const watch = createReadWatch();
  /** The access of the statement that is being compiled, about which SQLite calls the authorizer. */
  let compiled: StatementAccess | null = null;
  db.setAuthorizer((action, table, column) => {
    if (compiled !== null && table !== null) {
      watch.noteAccess(compiled, action, table, column);
      notes?.noteAccess(compiled, action, table, column);
    }
    return constants.SQLITE_OK;
  });

  const compiling = <T>(access: StatementAccess, work: () => T): T => {
    compiled = access;
    try {
      return work();
    } finally {
      compiled = null;
    }
  };
  const send = (written: Written): void => {
    if (written.size > 0) report(written);
  };
  /** Reports what a statement wrote, unless it belongs to a transaction, which may still be rolled back. */
  const reportStatement = (): void => {
    if (depth === 0 && notes !== null) send(notes.take());
  };

  const textOf = ([asked]: Asked): string => (typeof asked === 'string' ? asked : asked.text);
  const statementOf = (asked: Asked): Statement => {
    const text = textOf(asked);
    const known = statements.get(text);
    if (known !== undefined) return known;
    const access = newAccess();
    const sqlite = compiling(access, () => db.prepare(text));
    const statement = { sqlite, read: createRowReader(sqlite.columns()), access };
    statements.set(text, statement);
    return statement;
  };
  const valuesOf = ([asked, ...behind]: Asked): readonly SqlValue[] =>
    typeof asked === 'string' ? behind : asked.values;
  const statedRow = ([asked]: Asked): RowOf | undefined => (typeof asked === 'string' ? undefined : asked.row);
  /** Rows of statements given as plain text are returned as they are. */
  const readerOf = (asked: Asked) => (typeof asked[0] === 'string' ? (row: object) => row : statementOf(asked).read);
  const timed = <T>(text: string, work: () => T): T => {
    const begin = now();
    try {
      return work();
    } finally {
      const ms = now() - begin;
      if (ms > SLOW_STATEMENT_MS) onSlow?.(text, ms);
    }
  };
  /**
   * Lets no statement follow after SQLite has rolled the transaction back, even if the work ignores the error: it would be
   * written alone.
   */
  const withinTransaction = <T>(statement: () => T): T => {
    if (endedBy !== null) throw endedBy;
    try {
      return statement();
    } catch (error) {
      if (depth > 0 && !db.isTransaction) endedBy = error;
      throw error;
    }
  };
  /** SQLite compiles a statement again when the schema has changed, so its access is noted here, too. */
  const runStatement = <T>(asked: Asked, { access }: Statement, work: () => T): T =>
    withinTransaction(() => timed(textOf(asked), () => compiling(access, work)));
  /** Notes and reports what a statement wrote. `lastId` is `null` if it returned the rows that it changed. */
  const noteOutcome = (asked: Asked, { access }: Statement, changes: number, lastId: number | null): void => {
    watch.noteRun(access, changes > 0);
    if (access.reported.size === 0 || changes === 0) return;
    notes?.add(access, { text: textOf(asked), row: statedRow(asked), changes, lastId });
    reportStatement();
  };
  const get = (...asked: Asked): object | undefined => {
    const statement = statementOf(asked);
    const row = runStatement(asked, statement, () => statement.sqlite.get(...valuesOf(asked))) as object | undefined;
    noteOutcome(asked, statement, row === undefined ? 0 : 1, null);
    return row === undefined ? undefined : readerOf(asked)(row);
  };
  const all = (...asked: Asked): object[] => {
    const statement = statementOf(asked);
    const rows = runStatement(asked, statement, () => statement.sqlite.all(...valuesOf(asked))) as object[];
    noteOutcome(asked, statement, rows.length, null);
    return rows.map(readerOf(asked));
  };

  const commit = <T>(work: () => T): T => {
    db.exec('BEGIN IMMEDIATE');
    depth += 1;
    try {
      const value = work();
      for (const one of last) one();
      if (endedBy !== null) throw endedBy;
      timed('COMMIT', () => db.exec('COMMIT'));
      return value;
    } catch (error) {
      notes?.take();
      watch.noteRollback();
      // SQLite itself has rolled back if the disk is full. Another rollback would hide that error behind its own.
      if (db.isTransaction) db.exec('ROLLBACK');
      throw error;
    } finally {
      depth -= 1;
      last = [];
      endedBy = null;
    }
  };
  const transaction = <T>(work: () => T, held?: HeldReports): T => {
    if (depth > 0) return work();
    const value = commit(work);
    (held?.add ?? send)(notes?.take() ?? NOTHING_WRITTEN);
    return value;
  };

  return {
    run: (...asked) => {
      const statement = statementOf(asked);
      const result = runStatement(asked, statement, () => statement.sqlite.run(...valuesOf(asked)));
      const [changes, lastId] = [Number(result.changes), Number(result.lastInsertRowid)];
      noteOutcome(asked, statement, changes, lastId);
      return { changes, lastId };
    },
    get: <Row>(...asked: Asked) => get(...asked) as Row | undefined,
    all: <Row>(...asked: Asked) => all(...asked) as Row[],
    value: <T>(...asked: Asked) => first<T>(get(...asked) ?? {}) ?? null,
    values: <T>(...asked: Asked) => all(...asked).map(first<T>) as T[],
    has: (...asked) => get(...asked) !== undefined,
    exec: (sql) => {
      const access = newAccess();
      withinTransaction(() => compiling(access, () => db.exec(sql)));
      watch.noteRun(access, true);
      notes?.addUnnamed(access);
      reportStatement();
    },
    withWritableSchema: (work) => {
      db.enableDefensive(false);
      db.exec('PRAGMA writable_schema = ON');
      try {
        work();
      } finally {
        // Reads the schema again: a later migration would otherwise alter texts that are no longer stored.
        db.exec('PRAGMA writable_schema = RESET');
        db.enableDefensive(true);
      }
    },
    transaction,
    reportWrites: (tables, listener) => {
      notes = noteWrites(tables);
      report = listener;
      // They were compiled before anybody asked what they write.
      statements.clear();
    },
    watchReads: watch.watch,
    holdReports: () => {
      let written = NOTHING_WRITTEN;
      return {
        add: (more) => {
          written = mergeWritten(written, more);
        },
        release: () => {
          const held = written;
          written = NOTHING_WRITTEN;
          send(held);
        },
      };
    },
    atEnd: (work) => {
      if (depth > 0) last.push(work);
      else work();
    },
    durably: (work) => {
      if (depth > 0) throw new Error('durably() must be the outermost transaction');
      db.exec('PRAGMA synchronous = FULL');
      try {
        return transaction(work);
      } finally {
        db.exec('PRAGMA synchronous = NORMAL');
      }
    },
    settled: async () => {},
    frozen: () => {
      const reading = openWithPragmas(path, true);
      // The transaction sees the file as of its first read.
      reading.exec('BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1');
      return databaseOf(reading, path, options);
    },
    close: () => {
      statements.clear();
      db.close();
    },
  };
};
