import { z } from 'zod';
import { RHYTHMS } from '../domain/rhythm.ts';
import { RUN_STATES } from '../domain/run-rules.ts';
import { DUE_LIST_PROBLEMS, DUE_LIST_STATES, SCHEDULED_LIST_SORTS } from '../domain/scheduled-lists.ts';
import { event, id, nothing, page, procedure, rowsOf, sortBy, text, timestamp } from './define.ts';
import { recipe } from './recipe.ts';
import { listsTargets, savedOutput } from './run-lists.ts';
import { undoable } from './undo.ts';

/** Numbers and times beyond the limits pass, and are told by field. `time` is `HH:MM` in its zone. */
const rhythm = z.strictObject({ every: z.enum(RHYTHMS), monthDay: z.number(), time: text(20) });

/** What is made. */
const what = { recipe, output: savedOutput, skipWithoutTraffic: z.boolean() };

/** One time that a list was due, or was made by hand. */
const dueList = z.object({
  id,
  /** YYYY-MM-DD in its zone; `null`: made by hand. */
  day: z.string().nullable(),
  dueAt: timestamp,
  startedAt: timestamp,
  endedAt: timestamp.nullable(),
  state: z.enum(DUE_LIST_STATES),
  problem: z.enum(DUE_LIST_PROBLEMS).nullable(),
  /** Earlier ones that were missed, and that this one stands for. */
  missed: z.int(),
  run: z
    .object({
      id,
      state: z.enum(RUN_STATES),
      done: z.int(),
      total: z.int(),
      failed: z.int(),
      /** Clients without traffic who were left out. */
      skipped: z.int(),
      files: z.int(),
    })
    .nullable(),
});

const scheduledList = z.object({
  id,
  /** Empty: it is called by what it makes. */
  name: z.string(),
  ...what,
  /** Everybody with this tag; `null`: those that were chosen. */
  tag: z.string().nullable(),
  /** How many of them there are now; archived ones are left out. */
  clients: z.int(),
  /** Of the first of them. */
  clientName: z.string(),
  clientKey: z.string(),
  messengerId: z.int().nullable(),
  rhythm,
  /** Of the IANA database: its days and times are of that zone. */
  zone: z.string(),
  /** Files of each client; `null`: all. */
  keep: z.int().nullable(),
  enabled: z.boolean(),
  folder: z.string(),
  /** `false`: it comes from a backup, and nothing is written there until it is chosen again. */
  folderChosen: z.boolean(),
  /** In the past while it waits for the service; `null`: switched off. */
  nextAt: timestamp.nullable(),
  last: dueList.nullable(),
});

/** Without one the newest stand first. */
const sort = sortBy(SCHEDULED_LIST_SORTS).default({ by: 'created', direction: 'desc' });
const one = z.strictObject({ scheduleId: id });

export const scheduledListsProcedures = {
  'scheduledLists.list': procedure(z.strictObject({ sort, ...page }), rowsOf(scheduledList)),
  /** With everybody it was made for, also who is archived since. */
  'scheduledLists.get': procedure(one, z.object({ ...scheduledList.shape, clientIds: z.array(id) })),
  /** The newest first. */
  'scheduledLists.history': procedure(z.strictObject({ scheduleId: id, ...page }), rowsOf(dueList)),
  /**
   * Has the OS ask for a folder, which `scheduledLists.save` then takes by its number. With a schedule it becomes its
   * folder at once, and what waited for one is made up for. `null`: the dialog was closed.
   */
  'scheduledLists.chooseFolder': procedure(
    z.strictObject({ scheduleId: id.nullable() }),
    z.object({ folderId: id, folder: z.string() }).nullable(),
  ),
  /** `scheduleId` `null`: a new one. `folderId` `null`: the folder it has. Throws `invalid-input` that names every field. */
  'scheduledLists.save': procedure(
    z.strictObject({
      scheduleId: id.nullable(),
      name: text(300),
      ...what,
      clients: z.union([z.strictObject({ tag: text(300) }), z.strictObject({ clientIds: listsTargets })]),
      rhythm,
      /** Without it a new one has this computer's, and one that is there keeps its own. */
      zone: text(60).exactOptional(),
      keep: z.number().nullable(),
      enabled: z.boolean(),
      folderId: id.nullable(),
    }),
    scheduledList,
  ),
  /** Switched on again, it begins with what falls due then. `conflict` (`schedule-folder`) before its folder is chosen. */
  'scheduledLists.setEnabled': procedure(z.strictObject({ scheduleId: id, enabled: z.boolean() }), scheduledList),
  /**
   * Makes one more, now, or goes on with what waits. Answers when it has begun. `conflict` (`schedule-running`,
   * `schedule-folder`, `schedule-no-clients`, `schedule-many-clients`).
   */
  'scheduledLists.makeNow': procedure(one, scheduledList),
  'scheduledLists.showFolder': procedure(one, nothing),
  /** The files stay. */
  'scheduledLists.remove': procedure(one, undoable),
};

export const scheduledListsEvents = { 'scheduledLists.changed': event(nothing) };

export type ScheduledList = z.output<typeof scheduledList>;
export type DueList = z.output<typeof dueList>;
export type ScheduledListInput = z.output<(typeof scheduledListsProcedures)['scheduledLists.save']['input']>;
export type ScheduledListSort = z.output<typeof sort>;
