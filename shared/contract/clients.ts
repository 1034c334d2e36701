import { z } from 'zod';
import { event, id, nothing, page, procedure, sortDirection, text, timestamp } from './define.ts';

/** Field lengths, shared with the forms. */
export const CLIENT_LIMITS = { key: 500, name: 300, note: 5000, tag: 50, tags: 50 } as const;

const tags = z.array(text(CLIENT_LIMITS.tag)).max(CLIENT_LIMITS.tags);
const messengerId = z.number();

const clientRow = z.object({
  id,
  /** Up to ±(2^53−1); groups have negative ones. With `clientKey` it is the client's identity (api.md 1). */
  messengerId: z.int(),
  clientKey: z.string(),
  name: z.string(),
  note: z.string(),
  tags: z.array(z.string()),
  archived: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
  /** Sum over the pools as last read; `null` when it was never read. */
  trafficGb: z.number().nullable(),
  trafficAsOf: timestamp.nullable(),
  lastPurchaseAt: timestamp.nullable(),
});

export const CLIENT_SORTS = ['name', 'clientKey', 'messengerId', 'createdAt', 'trafficGb', 'lastPurchaseAt'] as const;

const clientFilter = z.strictObject({
  /** Looked for in name, key, id, tags and note; every word must be found. */
  search: text(500).default(''),
  tags: tags.default([]),
  archived: z.boolean().default(false),
});

const sort = z.strictObject({ by: z.enum(CLIENT_SORTS), direction: sortDirection });

const clientFields = {
  messengerId,
  clientKey: text(10_000),
  name: text(10_000),
  note: text(100_000),
  tags: z.array(text(1000)).max(1000),
};

const idList = z.array(id).min(1).max(200_000);

/** How an opened CSV file is read; guessed at first, then changed by the user. */
const CSV_COLUMNS = ['messengerId', 'clientKey', 'name', 'note', 'tags', 'ignore'] as const;
const csvReading = z.object({
  encoding: z.enum(['utf-8', 'windows-1251', 'utf-16le']),
  delimiter: z.enum([';', ',', '\t']),
  hasHeader: z.boolean(),
  /** What each column of the file holds. */
  columns: z.array(z.enum(CSV_COLUMNS)).max(200),
});

const importProblem = z.object({
  /** Line of the file, counted from 1, where the record begins. */
  line: z.int(),
  field: z.string(),
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  text: z.string(),
});

const importPreview = z.object({
  importId: id,
  fileName: z.string(),
  reading: csvReading,
  header: z.array(z.string()),
  /** The first records, as they would be imported. */
  sample: z.array(
    z.object({
      line: z.int(),
      messengerId: z.string(),
      clientKey: z.string(),
      name: z.string(),
      note: z.string(),
      tags: z.array(z.string()),
      status: z.enum(['new', 'duplicate-in-file', 'exists', 'bad']),
    }),
  ),
  counts: z.object({ records: z.int(), new: z.int(), exists: z.int(), duplicateInFile: z.int(), bad: z.int() }),
});

export const clientsProcedures = {
  'clients.list': procedure(
    z.strictObject({ filter: clientFilter, sort, ...page }),
    z.object({ total: z.int(), rows: z.array(clientRow) }),
  ),
  /** Every id under the filter, in the grid's order: the frozen list an action works on. */
  'clients.ids': procedure(z.strictObject({ filter: clientFilter, sort }), z.object({ ids: z.array(id) })),
  'clients.get': procedure(z.strictObject({ clientId: id }), clientRow),
  'clients.add': procedure(z.strictObject(clientFields), clientRow),
  /** The pair can be corrected only while nothing was bought or generated for the client. */
  'clients.update': procedure(z.strictObject({ clientId: id, ...clientFields }), clientRow),
  'clients.archive': procedure(z.strictObject({ clientIds: idList }), z.object({ count: z.int() })),
  'clients.restore': procedure(z.strictObject({ clientIds: idList }), z.object({ count: z.int() })),
  /** Undoable until the next start; purchases and lists of a removed client are kept. */
  'clients.remove': procedure(z.strictObject({ clientIds: idList }), z.object({ count: z.int(), undoId: id })),
  'clients.undoRemove': procedure(z.strictObject({ undoId: id }), z.object({ count: z.int() })),
  'clients.tag': procedure(
    z.strictObject({ clientIds: idList, add: tags, remove: tags }),
    z.object({ count: z.int() }),
  ),
  'clients.tags': procedure(nothing, z.array(z.object({ tag: z.string(), count: z.int() }))),
  /** Opens the OS dialog; `null` when it was closed. Nothing is imported yet. */
  'clients.importOpen': procedure(nothing, importPreview.nullable()),
  'clients.importPreview': procedure(z.strictObject({ importId: id, reading: csvReading }), importPreview),
  'clients.importProblems': procedure(
    z.strictObject({ importId: id, ...page }),
    z.object({ total: z.int(), rows: z.array(importProblem) }),
  ),
  'clients.importConfirm': procedure(
    z.strictObject({ importId: id, existing: z.enum(['skip', 'update']) }),
    z.object({ added: z.int(), updated: z.int(), skipped: z.int(), bad: z.int() }),
  ),
  'clients.importCancel': procedure(z.strictObject({ importId: id }), nothing),
  'clients.exportCsv': procedure(
    z.strictObject({ filter: clientFilter, sort, clientIds: idList.optional() }),
    z.object({ fileName: z.string(), rows: z.int() }).nullable(),
  ),
};

export const clientsEvents = {
  /** `null` ids: many changed, read again. */
  'clients.changed': event(z.object({ clientIds: z.array(id).nullable() })),
};

export type ClientRow = z.output<typeof clientRow>;
export type ClientFilter = z.output<typeof clientFilter>;
export type ClientSort = z.output<typeof sort>;
export type CsvReading = z.output<typeof csvReading>;
export type CsvColumn = (typeof CSV_COLUMNS)[number];
export type ImportPreview = z.output<typeof importPreview>;
export type ImportProblem = z.output<typeof importProblem>;
