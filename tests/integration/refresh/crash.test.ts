import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '#sandbox/index.ts';
import type { Run } from '#shared/contract/runs.ts';
import { wasKilled } from '../../support/kills/death.ts';
import { openQuietCore } from '../../support/kills/quiet-core.ts';
import type { RefreshTask } from '../../support/kills/refresh-child.ts';
import { prepareChildren } from '../../support/kills/start-child.ts';

const CLIENTS = 6_000;

const isMoving = ({ state, waitingFor }: Run): boolean => state === 'running' && waitingFor === null;

/** Begins to refresh this many clients in a process of its own, which dies on the way. */
const crashOn = async (folder: string, { baseUrl, token }: Sandbox): Promise<void> => {
  const task: RefreshTask = { folder, baseUrl, token, round: 0, clients: CLIENTS };
  const startChild = await prepareChildren();
  const child = startChild('refresh-child', task);
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (!wasKilled(code, signal)) throw new Error(`the process was to die, and ended with ${code}`);
};

it('a selection that was half stored when the app was killed is read whole', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'desk-refresh-crash-'));
  const sandbox = await startSandbox({ stateDir: null });
  try {
    await crashOn(folder, sandbox);
    const { baseUrl, token } = sandbox;
    const { core, call } = await openQuietCore({ folder, baseUrl, token, round: 1 });
    const planned = new Promise<Run>((resolve) => {
      core.on(({ name, payload }) => {
        if (name === 'runs.changed' && isMoving(payload as Run)) resolve(payload as Run);
      });
    });
    expect((await call('runs.list', { show: 'open', offset: 0, limit: 1 })).rows).toMatchObject([
      { state: 'interrupted', kind: 'refresh' },
    ]);
    expect(await planned).toMatchObject({ total: CLIENTS, failed: 0 });
    await core.close();
  } finally {
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  }
});
