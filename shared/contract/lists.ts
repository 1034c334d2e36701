import { z } from 'zod';
import { EXPORT_SORTS, LIST_SORTS } from '../domain/list-sorts.ts';
import { event, id, nothing, page, procedure, sortBy, text, timestamp } from './define.ts';
import { listCheck, listCheckHistory } from './last-check.ts';
import { formatId, recipe } from './recipe.ts';
import { storedError } from './stored-error.ts';
import { undoable } from './undo.ts';

/** Whether lines contain the gateway's name or its numeric address. */
export const hostVariant = z.enum(['domain', 'ip']);

const LIST_STATES = ['running', 'complete', 'partial', 'cancelled', 'failed'] as const;
/** The state of a list whose lines are still arriving from another computer of the shared desk. */
const ARRIVING = 'arriving';

/**
 * - `count`: a request brought more or fewer lines than requested;
 * - `layout`: this many lines do not have the requested layout (`expected` is its number);
 * - `variants-differ`: the variants should have the same number of lines, and do not;
 * - `variant-missing`: the variant `expected` (domain or ip) was not sent at all;
 * - `control-characters`: this many lines were left out, because each would take more than one line of a file;
 * - `no-proxy`: this many lines of a file contain no readable proxy; `got` has the numbers of the first ones.
 */
const LIST_ISSUES = [
  'count',
  'layout',
  'variants-differ',
  'variant-missing',
  'control-characters',
  'no-proxy',
] as const;

/** `chunk` is the number of the request, from 1; `lines` is the number of affected lines. */
const issue = z.object({
  chunk: z.int(),
  code: z.enum(LIST_ISSUES),
  expected: z.string(),
  got: z.string(),
  lines: z.int(),
});

export const proxyList = z.object({
  id,
  clientId: id.nullable(),
  clientName: z.string(),
  clientKey: z.string(),
  /** `null` once the client is forgotten. */
  messengerId: z.int().nullable(),
  title: z.string(),
  /** The recipe has no pool if the list was loaded from a file or made of dedicated proxies. */
  recipe: recipe.extend({ poolType: recipe.shape.poolType.nullable() }),
  state: z.enum([...LIST_STATES, ARRIVING]),
  /**
   * The length of the longer variant. Usually both are equally long; a length of 0 means that the variant was not sent.
   */
  lineCount: z.int(),
  domainLines: z.int(),
  ipLines: z.int(),
  /** The lines of both variants that are missing while the list is arriving. */
  missingLines: z.int(),
  /** The number of repeated lines within one variant. */
  duplicates: z.int(),
  /** The deviations from the request; the first hundred. */
  issues: z.array(issue),
  issueCount: z.int(),
  error: storedError.nullable(),
  createdAt: timestamp,
  runId: id.nullable(),
  lastCheck: listCheck.nullable(),
  /** Whether it is checked on the schedule (contract/scheduled-checks.ts). */
  isCheckedOnSchedule: z.boolean(),
});

/** A file that was written and read back. */
export const exportRecord = z.object({
  id,
  /** `null` for files of dedicated proxies, and once the list was removed; the history is kept. */
  listId: id.nullable(),
  listTitle: z.string(),
  path: z.string(),
  fileName: z.string(),
  formatId,
  /** The name of the layout; `null` if the file has the format `formatId` of the service. */
  layout: z.string().nullable(),
  variant: hostVariant,
  lineCount: z.int(),
  bytes: z.int(),
  sha256: z.string(),
  createdAt: timestamp,
  exists: z.boolean(),
});

const preset = z.object({ id, name: z.string(), recipe, createdAt: timestamp });

/**
 * Why a list is not available in a format. `ambiguous`: a line can be read in more than one way; `no-credentials`: the
 * lines have no credentials; `other-access`: lines without credentials must be generated as such (they need the
 * whitelist).
 */
const FORMAT_OBSTACLES = ['ambiguous', 'no-credentials', 'other-access'] as const;

const listFilter = z.strictObject({ search: text(500).default(''), clientId: id.optional() }).default({ search: '' });
const exportFilter = z.strictObject({ search: text(500).default(''), listId: id.optional() }).default({ search: '' });

/** The default is newest first. */
const listSort = sortBy(LIST_SORTS).default({ by: 'created', direction: 'desc' });
const exportSort = sortBy(EXPORT_SORTS).default({ by: 'created', direction: 'desc' });

/**
 * If `formatId` is not the list's own, the lines are converted, which is possible between 1 and 2
 * (docs/api.md#generating-a-list).
 */
const view = { listId: id, variant: hostVariant, formatId };

