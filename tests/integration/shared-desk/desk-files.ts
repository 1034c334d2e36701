import { copyFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { openDeskDatabase } from '../../support/desk-database.ts';

/**
 * Keeps files for the databases of a test file's desks. Hundreds of desks are opened, so one database is made and then
 * copied for each. The kept desks are closed after each test.
 */
export const keepDeskFiles = <D extends { close(): void }>() => {
  const desks: D[] = [];
  let folder = '';
  let made = 0;
  const template = (): string => join(folder, 'template.db');
  const closeAll = (): void => {
    for (const desk of desks.splice(0)) desk.close();
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shared-desks-'));
    openDeskDatabase(['a'], template()).close();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  afterEach(closeAll);
  return {
    desks,
    closeAll,
    /** `from` is the closed file of another desk. */
    newPath: (from = template()): string => {
      made += 1;
      const path = join(folder, `${made}.db`);
      copyFileSync(from, path);
      return path;
    },
  };
};
