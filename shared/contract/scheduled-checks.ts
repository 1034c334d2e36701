import { z } from 'zod';
import { CHECK_RHYTHMS } from '../domain/check-rhythm.ts';
import { CHECKED_LIST_OBSTACLES, NOT_ADDED_REASONS } from '../domain/checked-lists.ts';
import { RUN_STATES } from '../domain/run-rules.ts';
import { event, id, nothing, procedure, text, timestamp } from './define.ts';
import { listCheck } from './last-check.ts';
import { undoable } from './undo.ts';

/** The schema accepts numbers, times and zones beyond the limits, which are reported by field. */
const terms = {
  /** Whether the dedicated proxies are checked. The lists are chosen one by one. */
  enabled: z.boolean(),
  every: z.enum(CHECK_RHYTHMS),
  /** The hours between two checks; it counts if `every` is `hours`. */
  hours: z.number(),
  /** `HH:MM` in `zone`; both count if `every` is `day`. */
  time: text(20),
  /** A zone of the IANA database. */
  zone: text(100),
};

/** A list that is checked on the schedule. */
const checkedList = z.object({
  listId: id,
  title: z.string(),
  clientName: z.string(),
  clientKey: z.string(),
  messengerId: z.int().nullable(),
  /** The number of proxies that a check of the list contacts. */
  proxies: z.int(),
  /** Why it would not be checked now; `null` if it would be. */
  obstacle: z.enum(CHECKED_LIST_OBSTACLES).nullable(),
  /** Its check on the schedule that is under way on this computer. */
  runningId: id.nullable(),
  /** Also counts checks that the user started. */
  lastCheck: listCheck.nullable(),
  /** The number of its proxies that worked at a check, and at none since, and when the last of them stopped. */
  stopped: z.int(),
  stoppedAt: timestamp.nullable(),
});

const scheduledChecks = z.object({
  ...terms,
  /** In the past while a check waits, for example for the network; `null` if nothing is checked. */
  nextAt: timestamp.nullable(),
  /** The number of proxies that would be checked now: those that are not archived and have not ended. */
  proxies: z.int(),
  /** The last check of them that this schedule started on this computer; `null` if it is no longer stored. */
  last: z
    .object({
      runId: id,
      state: z.enum(RUN_STATES),
      at: timestamp,
      working: z.int(),
      failed: z.int(),
    })
    .nullable(),
  /** In the order in which they were chosen. Lists in the trash are left out. */
  lists: z.array(checkedList),
});

const listIds = z.array(id).min(1).max(10_000);

/** The first lists that are not put on the schedule, and the number of further ones. */
const notAdded = {
  leftOut: z.array(z.object({ listId: id, title: z.string(), reason: z.enum(NOT_ADDED_REASONS) })),
  unnamed: z.int(),
};

const listsToCheck = z.object({
  /** The lists that would be put on the schedule, and the number of proxies that a check of them contacts. */
  listIds: z.array(id),
  proxies: z.int(),
  /** Whether the traffic of all these lists was bought for clients; otherwise it is unknown. */
  isBought: z.boolean(),
  ...notAdded,
});

export const scheduledChecksProcedures = {
  /** Returns when the dedicated proxies and the chosen lists of the open desk are checked automatically. */
  'scheduledChecks.get': procedure(nothing, scheduledChecks),
  'scheduledChecks.save': procedure(z.strictObject(terms), scheduledChecks),
  /** Returns what `addLists` would do with these lists. Nothing is changed. `not-found` if none of them is here. */
  'scheduledChecks.previewLists': procedure(z.strictObject({ listIds }), listsToCheck),
  /**
   * Puts those of the lists on the schedule that can be checked, in their order, until a limit is reached. If none can,
   * it throws why the first cannot: `conflict` (`checked-lists-many`, `checked-lines-many`, `list-running`,
   * `list-arriving`, `no-lines`, `checked-client-removed`), or `not-found`.
   */
  'scheduledChecks.addLists': procedure(
    z.strictObject({ listIds }),
    scheduledChecks.extend({ added: z.int(), ...notAdded }),
  ),
  'scheduledChecks.removeLists': procedure(z.strictObject({ listIds }), undoable),
  /** Lets the checks of lists go on after the desk was restored from a copy. */
  'scheduledChecks.releaseLists': procedure(nothing, scheduledChecks),
};

export const scheduledChecksEvents = {
  /** The schedule was changed, or it started a check. */
  'scheduledChecks.changed': event(nothing),
};

export type CheckedList = z.output<typeof checkedList>;
export type ListsToCheck = z.output<typeof listsToCheck>;
export type ScheduledChecks = z.output<typeof scheduledChecks>;
