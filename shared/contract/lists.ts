import { z } from 'zod';
import { EXPORT_SORTS, LIST_SORTS } from '../domain/list-sorts.ts';
import { event, id, nothing, page, procedure, sortBy, text, timestamp } from './define.ts';
import { keptError } from './kept-error.ts';
import { listCheck } from './last-check.ts';
import { formatId, recipe } from './recipe.ts';
import { undoable } from './undo.ts';

/** The same lines with the gateway's name or with its numeric address. */
export const hostVariant = z.enum(['domain', 'ip']);

const LIST_STATES = ['running', 'complete', 'partial', 'cancelled', 'failed'] as const;
/** On its way from another computer of a shared desk: its lines are not all here yet. */
const ARRIVING = 'arriving';

/**
 * - `count`: a request brought more or fewer lines than it asked for;
 * - `layout`: so many lines have not the layout that was asked for (`expected` is its number);
 * - `variants-differ`: as many lines with the name as with the address were due;
 * - `variant-missing`: `expected` (domain or ip) was not sent at all;
 * - `control-characters`: so many lines were left out, because they would be more than one line in a file;
 * - `no-proxy`: so many lines of a file are none that a proxy can be read from; `got` has the numbers of the first.
 */
const LIST_ISSUES = [
  'count',
  'layout',
  'variants-differ',
  'variant-missing',
  'control-characters',
  'no-proxy',
] as const;

/** `chunk` is the number of the request, from 1; `lines` is how many lines it is about. */
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
  /** Without a pool: not from a pool of the service, but loaded from a file or made of dedicated proxies. */
  recipe: recipe.extend({ poolType: recipe.shape.poolType.nullable() }),
  state: z.enum([...LIST_STATES, ARRIVING]),
  /** The longer of the two variants, which are as long as each other when all is well. 0: that variant was not sent. */
  lineCount: z.int(),
  domainLines: z.int(),
  ipLines: z.int(),
  /** Of both variants, while it is `arriving`. */
  missingLines: z.int(),
  /** Lines that are there already, within one variant. */
  duplicates: z.int(),
  /** What came otherwise than it was asked for; the first hundred. */
  issues: z.array(issue),
  issueCount: z.int(),
  error: keptError.nullable(),
  createdAt: timestamp,
  runId: id.nullable(),
  lastCheck: listCheck.nullable(),
});

/** A file that was written and read back. */
export const exportRecord = z.object({
  id,
  /** `null` once the list was removed, and for files of dedicated proxies; the history stays. */
  listId: id.nullable(),
  listTitle: z.string(),
  path: z.string(),
  fileName: z.string(),
  formatId,
  variant: hostVariant,
  lineCount: z.int(),
  bytes: z.int(),
  sha256: z.string(),
  createdAt: timestamp,
  exists: z.boolean(),
});

const preset = z.object({ id, name: z.string(), recipe, createdAt: timestamp });

/**
 * Why a list cannot be had in a format: `ambiguous`: a line can be read in more than one way; `no-credentials`: the
 * lines carry none; `other-access`: lines without credentials have to be generated as such (they need the whitelist).
 */
const FORMAT_OBSTACLES = ['ambiguous', 'no-credentials', 'other-access'] as const;

const listFilter = z.strictObject({ search: text(500).default(''), clientId: id.optional() }).default({ search: '' });
const exportFilter = z.strictObject({ search: text(500).default(''), listId: id.optional() }).default({ search: '' });

/** Without one the newest stand first. */
const listSort = sortBy(LIST_SORTS).default({ by: 'created', direction: 'desc' });
const exportSort = sortBy(EXPORT_SORTS).default({ by: 'created', direction: 'desc' });

/**
 * `formatId` other than the list's own: converted, where that is possible: between 1 and 2
 * (docs/api.md#generating-a-list).
 */
const view = { listId: id, variant: hostVariant, formatId };

export const listsProcedures = {
  /** Starts a job; the list exists at once and grows. */
  'lists.generate': procedure(z.strictObject({ clientId: id, recipe }), z.object({ listId: id, runId: id })),
  /**
   * Asks the OS for a file with proxies, one a line as any supplier writes them, and makes a list of it. `null`: the dialog
   * was closed. A `question` says that some lines can be read in two ways, and where they would lead then: nothing was made,
   * and the same request with its `answer` goes on with the same file.
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
  /** Every id under the search, in the list's order: the frozen selection an action works on. */
  'lists.ids': procedure(z.strictObject({ filter: listFilter, sort: listSort }), z.object({ ids: z.array(id) })),
  'lists.get': procedure(z.strictObject({ listId: id }), proxyList),
  /** Which formats the list can be shown and saved in: its own, and what its lines convert to without guessing. */
  'lists.formats': procedure(
    z.strictObject({ listId: id, variant: hostVariant }),
    z.array(z.object({ formatId, available: z.boolean(), reason: z.enum(FORMAT_OBSTACLES).nullable() })),
  ),
  /** Passwords are masked unless `reveal`. */
  'lists.lines': procedure(
    z.strictObject({ ...view, reveal: z.boolean(), ...page }),
    z.object({ total: z.int(), lines: z.array(z.string()) }),
  ),
  'lists.copy': procedure(z.strictObject(view), z.object({ lines: z.int() })),
  /** Asks the OS for a path, writes, reads back. `null`: the dialog was closed. */
  'lists.save': procedure(z.strictObject(view), exportRecord.nullable()),
  /** Writes the file for a drag that may begin, so that it is there when it does. */
  'lists.prepareDrag': procedure(z.strictObject(view), nothing),
  /** Has the OS drag the list as a file out of the window. `started: false`: it is not written yet. */
  'lists.drag': procedure(z.strictObject(view), z.object({ started: z.boolean() })),
  'lists.rename': procedure(z.strictObject({ listId: id, title: text(300) }), proxyList),
  'lists.remove': procedure(z.strictObject({ listIds: z.array(id).min(1).max(10_000) }), undoable),
  'lists.exports': procedure(
    z.strictObject({ filter: exportFilter, sort: exportSort, ...page }),
    z.object({ total: z.int(), rows: z.array(exportRecord) }),
  ),
  'lists.showExport': procedure(z.strictObject({ exportId: id }), nothing),
  /** Has the OS drag the file itself out of the window. */
  'lists.dragExport': procedure(z.strictObject({ exportId: id }), nothing),
  /** Reads the file again and compares it with what was recorded. */
  'lists.verifyExport': procedure(
    z.strictObject({ exportId: id }),
    z.object({ status: z.enum(['same', 'changed', 'missing']) }),
  ),
  'lists.presets': procedure(nothing, z.array(preset)),
  /** A preset of the same name is replaced. */
  'lists.savePreset': procedure(z.strictObject({ name: text(300), recipe }), preset),
  'lists.removePreset': procedure(z.strictObject({ presetId: id }), nothing),
};

export const listsEvents = {
  'lists.changed': event(z.object({ listId: id.nullable() })),
  /** `null` list: a file of something else, such as dedicated proxies. */
  'lists.exported': event(z.object({ exportId: id, listId: id.nullable() })),
};

export type { FormatId } from '../domain/limits.ts';
export type HostVariant = z.output<typeof hostVariant>;
/** How its making has ended, or `running`. */
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
