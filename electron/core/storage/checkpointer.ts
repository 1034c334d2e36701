import { stat } from 'node:fs/promises';
import { DatabasePool } from '@photostructure/sqlite/experimental';
import type { Logger } from '../ports.ts';
import type { Database } from './database.ts';

export interface Checkpointer {
  /** Resolves at once, unless the log is too long for more: then when it was brought into the database. */
  settled(): Promise<void>;
  /** Lets go of the file. Call it before the database is closed. */
  close(): Promise<void>;
}

/** What SQLite itself takes for long: 1,000 pages. */
const LONG_BYTES = 4 * 1024 * 1024;
/** Long writing waits here: a log that is written all the time is never begun anew, and would fill the disk. */
const TOO_LONG_BYTES = 32 * 1024 * 1024;
/** Between two looks the log may grow, which costs disk only. */
const LOOK_EVERY_MS = 500;
const SQLITE_DEFAULT_PAGES = 1_000;

/**
 * Brings the write-ahead log into the database on a thread of its own. SQLite would do it inside whichever commit finds
 * the log long, and sync the disk there: up to hundreds of milliseconds in the main process. Nothing depends on it for
 * safety: what is in the log is committed. When the thread cannot do it, SQLite does it its own way again.
 */
export const startCheckpointer = (file: string, db: Database, logger: Logger): Checkpointer => {
  let running: Promise<void> = Promise.resolve();
  let isRunning = false;
  let isOff = false;
  /** The log keeps its size until the next commit begins it anew. */
  let settledBytes = 0;

  const logBytes = (): Promise<number> =>
    stat(`${file}-wal`).then(
      ({ size }) => size,
      () => 0,
    );

  const bringIn = async (): Promise<void> => {
    const pool = await DatabasePool.open(file, { connections: 1, authorizer: 'none' });
    try {
      await pool.all('PRAGMA wal_checkpoint(PASSIVE)');
    } finally {
      await pool.close();
    }
    settledBytes = await logBytes();
  };

  const giveUp = (error: unknown): void => {
    isOff = true;
    db.exec(`PRAGMA wal_autocheckpoint = ${SQLITE_DEFAULT_PAGES}`);
    logger.warn('the log is brought in by the main thread', { error: error instanceof Error ? error.name : 'unknown' });
  };

  /** Begins where that is due; what the log's size was. */
  const look = async (): Promise<number> => {
    const bytes = await logBytes();
    if (isOff || isRunning || bytes <= LONG_BYTES || bytes === settledBytes) return bytes;
    isRunning = true;
    running = bringIn()
      .catch(giveUp)
      .finally(() => {
        isRunning = false;
      });
    return bytes;
  };

  const settled = async (): Promise<void> => {
    if (!isOff && (await look()) > TOO_LONG_BYTES) await running;
  };

  db.exec('PRAGMA wal_autocheckpoint = 0');
  // A log that is begun anew is cut to what is in it, so its size tells how much waits.
  db.exec('PRAGMA journal_size_limit = 0');
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  timer.unref();
  return {
    settled,
    close: async () => {
      clearInterval(timer);
      isOff = true;
      await running;
    },
  };
};
