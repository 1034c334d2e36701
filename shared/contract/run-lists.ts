import { z } from 'zod';
import { LISTS_LINE_STATES, LISTS_PROBLEMS, MAX_LISTS_LINES } from '../domain/lists-run.ts';
import { id, text } from './define.ts';
import { hostVariant } from './lists.ts';
import { formatId, recipe } from './recipe.ts';

export const listsTargets = z.array(id).min(1).max(MAX_LISTS_LINES);

const files = [
  /** A file each, named by the template; names that are taken get a number. */
  z.strictObject({ mode: z.literal('files'), variant: hostVariant, template: text(300) }),
  /** One file, in the order of the selection, with nothing between the lines of two clients. */
  z.strictObject({ mode: z.literal('combined'), variant: hostVariant }),
] as const;
export const savedOutput = z.discriminatedUnion('mode', files);
/** Where the lines go. The place itself comes from the OS dialog, never from here. */
const output = z.discriminatedUnion('mode', [
  /** Kept in the app only. */
  z.strictObject({ mode: z.literal('none') }),
  ...files,
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

const params = z.discriminatedUnion('kind', [
  /** `scheduleId`: what it was made by (contract/scheduled-lists.ts). */
  z.strictObject({ ...generate, scheduleId: id.exactOptional() }),
  z.strictObject(exported),
]);

/** Lists for many clients, or many lists into files: what is done, and for whom. */
export const listsInput = [
  z.strictObject({ ...generate, clientIds: listsTargets }),
  z.strictObject({ ...exported, listIds: listsTargets }),
] as const;

/** `words`: what the service said, secrets masked. */
const problem = z.object({ code: z.enum(LISTS_PROBLEMS), words: z.string() });

export const listsDetail = z.object({
  of: z.literal('lists'),
  params,
  counts: z.record(z.enum(LISTS_LINE_STATES), z.int()),
  /** What "retry" would ask for again. */
  retryable: z.int(),
  /** Lines that are in the app for it. */
  lines: z.int(),
  /** Files that were written and read back. */
  files: z.int(),
  /** The folder, or the file of a combined one; `null` where nothing is saved. */
  place: z.string().nullable(),
});

export const listsLine = z.object({
  of: z.literal('lists'),
  line: z.int(),
  state: z.enum(LISTS_LINE_STATES),
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

export type ListsInput = z.output<(typeof listsInput)[number]>;
export type ListsParams = z.output<typeof params>;
export type ListsOutput = z.output<typeof output>;
export type ListsProblem = z.output<typeof problem>;
export type ListsDetail = z.output<typeof listsDetail>;
export type ListsLine = z.output<typeof listsLine>;
