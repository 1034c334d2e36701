import { DatabasePool } from '@photostructure/sqlite/experimental';
import type { Logger } from '#core/ports.ts';
import type { Database } from './database.ts';

export interface Checkpointer {
  /** Resolves at once, unless the log is too long for more: then when it was brought into the database. */
  settled(): Promise<void>;
  /** Lets go of the file. Call it before the database is closed. */
  close(): Promise<void>;
}

/** Pages that wait to be brought in; what SQLite itself takes for many. */
const LONG_PAGES = 1_000;
/** Long writing waits here (32 MiB): a log that is written all the time is never begun anew, and would fill the disk. */
const TOO_LONG_PAGES = 8_000;
/**
 * The log's file is cut to this when it is begun anew, and otherwise written over: cutting it costs the commit that
 * begins it tens of milliseconds, because the disk then has to note where the file lies, too.
 */
const KEPT_BYTES = 16 * 1024 * 1024;
/** Between two looks the log may grow, which costs disk only. */
const LOOK_EVERY_MS = 500;
const SQLITE_DEFAULT_PAGES = 1_000;

/** In pages: all that the log holds, and those of them that the database has, too. */
interface LogState {
  readonly log: number;
  readonly checkpointed: number;
}
const NO_LOG: LogState = { log: 0, checkpointed: 0 };

/**
 * Brings the write-ahead log into the database on a thread of its own. SQLite would do it inside whichever commit finds
 * the log long, and sync the disk there: up to hundreds of milliseconds in the core's thread. Nothing depends on it for
 * safety: what is in the log is committed. When the thread cannot do it, SQLite does it its own way again.
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

  /** Begins where that is due; how many pages the log has, those that were brought in included. */
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
