import { z } from 'zod';
import { BATCH_ITEM_STATES, BATCH_PROBLEMS, BATCH_STOP_REASONS, MAX_BATCH_ITEMS } from '../domain/batch-rules.ts';
import { LANGUAGES } from '../domain/language.ts';
import { event, id, page, procedure, text, timestamp } from './define.ts';
import { hostVariant } from './lists.ts';
import { poolType } from './premium.ts';
import { formatId, recipe } from './recipe.ts';
import { keptError } from './runs.ts';

const targets = z.array(id).min(1).max(MAX_BATCH_ITEMS);

/** Where the lines go. The place itself comes from the OS dialog, never from here. */
const output = z.discriminatedUnion('mode', [
  /** Kept in the app only. */
  z.strictObject({ mode: z.literal('none') }),
  /** A file each, named by the template; names that are taken get a number. */
  z.strictObject({ mode: z.literal('files'), variant: hostVariant, template: text(300) }),
  /** One file, in the order of the selection, with nothing between the lines of two clients. */
  z.strictObject({ mode: z.literal('combined'), variant: hostVariant }),
]);

const generate = {
  kind: z.literal('generate'),
  /** Its quantity is for each client. */
  recipe,
  output,
  /** Those whose balance of the pool, as last read, is 0. */
  skipWithoutTraffic: z.boolean(),
};
const exported = {
  kind: z.literal('export'),
  output,
  /** `null`: each list as it was generated. */
  formatId: formatId.nullable(),
};

const batchParams = z.discriminatedUnion('kind', [z.strictObject(generate), z.strictObject(exported)]);

const startInput = z.discriminatedUnion('kind', [
  z.strictObject({ ...generate, clientIds: targets }),
  z.strictObject({ ...exported, listIds: targets }),
]);

/** `words`: what the service said, secrets masked. */
const problem = z.object({ code: z.enum(BATCH_PROBLEMS), words: z.string() });

const counts = z.object({
  waiting: z.int(),
  running: z.int(),
  done: z.int(),
  partial: z.int(),
  unsaved: z.int(),
  failed: z.int(),
  skipped: z.int(),
});

const batch = z.object({
  id,
  params: batchParams,
  state: z.enum(['running', 'stopped', 'finished']),
  stopReason: z.enum(BATCH_STOP_REASONS).nullable(),
  error: keptError.nullable(),
  items: z.int(),
  counts,
  /** What "retry" would ask for again. */
  retryable: z.int(),
  /** Lines that are in the app for it. */
  lines: z.int(),
  /** Files that were written and read back. */
  files: z.int(),
  /** The folder, or the file of a combined one; `null` where nothing is saved. */
  place: z.string().nullable(),
  /** The combined file, once it was written. */
  exportId: id.nullable(),
  jobId: id.nullable(),
  createdAt: timestamp,
  finishedAt: timestamp.nullable(),
});

const item = z.object({
  item: z.int(),
  state: z.enum(BATCH_ITEM_STATES),
  problem: problem.nullable(),
  clientId: id.nullable(),
  /** Who it is for, as it was then. */
  clientName: z.string(),
  messengerId: z.int().nullable(),
  clientKey: z.string(),
  listId: id.nullable(),
  listTitle: z.string(),
  lines: z.int(),
  asked: z.int(),
  exportId: id.nullable(),
  fileName: z.string(),
});

const one = z.strictObject({ batchId: id });

export const batchProcedures = {
  /** What is known to go wrong with these clients: said before anything is asked for. */
  'batch.checkClients': procedure(
    z.strictObject({ clientIds: targets, poolType }),
    z.object({
      clients: z.int(),
      /** The balance of the pool was read, and is 0. */
      withoutTraffic: z.int(),
      trafficUnread: z.int(),
      /** The whitelist was read, and is empty: lines without a login would work nowhere. */
      withoutWhitelist: z.int(),
      whitelistUnread: z.int(),
      removed: z.int(),
    }),
  ),
  'batch.checkLists': procedure(
    z.strictObject({ listIds: targets, variant: hostVariant }),
    z.object({
      lists: z.int(),
      lines: z.int(),
      /** Without lines of this variant, or still growing. */
      empty: z.int(),
      removed: z.int(),
      /** Of those with lines, how many can be had in format 1, 2 and 3. */
      available: z.array(z.object({ formatId, lists: z.int() })),
      /** How many were generated in each. */
      own: z.array(z.object({ formatId, lists: z.int() })),
    }),
  ),
  /** Asks the OS for the place, then starts the job. `null`: the dialog was closed. */
  'batch.start': procedure(startInput, batch.nullable()),
  'batch.get': procedure(one, batch),
  /** In the order of the selection; `only` narrows to states. */
  'batch.items': procedure(
    z.strictObject({ batchId: id, only: z.array(z.enum(BATCH_ITEM_STATES)).max(10).default([]), ...page }),
    z.object({ total: z.int(), rows: z.array(item) }),
  ),
  /** Stops and answers when it has. What came of the list under way is kept. */
  'batch.stop': procedure(one, batch),
  /**
   * Goes on with what waits; with `retry` also with what failed or was broken off. Those that are done are not asked
   * for again. Where its folder was not chosen since the app was started, it is asked for; `null`: the dialog was closed.
   * `conflict` (`batch-running`, `batch-nothing-left`).
   */
  'batch.resume': procedure(z.strictObject({ batchId: id, retry: z.boolean() }), batch.nullable()),
  /** Asks the OS for another place for what is still to be written. `null`: the dialog was closed. */
  'batch.changePlace': procedure(one, batch.nullable()),
  'batch.showPlace': procedure(one, z.strictObject({})),
  /** Asks the OS for a path and writes every item, for Excel. `null`: the dialog was closed. */
  'batch.saveReport': procedure(
    z.strictObject({ batchId: id, language: z.enum(LANGUAGES) }),
    z.object({ fileName: z.string(), rows: z.int() }).nullable(),
  ),
};

export const batchEvents = { 'batch.changed': event(z.object({ batchId: id })) };

export type BatchInput = z.output<typeof startInput>;
export type BatchParams = z.output<typeof batchParams>;
export type BatchOutput = z.output<typeof output>;
export type BatchProblem = z.output<typeof problem>;
export type Batch = z.output<typeof batch>;
export type BatchItem = z.output<typeof item>;
