import { DatabasePool } from '@photostructure/sqlite/experimental';

/** ms to wait for another connection that writes or reads; the app itself does neither meanwhile. */
const PATIENCE_MS = 10_000;

/**
 * Rewrites the whole database without deleted data, and empties its log: SQLite leaves deleted rows in free pages, and
 * the search index contains deleted words until its parts are merged. It runs on a thread; no other connection can
 * write meanwhile. Rejects with SQLite's error, or if another connection does not release the log.
 */
export const scrubDatabase = async (file: string): Promise<void> => {
  const pool = await DatabasePool.open(file, { connections: 1, authorizer: 'none' });
  try {
    await pool.run(`PRAGMA busy_timeout = ${PATIENCE_MS}`);
    await pool.run("INSERT INTO client_grams (client_grams) VALUES ('optimize')");
    await pool.run('VACUUM');
    const done = await pool.get('PRAGMA wal_checkpoint(TRUNCATE)');
    if (done === undefined || Object.values(done)[0] !== 0) throw new Error('the log is in use');
  } finally {
    await pool.close();
  }
};
