import { z } from 'zod';
import { CLIENT_LIMITS, forClientTexts } from '../domain/client-fields.ts';
import { CLIENT_SORTS } from '../domain/client-list.ts';
import { CLIENT_EXPIRIES, LOW_POOLS } from '../domain/client-needs.ts';
import { CSV_COLUMNS } from '../domain/csv-columns.ts';
import { LANGUAGES } from '../domain/language.ts';
import { event, id, kopecks, nothing, page, procedure, rowsOf, sortBy, text, timestamp } from './define.ts';
import { undoable } from './undo.ts';

const tags = z.array(text(CLIENT_LIMITS.tag)).max(CLIENT_LIMITS.tags);
const messengerId = z.number();

const clientRow = z.object({
  id,
  /** Up to ±(2^53−1); groups have negative ones. With `clientKey` it is the identity (docs/api.md#clients). */
  messengerId: z.int(),
  clientKey: z.string(),
  ...forClientTexts(() => z.string()),
  tags: z.array(z.string()),
  archived: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
  /** Sum over the pools as last read; `null` when it was never read. */
  trafficGb: z.number().nullable(),
  trafficAsOf: timestamp.nullable(),
  lastPurchaseAt: timestamp.nullable(),
  /** VPN subscriptions with the status ACTIVE, and all; `null` while nothing is known of them. */
  vpnActive: z.int().nullable(),
  vpnTotal: z.int().nullable(),
  /** The nearest end of the subscriptions that run; of a client without any, the last end. */
  nextExpiry: timestamp.nullable(),
  vpnAsOf: timestamp.nullable(),
  /** Below 0: paid ahead; `null`: nothing was ever sold or paid. */
  owedKopecks: kopecks.nullable(),
  /** Until when the oldest of it is to be paid, YYYY-MM-DD. */
  dueDay: z.string().nullable(),
});

const clientFilter = z.strictObject({
  /** Looked for in key, id, tags and all texts; every word must be found. */
  search: text(500).default(''),
  tags: tags.default([]),
  archived: z.boolean().default(false),
  /** With a VPN subscription that ends, or has ended, in this time. */
  expiry: z.enum(CLIENT_EXPIRIES).default('any'),
  /** With this pool below the threshold of the settings, having been bought into. */
  lowPool: z.enum(LOW_POOLS).default('none'),
  /** Of whom the subscriptions or the traffic were never read, or not for a day. */
  stale: z.boolean().default(false),
  owes: z.boolean().default(false),
});

const sort = sortBy(CLIENT_SORTS);

const clientFields = {
  messengerId,
  clientKey: text(10_000),
  // What is too long is said by the form; this is the bound of what is looked at.
  ...forClientTexts(() => text(100_000)),
  tags: z.array(text(1000)).max(1000),
};

const idList = z.array(id).min(1).max(200_000);

export const CSV_ENCODINGS = [
  'utf-8',
  'windows-1251',
  'utf-16le',
  'utf-16be',
  'cp866',
  'koi8-r',
  'maccyrillic',
] as const;
export const CSV_DELIMITERS = [';', ',', '\t'] as const;

/** How an opened CSV file is read; guessed at first, then changed by the user. */
const csvReading = z.strictObject({
  encoding: z.enum(CSV_ENCODINGS),
  delimiter: z.enum(CSV_DELIMITERS),
  hasHeader: z.boolean(),
  /** Records at the top that are left out: titles above the header. */
  above: z.int().min(0).max(1_000).default(0),
  /** A line without a key gets the messenger id as its key. */
  keyFromId: z.boolean().default(false),
  /** What each column of the file holds. `null`: guess it anew. */
  columns: z.array(z.enum(CSV_COLUMNS)).max(200).nullable(),
});

const IMPORT_STATUSES = ['new', 'exists', 'duplicate-in-file', 'bad'] as const;

/** One thing about one record of the file that keeps it from being imported as a new client. */
const importProblem = z.object({
  /** Line of the file, counted from 1, where the record begins. */
  line: z.int(),
  field: z.string(),
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  /** The beginning of the record as it stands in the file. */
  text: z.string(),
});

const importPreview = z.object({
  importId: id,
  fileName: z.string(),
  reading: csvReading.extend({ columns: z.array(z.enum(CSV_COLUMNS)) }),
  /** The titles of the columns, or empty texts without a header. */
  header: z.array(z.string()),
  /** Line of the file; `null` without a header. */
  headerLine: z.int().nullable(),
  /** Why nothing can be imported with this choice of columns. */
  columnProblems: z.array(z.enum(['no-id', 'no-key', 'repeated'])),
  /** What the guess left open, by the places of the columns (domain/csv-recognise.ts). */
  unsure: z.object({ messengerId: z.array(z.int()), clientKey: z.array(z.int()), counting: z.array(z.int()) }),
  /** What is imported all the same, but worth a look. */
  notes: z.object({
    /** Good ones whose key looks like a date that a spreadsheet made of something else. */
    dateKeys: z.int(),
    /** With an id, and without a key. */
    withoutKey: z.int(),
    /** Where bytes are no characters of the encoding: how many places, and the first lines with any. */
    brokenPlaces: z.int(),
    brokenLines: z.array(z.int()),
  }),
  /** The first records, as they would be imported. */
  sample: z.array(
    z.object({
      line: z.int(),
      /** As they stand in the file, long ones cut. */
      cells: z.array(z.string()),
      messengerId: z.string(),
      clientKey: z.string(),
      ...forClientTexts(() => z.string()),
      tags: z.array(z.string()),
      status: z.enum(IMPORT_STATUSES),
    }),
  ),
  counts: z.object({
    records: z.int(),
    new: z.int(),
    exists: z.int(),
    duplicateInFile: z.int(),
    bad: z.int(),
    /** Good ones whose key begins or ends with a space: kept as they are, but worth a look. */
    spacedKeys: z.int(),
  }),
});

