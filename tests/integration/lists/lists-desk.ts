import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProxyList, Recipe } from '#shared/contract/lists.ts';
import { startTestDesk, type TestDesk, type TestDeskOptions } from '../../support/desk-core.ts';
import { RECIPE } from '../../support/recipe.ts';

export const GENERATE = { method: 'POST', path: '/premium/proxies/generate' } as const;

export interface ListsDesk extends TestDesk {
  readonly clientId: number;
  /** A folder of the user, deleted after the test. */
  readonly folder: string;
  start(change?: Partial<Recipe>): Promise<{ readonly listId: number; readonly runId: number }>;
  /** Starts a list and waits until it has ended, in whatever state. */
  generate(change?: Partial<Recipe>): Promise<ProxyList>;
  ended(listId: number): Promise<ProxyList>;
  /** All lines of a variant with their passwords. */
  allLines(list: ProxyList, variant?: 'domain' | 'ip', formatId?: 1 | 2 | 3): Promise<string[]>;
}

/** A desk with one client of the sandbox that has residential traffic. */
export const startListsDesk = async (options: TestDeskOptions = {}): Promise<ListsDesk> => {
  const desk = await startTestDesk(options);
  const folder = await mkdtemp(join(tmpdir(), 'exports-'));
  const client = await desk.call('clients.add', {
    messengerId: 100_200_301,
    clientKey: 'anna-shop',
    name: 'Анна',
    note: '',
    tags: [],
  });

  const start = (change: Partial<Recipe> = {}) =>
    desk.call('lists.generate', { clientId: client.id, recipe: { ...RECIPE, ...change } });

  const ended = async (listId: number): Promise<ProxyList> => {
    const { runId } = await desk.call('lists.get', { listId });
    const hasEnded = (job: { id: number; state: string }) => job.id === runId && job.state !== 'running';
    await desk.waitForEvent('runs.changed', hasEnded);
    return desk.call('lists.get', { listId });
  };

  // Some members of the desk are getters, so they are inherited rather than copied.
  return Object.assign(Object.create(desk) as TestDesk, {
    clientId: client.id,
    folder,
    start,
    ended,
    generate: async (change: Partial<Recipe> = {}) => ended((await start(change)).listId),
    allLines: async (
      list: ProxyList,
      variant: 'domain' | 'ip' = 'domain',
      formatId: 1 | 2 | 3 = list.recipe.formatId,
    ) => {
      const lines: string[] = [];
      for (let offset = 0; ; offset += 500) {
        const view = { listId: list.id, variant, formatId, reveal: true, offset, limit: 500 };
        const page = await desk.call('lists.lines', view);
        lines.push(...page.lines);
        if (offset + 500 >= page.total) return lines;
      }
    },
    close: async () => {
      await desk.close();
      await rm(folder, { recursive: true, force: true });
    },
  });
};
