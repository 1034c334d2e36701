import { z } from 'zod';
import { LISTS_LINE_STATES, LISTS_PROBLEMS, MAX_LISTS_LINES } from '../domain/lists-run.ts';
import { id, text } from './define.ts';
import { chosenLayout, leftOutCounts } from './layouts.ts';
import { hostVariant } from './lists.ts';
import { formatId, recipe } from './recipe.ts';

export const listsTargets = z.array(id).min(1).max(MAX_LISTS_LINES);

/** How the lines are written; without a layout as the service sent them. */
const layout = chosenLayout.exactOptional();
const files = [
  /** One file per list, named by the template; names already in use get a number. */
  z.strictObject({ mode: z.literal('files'), variant: hostVariant, template: text(300), layout }),
  /** One file with all lines in the order of the selection, and no separator between clients. */
  z.strictObject({ mode: z.literal('combined'), variant: hostVariant, layout }),
] as const;
export const savedOutput = z.discriminatedUnion('mode', files);
/** The place where the lines are saved. The path itself comes from the OS dialog, never from the request. */
const output = z.discriminatedUnion('mode', [
  /** In the app only. */
  z.strictObject({ mode: z.literal('none') }),
  ...files,
]);

const generate = {
  kind: z.literal('generate'),
  /** Its quantity applies to each client. */
  recipe,
  output,
  /** Skips clients whose balance of the pool was 0 when last read. */
  skipWithoutTraffic: z.boolean(),
};
const exported = {
  kind: z.literal('export'),
  output,
  /** `null` to keep the format in which each list was generated. */
  formatId: formatId.nullable(),
};

const params = z.discriminatedUnion('kind', [
  /** `scheduleId`: the schedule that started the run (contract/scheduled-lists.ts). */
  z.strictObject({ ...generate, scheduleId: id.exactOptional() }),
  z.strictObject(exported),
]);

/** A run that generates lists for many clients, or exports many lists to files, with its targets. */
export const listsInput = [
  z.strictObject({ ...generate, clientIds: listsTargets }),
  z.strictObject({ ...exported, listIds: listsTargets }),
] as const;

/** `words`: the service's own message, secrets masked. */
const problem = z.object({ code: z.enum(LISTS_PROBLEMS), words: z.string() });

export const listsDetail = z.object({
  of: z.literal('lists'),
  params,
  counts: z.record(z.enum(LISTS_LINE_STATES), z.int()),
  /** The number of lines that "retry" would repeat. */
  retryable: z.int(),
  /** The number of proxy lines that are stored in the app. */
  lines: z.int(),
  /** The number of files that were written and read back. */
  files: z.int(),
  /** The folder, or the path of the combined file; `null` if nothing is saved. */
  place: z.string().nullable(),
});

export const listsLine = z.object({
  of: z.literal('lists'),
  line: z.int(),
  state: z.enum(LISTS_LINE_STATES),
  problem: problem.nullable(),
  /** The proxies that the layout leaves out of the file. */
  leftOut: leftOutCounts,
  clientId: id.nullable(),
  /** The client's name at the time of the run. */
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
