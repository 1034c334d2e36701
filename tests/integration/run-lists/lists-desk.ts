import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Recipe } from '#shared/contract/lists.ts';
import type { ListsDetail, ListsLine, ListsOutput, Run } from '#shared/contract/runs.ts';
import { buyTrafficElsewhere } from '../../support/colleague.ts';
import { startTestDesk, type TestDesk, type TestDeskOptions } from '../../support/desk-core.ts';
import { RECIPE } from '../../support/recipe.ts';

export const FILES = { mode: 'files', variant: 'domain', template: '{client}.txt' } as const;
export const COMBINED = { mode: 'combined', variant: 'domain' } as const;

/** A run of lists as the window has it. */
export type FullRun = Run & ListsDetail;

export interface ListsDesk extends TestDesk {
  /** A folder of the user, deleted after the test. */
  readonly folder: string;
  /** Adds clients of the reseller with residential traffic at the service, and returns their ids. */
  clients(...names: readonly string[]): Promise<number[]>;
  get(runId: number): Promise<FullRun>;
  /** Starts a run that continues in the background. */
  start(clientIds: readonly number[], output: ListsOutput, recipe?: Partial<Recipe>): Promise<FullRun>;
  /** Waits until the run has stopped or finished. */
  ended(runId: number): Promise<FullRun>;
  run(clientIds: readonly number[], output: ListsOutput, recipe?: Partial<Recipe>): Promise<FullRun>;
  linesOf(runId: number): Promise<ListsLine[]>;
  /** The files of the folder with their texts. */
  files(): Promise<Record<string, string>>;
  /** All lines of a list as they are stored, in the form of a file. */
  textOf(listId: number | null, variant?: 'domain' | 'ip'): Promise<string>;
}

export const startListsDesk = async (options: TestDeskOptions = {}): Promise<ListsDesk> => {
  const desk = await startTestDesk(options);
  const folder = await mkdtemp(join(tmpdir(), 'lists-'));
  let nextId = 5_000_000;

  const clients = async (...names: readonly string[]): Promise<number[]> => {
    const ids: number[] = [];
    await desk.control.setBalance(1_000_000);
    for (const name of names) {
      nextId += 1;
      const pair = { messengerId: nextId, clientKey: `key-${nextId}` };
      await buyTrafficElsewhere(desk.sandbox, pair.messengerId, pair.clientKey);
      ids.push((await desk.call('clients.add', { ...pair, name, note: '', tags: [] })).id);
    }
    await desk.control.clearRequests();
    return ids;
  };

  const get = async (runId: number): Promise<FullRun> => {
    const { detail, ...run } = await desk.call('runs.get', { runId });
    if (detail?.of !== 'lists') throw new Error('that is not a run of lists');
    return { ...run, ...detail };
  };

  const start = async (clientIds: readonly number[], output: ListsOutput, recipe: Partial<Recipe> = {}) => {
    if (output.mode === 'files') desk.dialogs.folderQueue.push(folder);
    if (output.mode === 'combined') desk.dialogs.saveQueue.push(join(folder, 'all.txt'));
    const run = await desk.call('runs.start', {
      kind: 'generate',
      clientIds: [...clientIds],
      recipe: { ...RECIPE, quantity: 3, ...recipe },
      output,
      skipWithoutTraffic: false,
    });
    if (run === null) throw new Error('no place was chosen');
    return get(run.id);
  };

  const ended = async (runId: number): Promise<FullRun> => {
    await desk.waitForEvent('runs.changed', (run: Run) => run.id === runId && run.state !== 'running');
    return get(runId);
  };

  return Object.assign(Object.create(desk) as TestDesk, {
    folder,
    clients,
    get,
    start,
    ended,
    run: async (clientIds: readonly number[], output: ListsOutput, recipe: Partial<Recipe> = {}) =>
      ended((await start(clientIds, output, recipe)).id),
    linesOf: async (runId: number) =>
      (await desk.call('runs.lines', { runId, offset: 0, limit: 500 })).rows.filter((line) => line.of === 'lists'),
    files: async () => {
      const found: Record<string, string> = {};
      for (const name of (await readdir(folder)).sort()) found[name] = await readFile(join(folder, name), 'utf8');
      return found;
    },
    textOf: async (listId: number | null, variant: 'domain' | 'ip' = 'domain') => {
      const list = await desk.call('lists.get', { listId: listId ?? 0 });
      const view = { listId: list.id, variant, formatId: list.recipe.formatId, reveal: true, offset: 0, limit: 500 };
      const { lines } = await desk.call('lists.lines', view);
      return lines.map((line) => `${line}\n`).join('');
    },
    close: async () => {
      await desk.close();
      await rm(folder, { recursive: true, force: true });
    },
  });
};
