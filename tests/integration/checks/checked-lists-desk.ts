import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import type { ProcedureInput } from '#shared/contract/index.ts';
import { HOUR, openScheduledChecks } from './scheduled-checks-desk.ts';

export const EVERY_6_HOURS = { enabled: false, every: 'hours', hours: 6, time: '06:00', zone: 'UTC' } as const;

/**
 * Opens a desk before each test as `openScheduledChecks` does, and a folder for files. Returns the actions of a user who
 * checks lists on a schedule.
 */
export const openCheckedLists = () => {
  const { opened, network, checkRuns, later } = openScheduledChecks();
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'checked-lists-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Loads a list from a file. */
  const load = async (lines: readonly string[], title = 'Shop'): Promise<number> => {
    const path = join(folder, `${title}.txt`);
    await writeFile(path, lines.join('\n'));
    opened().desk.dialogs.openQueue.push(path);
    const loaded = await opened().desk.call('lists.load', { answer: null });
    if (loaded?.listId == null) throw new Error('no list was made of the file');
    return loaded.listId;
  };
  const states = async () => (await checkRuns()).map(({ state }) => state);
  const lastChecked = async (listId: number): Promise<number | null> =>
    (await opened().desk.call('lists.get', { listId })).lastCheck?.at ?? null;
  const history = (listId: number) => opened().desk.call('lists.checks', { listId });

  return {
    /** Returns everything that was opened for the present test. */
    opened: () => ({ ...opened(), folder }),
    /** The faults of the network, which a test may switch on. */
    network,
    load,
    /** Starts proxies and loads them as a list. */
    loadProxies: async (count: number, title?: string) => {
      const all = await opened().proxies.start(count);
      const lines = all.map(({ line }) => line);
      return { all, listId: await load(lines, title) };
    },
    save: (change: Partial<ProcedureInput<'scheduledChecks.save'>> = {}) =>
      opened().desk.call('scheduledChecks.save', { ...EVERY_6_HOURS, ...change }),
    get: () => opened().desk.call('scheduledChecks.get', {}),
    choose: (listId: number) => opened().desk.call('scheduledChecks.addLists', { listIds: [listId] }),
    checkRuns,
    states,
    lastChecked,
    later,
    /** Lets 6 hours pass, and waits for the end of the check of the list that begins then. */
    nextCheck: async (listId: number): Promise<void> => {
      const before = await lastChecked(listId);
      await later(6 * HOUR);
      await expect.poll(() => lastChecked(listId)).not.toBe(before);
      await expect.poll(states).not.toContain('running');
    },
    history,
    found: async (listId: number) => (await history(listId)).checks.map(({ working, failed }) => [working, failed]),
    listAlerts: async () => {
      const { rows } = await opened().desk.call('alerts.list', { offset: 0, limit: 100 });
      return rows.filter(({ kind }) => kind === 'list-check');
    },
    chosen: async () => {
      const { lists } = await opened().desk.call('scheduledChecks.get', {});
      return lists.map(({ listId, obstacle }) => [listId, obstacle]);
    },
  };
};
