import { DatabasePool } from '@photostructure/sqlite/experimental';

/** How long it waits for whoever writes or reads; the app itself does neither meanwhile. */
const PATIENCE_MS = 10_000;

/**
 * Writes the whole database anew without what was deleted, and empties its log: SQLite leaves deleted rows in free pages,
 * and the search index keeps deleted words until its parts are merged. On a thread; nobody else can write meanwhile.
 * Rejects with SQLite's error, also when somebody would not let go of the log.
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
