import { rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncFolder } from '#core/platform/files/private-files.ts';
import { COMPANIONS, stampOf } from './file-names.ts';

/**
 * Moves a broken database out of the way, with what SQLite keeps beside it, and never deletes it: somebody may still get
 * the purchases out of it. Returns the new name, e.g. `desk.broken-20261121-023844-123.db`.
 */
export const setAside = async (database: string, at: number): Promise<string> => {
  const name = `${basename(database, '.db')}.broken-${stampOf(at)}.db`;
  await moveAside(database, name);
  return name;
};

/** Moves what is there of the database to another name in its folder; what an earlier try has moved stays moved. */
export const moveAside = async (database: string, name: string): Promise<void> => {
  const folder = dirname(database);
  for (const companion of COMPANIONS) {
    await rename(`${database}${companion}`, join(folder, `${name}${companion}`)).catch(ignoreMissing);
  }
  await syncFolder(folder);
};

const ignoreMissing = (error: unknown): void => {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
};
