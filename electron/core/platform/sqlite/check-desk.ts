import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { DeskError } from '#shared/result.ts';
import { FIRST_VERSION } from './migrations.ts';
import { isBrokenContent, storageError } from './sqlite-errors.ts';

interface Look {
  /** The number of its last migration; 0 if the file is not a desk. */
  readonly version: number;
  readonly found: 'good' | 'earlier' | 'newer' | 'foreign' | 'broken';
}

/** The thread's answer after an error of SQLite or of the disk. */
interface Failed {
  readonly error: { readonly errcode?: number; readonly code?: string };
}

const LIMIT_MS = 60_000;

/**
 * Plain JavaScript in a string, because a separate file would have to be found inside the packed app. Nothing that the
 * file defines may run before the schema was compared, so the schema is read from its table.
 */
const WORK = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { createRequire } = require('node:module');
  const { DatabaseSync } = createRequire(workerData.from)('@photostructure/sqlite');
  const { path, migrations, first } = workerData;
  const shapeOf = (db) => JSON.stringify(db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema').all()
    .map(({ type, name, tbl_name, sql }) => [type, name, tbl_name, sql]).sort((a, b) => (a[0] + ' ' + a[1] < b[0] + ' ' + b[1] ? -1 : 1)));
  const fresh = (version) => {
    const db = new DatabaseSync(':memory:');
    db.function('sort_key', (text) => text);
    db.function('search_grams', (text) => text);
    for (const sql of migrations.slice(0, version - first + 1)) db.exec(sql);
    const shape = shapeOf(db);
    db.close();
    return shape;
  };
  const look = (db) => {
    db.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY');
    const version = db.prepare('PRAGMA user_version').get().user_version;
    if (version === 0) return { version, found: 'broken' };
    if (version < 0) return { version, found: 'foreign' };
    if (version < first) return { version, found: 'earlier' };
    if (version > first + migrations.length - 1) return { version, found: 'newer' };
    if (shapeOf(db) !== fresh(version)) return { version, found: 'foreign' };
    const row = db.prepare('PRAGMA quick_check(1)').get();
    return { version, found: Object.values(row)[0] === 'ok' ? 'good' : 'broken' };
  };
  const answer = () => {
    try {
      const db = new DatabaseSync(path, { defensive: true });
      try {
        return look(db);
      } finally {
        // Folds the log into the file.
        db.close();
      }
    } catch (error) {
      return { error: { errcode: error.errcode ?? error.sqliteCode, code: error.code } };
    }
  };
  parentPort.postMessage(answer());
`;

/**
 * Checks a desk that came from somewhere else, on a thread of its own. Its schema must be exactly what the migrations
 * up to its version create, without any additional view, trigger or column, and every page must pass SQLite's check. A
 * desk made before the first release is compared with the earlier migrations. If there is a log beside the file, SQLite
 * folds it in. Returns the number of its last migration.
 *
 * Throws DeskError `storage`: `backup-broken`, `backup-foreign`, `backup-newer`, `backup-check-slow` (the check did not
 * finish within `limitMs`, in ms), or the error of the disk.
 */
export const checkDesk = async (path: string, migrations: readonly string[], limitMs = LIMIT_MS): Promise<number> => {
  const look = await lookAtDesk(path, { migrations, first: FIRST_VERSION }, limitMs);
  if (look.found !== 'earlier') return versionIfGood(look);
  const earlier = await import('./earlier/index.ts');
  const oneSchema = { migrations: earlier.ONE_SCHEMA_MIGRATIONS, first: earlier.ONE_SCHEMA_VERSION };
  const later = await lookAtDesk(path, oneSchema, limitMs);
  if (later.found !== 'earlier') return versionIfGood(later);
  return versionIfGood(await lookAtDesk(path, { migrations: earlier.EARLIER_MIGRATIONS, first: 1 }, limitMs));
};

const versionIfGood = ({ found, version }: Look): number => {
  if (found === 'good') return version;
  throw refused(found === 'earlier' ? 'foreign' : found);
};

interface KnownMigrations {
  readonly migrations: readonly string[];
  /** The number of the first of them. */
  readonly first: number;
}

const lookAtDesk = async (path: string, known: KnownMigrations, limitMs: number): Promise<Look> => {
  // The thread is left to end on its own: terminated inside SQLite, it would take the whole process down.
  const worker = new Worker(WORK, { eval: true, workerData: { path, from: import.meta.url, ...known } });
  try {
    const [answer] = (await once(worker, 'message', { signal: AbortSignal.timeout(limitMs) })) as [Look | Failed];
    if ('error' in answer) throw Object.assign(new Error('SQLite'), answer.error);
    return answer;
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') {
      worker.unref();
      throw refused('slow');
    }
    throw isBrokenContent(error) ? refused('broken') : storageError(error);
  }
};

const REFUSALS = {
  broken: ['backup-broken', 'The backup is broken.'],
  foreign: ['backup-foreign', 'The backup is not built as a desk of this app is.'],
  newer: ['backup-newer', 'The backup was made by a newer version of the app.'],
  slow: ['backup-check-slow', 'The backup could not be checked in the time that was set.'],
} as const;

/** The error with which a desk from elsewhere is refused. */
export const refused = (why: keyof typeof REFUSALS): DeskError => {
  const [code, message] = REFUSALS[why];
  return new DeskError('storage', message, { code });
};
