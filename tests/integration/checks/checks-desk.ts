import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProcedureInput } from '#shared/contract/index.ts';
import type { CheckDetail, CheckLine, CheckSort, Run } from '#shared/contract/runs.ts';
import { startTestDesk, type TestDesk } from '../../support/desk-core.ts';
import { startTarget, type Target } from '../../support/proxies/target.ts';

export type FullCheck = Run & CheckDetail;

export interface ChecksDesk extends TestDesk {
  readonly target: Target;
  /** A folder of the user, deleted after the test. */
  readonly folder: string;
  /** Loads a list of these lines from a file. */
  load(text: string | Buffer, fileName?: string): Promise<number>;
  /** Starts the check of a list. */
  start(listId: number, how?: Partial<ProcedureInput<'runs.start'>>): Promise<FullCheck>;
  get(runId: number): Promise<FullCheck>;
  /** Waits until the check has stopped or finished. */
  ended(runId: number): Promise<FullCheck>;
  linesOf(runId: number, only?: readonly string[], sort?: CheckSort): Promise<CheckLine[]>;
}

export const HOW = { protocol: 'own', atOnce: 20, timeoutS: 5, slowS: 4 } as const;

/** A desk of the sandbox whose proxies have their real addresses, and that trusts a target of our own. */
export const startChecksDesk = async (): Promise<ChecksDesk> => {
  const target = await startTarget();
  const desk = await startTestDesk({ signIn: false, proxies: { ca: target.ca, gateway: null } });
  await desk.call('account.signInSandbox', {});
  const folder = await mkdtemp(join(tmpdir(), 'checks-'));

  const get = async (runId: number): Promise<FullCheck> => {
    const { detail, ...run } = await desk.call('runs.get', { runId });
    if (detail?.of !== 'check') throw new Error('that is not a check');
    return { ...run, ...detail };
  };
  return {
    ...desk,
    get core() {
      return desk.core;
    },
    target,
    folder,
    load: async (text, fileName = 'Прокси.txt') => {
      const path = join(folder, fileName);
      await writeFile(path, text);
      desk.dialogs.openQueue.push(path);
      const loaded = await desk.call('lists.load', { answer: null });
      if (loaded?.listId == null) throw new Error('no list was made of the file');
      return loaded.listId;
    },
    start: async (listId, how = {}) => {
      const asked = { kind: 'check-list', listId, variant: 'domain', address: target.url, ...HOW, ...how };
      const run = await desk.call('runs.start', asked as ProcedureInput<'runs.start'>);
      return get(run?.id ?? 0);
    },
    get,
    ended: async (runId) => {
      await desk.waitForEvent('runs.changed', ({ id, state }: Run) => id === runId && state !== 'running');
      return get(runId);
    },
    linesOf: async (runId, only = [], sort) => {
      const page = { runId, only: [...only], offset: 0, limit: 500 };
      const { rows } = await desk.call('runs.lines', sort === undefined ? page : { ...page, sort });
      return rows as CheckLine[];
    },
    close: async () => {
      await desk.close();
      await target.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