const holdings = z.object({
  /** VPN subscriptions that have not ended, as far as is known. */
  runningVpn: z.int(),
  /** The number of clients who owe something, and the sum of their debts. */
  debtors: z.int(),
  owedKopecks: kopecks,
});

const importReport = z.object({
  fileName: z.string(),
  added: z.int(),
  updated: z.int(),
  /** There already, or more than once in the file. */
  skipped: z.int(),
  bad: z.int(),
  /** The bad lines are still there to be saved; not any more some time after the import. */
  linesKept: z.boolean(),
});

export const clientsProcedures = {
  'clients.list': procedure(z.strictObject({ filter: clientFilter, sort, ...page }), rowsOf(clientRow)),
  /** Every id under the filter, in the grid's order: the frozen list an action works on. */
  'clients.ids': procedure(z.strictObject({ filter: clientFilter, sort }), z.object({ ids: z.array(id) })),
  'clients.get': procedure(z.strictObject({ clientId: id }), clientRow),
  /** A text that is not given is empty. */
  'clients.add': procedure(
    z.strictObject({ ...clientFields, ...forClientTexts((name) => clientFields[name].default('')) }),
    clientRow,
  ),
  /**
   * The pair can be corrected only while nothing was bought or generated for the client. `seen`: as it stood when the
   * change was begun. What is the same in it stays as it is by now, and a text that came meanwhile is kept where the new
   * one takes its place.
   */
  'clients.update': procedure(
    z.strictObject({ clientId: id, ...clientFields, seen: z.strictObject(clientFields).optional() }),
    clientRow,
  ),
  /** Many are a job of Activity meanwhile; stopped there, it answers with what was done. */
  'clients.archive': procedure(z.strictObject({ clientIds: idList }), undoable),
  'clients.restore': procedure(z.strictObject({ clientIds: idList }), undoable),
  /** The things of these clients that their removal leaves behind: for the question before it. */
  'clients.holdings': procedure(z.strictObject({ clientIds: idList }), holdings),
  /** Purchases and lists of a removed client are kept. */
  'clients.remove': procedure(z.strictObject({ clientIds: idList }), undoable),
  'clients.tag': procedure(z.strictObject({ clientIds: idList, add: tags, remove: tags }), undoable),
  'clients.tags': procedure(nothing, z.array(z.object({ tag: z.string(), count: z.int() }))),
  /** Opens the OS dialog; `null` when it was closed. Nothing is imported yet. */
  'clients.importOpen': procedure(nothing, importPreview.nullable()),
  'clients.importPreview': procedure(z.strictObject({ importId: id, reading: csvReading }), importPreview),
  /** The records of the last preview that are bad, repeated or there already, in the order of the file. */
  'clients.importProblems': procedure(
    z.strictObject({ importId: id, kind: z.enum(['bad', 'duplicate-in-file', 'exists']), ...page }),
    rowsOf(importProblem),
  ),
  /** `update` replaces what the file has a filled cell for. Cancelled half-way it answers with what was done. */
  'clients.importConfirm': procedure(
    z.strictObject({ importId: id, existing: z.enum(['skip', 'update']) }),
    z.object({
      added: z.int(),
      updated: z.int(),
      /** There already, or more than once in the file. */
      skipped: z.int(),
      bad: z.int(),
      cancelled: z.boolean(),
      /** Of Activity, where the report stays. */
      runId: id,
    }),
  ),
  /** What became of an import, by its job; also while it runs, and of one that broke off. */
  'clients.importReport': procedure(z.strictObject({ runId: id }), importReport),
  /** What is wrong with the lines that were not imported, in the order of the file. */
  'clients.importReportLines': procedure(z.strictObject({ runId: id, ...page }), rowsOf(importProblem)),
  /** Saves these lines as they were, to be corrected and imported again; `null` when the dialog was closed. */
  'clients.importReportSave': procedure(
    z.strictObject({ runId: id, language: z.enum(LANGUAGES) }),
    z.object({ fileName: z.string(), rows: z.int() }).nullable(),
  ),
  /** Stops what is running and forgets the file. */
  'clients.importCancel': procedure(z.strictObject({ importId: id }), nothing),
  'clients.exportCsv': procedure(
    z.strictObject({ filter: clientFilter, sort, clientIds: idList.optional(), language: z.enum(LANGUAGES) }),
    z.object({ fileName: z.string(), rows: z.int() }).nullable(),
  ),
};

export const clientsEvents = {
  /** `null` ids: many changed, read again. */
  'clients.changed': event(z.object({ clientIds: z.array(id).nullable() })),
  'clients.importProgress': event(
    z.object({ importId: id, stage: z.enum(['reading', 'writing']), done: z.int(), total: z.int() }),
  ),
};

export type ClientRow = z.output<typeof clientRow>;
export type ClientHoldings = z.output<typeof holdings>;
export type ClientFilter = z.output<typeof clientFilter>;
export type ClientSort = z.output<typeof sort>;
export type CsvReading = z.output<typeof csvReading>;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];
export type ImportPreview = z.output<typeof importPreview>;
export type ImportReport = z.output<typeof importReport>;
export type ImportProblem = z.output<typeof importProblem>;