export const listsProcedures = {
  /** Starts a job. The list exists immediately and grows. */
  'lists.generate': procedure(z.strictObject({ clientId: id, recipe }), z.object({ listId: id, runId: id })),
  /**
   * Asks the OS for a file with one proxy per line, in any notation of suppliers, and makes a list of it. `null` if the
   * dialog was closed. A `question` means that some lines can be read in two ways, and shows both: nothing was created
   * yet, and repeating the request with its `answer` continues with the same file.
   */
  'lists.load': procedure(
    z.strictObject({ answer: z.strictObject({ fileId: id, loginFirst: z.boolean() }).nullable() }),
    z
      .object({
        listId: id.nullable(),
        question: z.object({ fileId: id, lines: z.int(), loginLast: z.string(), loginFirst: z.string() }).nullable(),
      })
      .nullable(),
  ),
  'lists.list': procedure(
    z.strictObject({ filter: listFilter, sort: listSort, ...page }),
    z.object({ total: z.int(), rows: z.array(proxyList) }),
  ),
  /** Returns all ids under the search in the list's order, as a fixed selection for an action. */
  'lists.ids': procedure(z.strictObject({ filter: listFilter, sort: listSort }), z.object({ ids: z.array(id) })),
  'lists.get': procedure(z.strictObject({ listId: id }), proxyList),
  'lists.checks': procedure(z.strictObject({ listId: id }), listCheckHistory),
  /**
   * Returns the formats in which the list can be shown and saved: its own, and those that its lines convert to without
   * guessing.
   */
  'lists.formats': procedure(
    z.strictObject({ listId: id, variant: hostVariant }),
    z.array(z.object({ formatId, available: z.boolean(), reason: z.enum(FORMAT_OBSTACLES).nullable() })),
  ),
  /** Passwords are masked unless `reveal` is set. */
  'lists.lines': procedure(
    z.strictObject({ ...view, reveal: z.boolean(), ...page }),
    z.object({ total: z.int(), lines: z.array(z.string()) }),
  ),
  'lists.copy': procedure(z.strictObject(view), z.object({ lines: z.int() })),
  /** Asks the OS for a path, writes the file and reads it back. `null` if the dialog was closed. */
  'lists.save': procedure(z.strictObject(view), exportRecord.nullable()),
  /** Writes the file before a possible drag, so that it exists when the drag starts. */
  'lists.prepareDrag': procedure(z.strictObject(view), nothing),
  /**
   * Starts an OS drag of the list as a file out of the window. `started` is false while the file is not written yet.
   */
  'lists.drag': procedure(z.strictObject(view), z.object({ started: z.boolean() })),
  'lists.rename': procedure(z.strictObject({ listId: id, title: text(300) }), proxyList),
  'lists.remove': procedure(z.strictObject({ listIds: z.array(id).min(1).max(10_000) }), undoable),
  'lists.exports': procedure(
    z.strictObject({ filter: exportFilter, sort: exportSort, ...page }),
    z.object({ total: z.int(), rows: z.array(exportRecord) }),
  ),
  'lists.showExport': procedure(z.strictObject({ exportId: id }), nothing),
  /** Starts an OS drag of the exported file out of the window. */
  'lists.dragExport': procedure(z.strictObject({ exportId: id }), nothing),
  /** Reads the file again and compares it with its record. */
  'lists.verifyExport': procedure(
    z.strictObject({ exportId: id }),
    z.object({ status: z.enum(['same', 'changed', 'missing']) }),
  ),
  'lists.presets': procedure(nothing, z.array(preset)),
  /** Replaces a preset of the same name. */
  'lists.savePreset': procedure(z.strictObject({ name: text(300), recipe }), preset),
  'lists.removePreset': procedure(z.strictObject({ presetId: id }), nothing),
};

export const listsEvents = {
  'lists.changed': event(z.object({ listId: id.nullable() })),
  /** `listId` is `null` for a file of something else, such as dedicated proxies. */
  'lists.exported': event(z.object({ exportId: id, listId: id.nullable() })),
};

export type { FormatId } from '../domain/limits.ts';
export type HostVariant = z.output<typeof hostVariant>;
/** How the generation ended, or `running`. */
export type ListState = (typeof LIST_STATES)[number];
export type ListIssue = z.output<typeof issue>;
export type FormatObstacle = (typeof FORMAT_OBSTACLES)[number];
export type { Recipe } from './recipe.ts';
export type ProxyList = z.output<typeof proxyList>;
export type ExportRecord = z.output<typeof exportRecord>;
export type ListRecipe = ProxyList['recipe'];
export type ListSort = z.output<typeof listSort>;
export type ExportSort = z.output<typeof exportSort>;
export type Preset = z.output<typeof preset>;
