import { DatabasePool } from '@photostructure/sqlite/experimental';
import type { Logger } from '#core/ports.ts';
import type { Database } from './database.ts';

export interface Checkpointer {
  /** Resolves at once, unless the log is too long for further writing: then when it was copied into the database. */
  settled(): Promise<void>;
  /** Stops, and releases the file. Must be called before the database is closed. */
  close(): Promise<void>;
}

/** The number of pages in the log from which they are copied into the database; SQLite's own default. */
const LONG_PAGES = 1_000;
/**
 * The length of the log (32 MiB) at which long writing waits: a log that is written all the time is never restarted,
 * and would fill the disk.
 */
const TOO_LONG_PAGES = 8_000;
/**
 * The size to which the log's file is cut when the log is restarted; otherwise the file is overwritten. Cutting it
 * further would cost the next commit tens of milliseconds, because the disk then has to update the file's allocation,
 * too.
 */
const KEPT_BYTES = 16 * 1024 * 1024;
/** ms between two looks at the log. It can grow meanwhile, which only costs disk space. */
const LOOK_EVERY_MS = 500;
const SQLITE_DEFAULT_PAGES = 1_000;

/** In pages: how many the log holds, and how many of them the database has, too. */
interface LogState {
  readonly log: number;
  readonly checkpointed: number;
}
const NO_LOG: LogState = { log: 0, checkpointed: 0 };

/**
 * Copies the write-ahead log into the database on a thread of its own. SQLite would do it inside the commit that finds
 * the log long, and flush the disk there, which takes up to hundreds of milliseconds on the core's thread. Safety does
 * not depend on it: what is in the log is committed. If the thread cannot do it, SQLite takes over again.
 */
export const startCheckpointer = (file: string, db: Database, logger: Logger): Checkpointer => {
  let running: Promise<void> = Promise.resolve();
  let isRunning = false;
  let hasStopped = false;

  const bringIn = async (): Promise<void> => {
    const pool = await DatabasePool.open(file, { connections: 1, authorizer: 'none' });
    try {
      await pool.all('PRAGMA wal_checkpoint(PASSIVE)');
    } finally {
      await pool.close();
    }
  };

  const giveUp = (error: unknown): void => {
    hasStopped = true;
    db.exec(`PRAGMA wal_autocheckpoint = ${SQLITE_DEFAULT_PAGES}`);
    logger.warn('the log is brought in by the core itself', { error: error instanceof Error ? error.name : 'unknown' });
  };

  const logState = (): LogState => {
    try {
      return db.get<LogState>('PRAGMA wal_checkpoint(NOOP)') ?? NO_LOG;
    } catch (error) {
      giveUp(error);
      return NO_LOG;
    }
  };

  /** Begins a checkpoint if one is due. Returns how many pages the log has, including those already copied. */
  const look = (): number => {
    const found = logState();
    if (hasStopped || isRunning || found.log - found.checkpointed <= LONG_PAGES) return found.log;
    isRunning = true;
    running = bringIn()
      .catch(giveUp)
      .finally(() => {
        isRunning = false;
      });
    return found.log;
  };

  const settled = async (): Promise<void> => {
    if (!hasStopped && look() > TOO_LONG_PAGES) await running;
  };

  db.exec('PRAGMA wal_autocheckpoint = 0');
  db.exec(`PRAGMA journal_size_limit = ${KEPT_BYTES}`);
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  return {
    settled,
    close: async () => {
      clearInterval(timer);
      hasStopped = true;
      await running;
    },
  };
};
