import { pathToFileURL } from 'node:url';
import { DatabasePool } from '@photostructure/sqlite/experimental';
import { isDiskTrouble, storageError } from './sqlite-errors.ts';

export type FileState = 'good' | 'broken';

/**
 * Runs `PRAGMA quick_check` over a whole file on a thread of its own, because it takes 0.2 s with 100,000 clients, and
 * no request should wait that long. `atRest`: nobody has the file open, so it is read without creating a -wal file
 * beside it.
 *
 * Rejects with DeskError `storage` if the disk, not the file, is the problem.
 */
export const checkDatabaseFile = async (path: string, { atRest }: { readonly atRest: boolean }): Promise<FileState> => {
  let pool: DatabasePool | undefined;
  try {
    const location = atRest ? `${pathToFileURL(path).href}?immutable=1` : path;
    pool = await DatabasePool.open(location, { connections: 1, authorizer: 'none' });
    const rows = await pool.all('PRAGMA quick_check(1)');
    const first = rows[0];
    return first !== undefined && Object.values(first)[0] === 'ok' ? 'good' : 'broken';
  } catch (error) {
    if (isDiskTrouble(error)) throw storageError(error);
    return 'broken';
  } finally {
    await pool?.close().catch(() => {});
  }
};
