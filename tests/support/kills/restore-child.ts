import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { die } from './death.ts';
import { childTask } from './protocol.ts';

/**
 * Restores a copy in a process of its own and dies just before its n-th change to the data folder, so that the tests meet
 * every state between two changes. The changes are counted where they reach the operating system.
 */
export interface RestoreTask {
  readonly data: string;
  readonly backups: string;
  /** The copy. */
  readonly name: string;
  /** The number of the change before which the process dies, counted from 1. */
  readonly dieAt: number;
}

const task = childTask<RestoreTask>();

let changes = 0;
let isArmed = false;
const count = (): void => {
  if (!isArmed) return;
  changes += 1;
  if (changes === task.dieAt) die();
};

const changing = fs as unknown as Record<string, (...args: unknown[]) => unknown>;
for (const name of ['rename', 'writeFile', 'copyFile', 'rm', 'open']) {
  const real = changing[name];
  if (real === undefined) continue;
  changing[name] = (...args) => {
    count();
    return real(...args);
  };
}
syncBuiltinESMExports();

const { openDataFolder } = await import('#core/platform/sqlite/data-folder.ts');
const { MIGRATIONS } = await import('#core/platform/sqlite/migrations.ts');
const { realClock } = await import('../real-clock.ts');
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const folder = await openDataFolder({ paths: task, clock: realClock, logger: silent, migrations: MIGRATIONS });
isArmed = true;
await folder.restore(task.name);
isArmed = false;
await folder.close();
