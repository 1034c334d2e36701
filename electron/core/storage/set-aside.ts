import { rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { COMPANIONS, stampOf } from './file-names.ts';
import { syncFolder } from './private-files.ts';

/**
 * Moves a database out of the way, with what SQLite keeps beside it, and never deletes it: somebody may still get the
 * purchases out of it. Returns the new name, e.g. `desk.broken-20261121-023844-123.db`.
 */
export const setAside = async (database: string, why: 'broken' | 'replaced', at: number): Promise<string> => {
  const folder = dirname(database);
  const name = `${basename(database, '.db')}.${why}-${stampOf(at)}.db`;
  for (const companion of COMPANIONS) {
    await rename(`${database}${companion}`, join(folder, `${name}${companion}`)).catch(ignoreMissing);
  }
  await syncFolder(folder);
  return name;
};

const ignoreMissing = (error: unknown): void => {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
};
