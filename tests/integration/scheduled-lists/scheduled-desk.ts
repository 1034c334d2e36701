import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Recipe } from '#shared/contract/lists.ts';
import type { Run } from '#shared/contract/runs.ts';
import type { DueList, ScheduledList, ScheduledListInput } from '#shared/contract/scheduled-lists.ts';
import type { TestDeskOptions } from '../../support/desk-core.ts';
import { createLookingClock } from '../../support/looking-clock.ts';
import { RECIPE } from '../../support/recipe.ts';
import { FILES, type ListsDesk, startListsDesk } from '../run-lists/lists-desk.ts';

/** A desk whose scheduler looks when the test says so, at the wall time that the test sets. */
export interface ScheduledDesk extends ListsDesk {
  /** The folder of the schedules. */
  readonly place: string;
  /** Sets the clock to a local time (`2026-11-05T08:00`) and makes the desk look for due lists. */
  at(time: string): Promise<void>;
  /** Looks again at the same time. */
  look(): Promise<void>;
  /** Lets this much time pass and then looks. */
  later(minutes: number): Promise<void>;
  schedule(clientIds: readonly number[], change?: Partial<ScheduledListInput>): Promise<ScheduledList>;
  one(scheduleId: number): Promise<ScheduledList>;
  /** Returns what a form sends to save a schedule again as it is. The zone is left out, so it stays. */
  inputOf(scheduleId: number): Promise<ScheduledListInput>;
  /** Saves a schedule again as a form does. */
  edit(scheduleId: number, change?: Partial<ScheduledListInput>): Promise<ScheduledList>;
  history(scheduleId: number): Promise<readonly DueList[]>;
  /** Waits until nothing of the schedule is under way and its state is stored. */
  settled(scheduleId: number): Promise<ScheduledList>;
  placed(): Promise<Record<string, string>>;
  runs(): Promise<readonly Run[]>;
}

export const startScheduledDesk = async (options: Omit<TestDeskOptions, 'clock'> = {}): Promise<ScheduledDesk> => {
  const clock = createLookingClock();
  const desk = await startListsDesk({ ...options, clock });
  const place = join(desk.folder, 'place');
  await mkdir(place);

  const look = (): Promise<void> => clock.look(desk);
  const set = (time: number): void => {
    const ahead = time - clock.now();
    if (ahead > 0) clock.skip(ahead);
    else clock.setBack(-ahead);
  };
  const one = (scheduleId: number) => desk.call('scheduledLists.get', { scheduleId });
  const inputOf = async (scheduleId: number): Promise<ScheduledListInput> => {
    const { name, recipe, output, skipWithoutTraffic, rhythm, keep, enabled, clientIds } = await one(scheduleId);
    const known = { scheduleId, name, recipe, output, skipWithoutTraffic, rhythm, keep, enabled };
    return { ...known, clients: { clientIds }, folderId: null };
  };
  const chosen = async (folder: string): Promise<number> => {
    desk.dialogs.folderQueue.push(folder);
    const choice = await desk.call('scheduledLists.chooseFolder', { scheduleId: null });
    return choice?.folderId ?? 0;
  };

  return Object.assign(Object.create(desk) as ListsDesk, {
    place,
    look,
    at: async (time: string) => {
      set(new Date(time).getTime());
      await look();
    },
    later: async (minutes: number) => {
      clock.skip(minutes * 60_000);
      await look();
    },
    schedule: async (clientIds: readonly number[], change: Partial<ScheduledListInput> = {}) =>
      desk.call('scheduledLists.save', {
        scheduleId: null,
        name: 'Morning',
        recipe: { ...RECIPE, quantity: 3 } satisfies Recipe,
        output: FILES,
        skipWithoutTraffic: false,
        clients: { clientIds: [...clientIds] },
        rhythm: { every: 'day', monthDay: 1, time: '08:00' },
        keep: null,
        enabled: true,
        folderId: change.folderId ?? (await chosen(place)),
        ...change,
      }),
    one,
    inputOf,
    edit: async (scheduleId: number, change: Partial<ScheduledListInput> = {}) =>
      desk.call('scheduledLists.save', { ...(await inputOf(scheduleId)), ...change }),
    history: async (scheduleId: number) =>
      (await desk.call('scheduledLists.history', { scheduleId, offset: 0, limit: 100 })).rows,
    settled: async (scheduleId: number) => {
      for (;;) {
        const { last } = await one(scheduleId);
        const run = last?.state === 'running' ? last.run : null;
        if (run === null) break;
        await desk.waitForEvent('runs.changed', ({ id, state }: Run) => id === run.id && state !== 'running');
        desk.clearEvents();
        await look();
      }
      return one(scheduleId);
    },
    placed: async () => {
      const found: Record<string, string> = {};
      for (const name of (await readdir(place)).sort()) found[name] = await readFile(join(place, name), 'utf8');
      return found;
    },
    runs: async () =>
      (await desk.call('runs.list', { offset: 0, limit: 100 })).rows.filter(({ kind }) => kind === 'lists'),
  });
};
