import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import { die } from './death.ts';
import { childTask, type KillPlace } from './protocol.ts';
import { openQuietCore } from './quiet-core.ts';

/** Begins to refresh a selection of clients, and dies while the selection is being written. */
export interface RefreshTask extends KillPlace {
  readonly clients: number;
}

const task = childTask<RefreshTask>();
const { call, signIn, clientIds } = await openQuietCore(task);
await signIn();
const ids = await clientIds(task.clients);
await call('runs.start', { kind: 'refresh', clientIds: ids });
const db = openDatabase(join(task.folder, 'data', 'desk.db'));
for (;;) {
  const written = db.get<{ n: number }>('SELECT count(*) AS n FROM run_lines')?.n ?? 0;
  if (written === ids.length) throw new Error('All of them are written down: too late to die.');
  if (written > 0) die();
  await setImmediate();
}
