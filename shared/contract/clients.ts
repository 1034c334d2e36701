import { z } from 'zod';
import { CLIENT_LIMITS, forClientTexts } from '../domain/client-fields.ts';
import { CLIENT_SORTS } from '../domain/client-list.ts';
import { CLIENT_EXPIRIES, LAST_PURCHASES, LOW_POOLS, TAG_MATCHES } from '../domain/client-needs.ts';
import { CSV_COLUMNS } from '../domain/csv-columns.ts';
import { LANGUAGES } from '../domain/language.ts';
import { PAID_UNTIL_FILTERS } from '../domain/paid-until.ts';
import { GIVEN_TABLE } from '../domain/pasted-table.ts';
import { provenOrder } from './date-order.ts';
import {
  event,
  id,
  kindOfUnion,
  kopecks,
  nothing,
  page,
  procedure,
  rowsOf,
  sortBy,
  text,
  timestamp,
} from './define.ts';
import { undoable } from './undo.ts';

const tags = z.array(text(CLIENT_LIMITS.tag)).max(CLIENT_LIMITS.tags);
const messengerId = z.number();

const clientRow = z.object({
  id,
  /** A number up to ±(2^53−1), negative for groups. With `clientKey` it identifies the client (docs/api.md#clients). */
  messengerId: z.int(),
  clientKey: z.string(),
  ...forClientTexts(() => z.string()),
  tags: z.array(z.string()),
  archived: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
  /** The total over the pools as last read; `null` if it was never read. */
  trafficGb: z.number().nullable(),
  trafficAsOf: timestamp.nullable(),
  lastPurchaseAt: timestamp.nullable(),
  /** The VPN subscriptions with the status ACTIVE, and all of them; `null` while nothing is known. */
  vpnActive: z.int().nullable(),
  vpnTotal: z.int().nullable(),
  /** The nearest end of the running subscriptions; if none is running, the latest end. */
  nextExpiry: timestamp.nullable(),
  vpnAsOf: timestamp.nullable(),
  /** Negative if the client has paid in advance; `null` if nothing was ever sold or paid. */
  owedKopecks: kopecks.nullable(),
  /** The date by which the oldest debt is to be paid, YYYY-MM-DD. */
  dueDay: z.string().nullable(),
  /** The day until which the client has paid, as the reseller knows it, YYYY-MM-DD. It says nothing about the service. */
  paidUntil: z.string().nullable(),
});

const clientFilter = z.strictObject({
  /** Searches the key, id, tags and all texts; every word must be found. */
  search: text(500).default(''),
  tags: tags.default([]),
  tagsMatch: z.enum(TAG_MATCHES).default('all'),
  archived: z.boolean().default(false),
  /** Only clients with a VPN subscription that ends or has ended in this time. */
  expiry: z.enum(CLIENT_EXPIRIES).default('any'),
  /** Only clients that bought traffic in this pool and have less than the threshold of the settings. */
  lowPool: z.enum(LOW_POOLS).default('none'),
  /** Only clients whose subscriptions or traffic were not read for a day, or never. */
  stale: z.boolean().default(false),
  owes: z.boolean().default(false),
  /** Only clients whose VPN subscriptions are known, and none of them is running. */
  withoutVpn: z.boolean().default(false),
  /** Only clients for whom this desk has bought nothing for that long, or never anything. */
  lastPurchase: z.enum(LAST_PURCHASES).default('any'),
  /** Only clients whose `paidUntil` has passed, is near, or is not known. */
  paidUntil: z.enum(PAID_UNTIL_FILTERS).default('any'),
});

const sort = sortBy(CLIENT_SORTS);

const clientFields = {
  messengerId,
  clientKey: text(10_000),
  // The form reports texts that are too long; this only limits the size of a request.
  ...forClientTexts(() => text(100_000)),
  tags: z.array(text(1000)).max(1000),
  paidUntil: text(100).nullable(),
};

/** A request without a plan or an end leaves both as they are. */
const changedFields = {
  ...clientFields,
  plan: clientFields.plan.optional(),
  paidUntil: clientFields.paidUntil.optional(),
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

/** How to read an opened table. The app guesses first, then the user can change it. */
const csvReading = z.strictObject({
  encoding: z.enum(CSV_ENCODINGS),
  delimiter: z.enum(CSV_DELIMITERS),
  hasHeader: z.boolean(),
  /** The number of records to skip at the top: titles above the header. */
  above: z.int().min(0).max(1_000).default(0),
  /** The sheet of a workbook, by its position; 0 for a text. */
  sheet: z.int().min(0).max(1_000).default(0),
  /** Lines without a key get the messenger id as their key. */
  keyFromId: z.boolean().default(false),
  /** How to read `03/04/2026`; `null` if the user has not decided. The order that the dates prove applies then. */
  dayFirst: z.boolean().nullable().default(null),
  /** The meaning of each column of the file. `null` makes the app guess. */
  columns: z.array(z.enum(CSV_COLUMNS)).max(200).nullable(),
});

/** A table that the page was given. It never names a path: a path comes from a dialog of the system alone. */
const givenTable = z.discriminatedUnion('kind', [
  kindOfUnion('pasted', { text: text(GIVEN_TABLE.characters) }),
  /** The content of a dropped file, in base64. */
  kindOfUnion('file', { name: text(300), base64: text(Math.ceil(GIVEN_TABLE.bytes / 3) * 4) }),
]);

const IMPORT_STATUSES = ['new', 'exists', 'duplicate-in-file', 'bad'] as const;

/** A problem that prevents a record of the file from being imported as a new client. */
const importProblem = z.object({
  /** The line of the file, from 1, where the record begins. */
  line: z.int(),
  field: z.string(),
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  /** The beginning of the record as in the file. */
  text: z.string(),
});

const importPreview = z.object({
  importId: id,
  fileName: z.string(),
  source: z.enum(['text', 'sheet', 'pasted']),
  /** The sheets of a workbook that contain anything; empty for a text. */
  sheets: z.array(z.object({ index: z.int(), name: z.string() })),
  reading: csvReading.extend({ columns: z.array(z.enum(CSV_COLUMNS)) }),
  /** The titles of the columns; empty texts without a header. */
  header: z.array(z.string()),
  /** The line of the header in the file; `null` without one. */
  headerLine: z.int().nullable(),
  /** Whether the columns are those that the user chose for an earlier file with this header. */
  asLastTime: z.boolean(),
  /** Why nothing can be imported with these columns. */
  columnProblems: z.array(z.enum(['no-id', 'no-key', 'repeated'])),
  /** The columns, by index, that the user must decide about (domain/csv-recognise.ts). */
  unsure: z.object({ messengerId: z.array(z.int()), clientKey: z.array(z.int()), counting: z.array(z.int()) }),
  /** The records and places that the user should check, although they can be imported. */
  notes: z.object({
    /** The number of valid records whose key looks like a date that a spreadsheet made of something else. */
    dateKeys: z.int(),
    /** The number of records with an id but without a key. */
    withoutKey: z.int(),
    /** The number of places with bytes that are invalid in the encoding, and the first lines with such places. */
    brokenPlaces: z.int(),
    brokenLines: z.array(z.int()),
    /** The number of records whose paid-until day passed long ago or lies far ahead, and the first of their lines. */
    doubtfulEnds: z.int(),
    doubtfulLines: z.array(z.int()),
    /** The number of new records whose messenger id a client here has with another key, and the first of their lines. */
    otherKeys: z.int(),
    otherKeyLines: z.array(z.int()),
  }),
  /** A date whose day and month could be exchanged; `null` if there is none. */
  twoDays: z.string().nullable(),
  /** The order of day and month that the dates prove. It is taken while the user has decided nothing. */
  provenOrder: provenOrder.nullable(),
  /** The first records, as they would be imported. */
  sample: z.array(
    z.object({
      line: z.int(),
      /** The cells as in the file; long ones are cut. */
      cells: z.array(z.string()),
      messengerId: z.string(),
      clientKey: z.string(),
      ...forClientTexts(() => z.string()),
      tags: z.array(z.string()),
      status: z.enum(IMPORT_STATUSES),
      /** The day until which the client has paid, as it was read. */
      paidUntil: z.string().nullable(),
    }),
  ),
  counts: z.object({
    records: z.int(),
    new: z.int(),
    exists: z.int(),
    duplicateInFile: z.int(),
    bad: z.int(),
    /**
     * The number of valid records whose key starts or ends with a space. They are imported unchanged, but the user
     * should check them.
     */
    spacedKeys: z.int(),
    /** The new and the existing records with a value that is left out, because it cannot be read. */
    incompleteNew: z.int(),
    incompleteExisting: z.int(),
  }),
});

const holdings = z.object({
  /** The number of VPN subscriptions that have not ended, as far as is known. */
  runningVpn: z.int(),
  /** The number of clients who owe something; `owedKopecks` is their total debt. */
  debtors: z.int(),
  owedKopecks: kopecks,
});

const importReport = z.object({
  fileName: z.string(),
  added: z.int(),
  updated: z.int(),
  /** The number of records that exist already, or are repeated in the file. */
  skipped: z.int(),
  bad: z.int(),
  /** Whether the bad lines can still be saved. They are deleted some time after the import. */
  linesKept: z.boolean(),
});

export const clientsProcedures = {
  /** With `namedFirst`, clients whom the words of the search name come before those that only contain them. */
  'clients.list': procedure(
    z.strictObject({ filter: clientFilter, sort, namedFirst: z.boolean().default(false), ...page }),
    rowsOf(clientRow),
  ),
  /** Returns all ids under the filter in the grid's order, as a fixed list for an action. */
  'clients.ids': procedure(z.strictObject({ filter: clientFilter, sort }), z.object({ ids: z.array(id) })),
  'clients.get': procedure(z.strictObject({ clientId: id }), clientRow),
  /**
   * Opens the chat with a client (`chatAddressOf`). Throws `conflict`: `no-chat` for a group, `no-messenger` if the system
   * has no program for it.
   */
  'clients.openChat': procedure(z.strictObject({ clientId: id }), nothing),
  /** Texts that are not given are empty. */
  'clients.add': procedure(
    z.strictObject({
      ...clientFields,
      ...forClientTexts((name) => clientFields[name].default('')),
      paidUntil: clientFields.paidUntil.default(null),
    }),
    clientRow,
  ),
  /**
   * Changes a client. The identifying pair can be changed only while nothing was bought or generated for the client.
   * `seen` holds the fields when the user started to edit. Fields equal to it keep their present values, and a text
   * that was changed meanwhile and is now overwritten is kept as a conflict.
   */
  'clients.update': procedure(
    z.strictObject({ clientId: id, ...changedFields, seen: z.strictObject(changedFields).optional() }),
    clientRow,
  ),
  /** For many clients this is a job of Activity; if it is stopped there, the answer counts what was done. */
  'clients.archive': procedure(z.strictObject({ clientIds: idList }), undoable),
  'clients.restore': procedure(z.strictObject({ clientIds: idList }), undoable),
  /** Returns what the removal of these clients would leave behind, for the confirmation. */
  'clients.holdings': procedure(z.strictObject({ clientIds: idList }), holdings),
  /** Removes clients. Their purchases and lists are kept. */
  'clients.remove': procedure(z.strictObject({ clientIds: idList }), undoable),
  'clients.tag': procedure(z.strictObject({ clientIds: idList, add: tags, remove: tags }), undoable),
  'clients.tags': procedure(nothing, z.array(z.object({ tag: z.string(), count: z.int() }))),
  /** Opens the OS dialog; `null` if it was closed. Nothing is imported yet. */
  'clients.importOpen': procedure(nothing, importPreview.nullable()),
  /** Opens a table that was pasted, or a file that was dropped on the window. */
  'clients.importGiven': procedure(z.strictObject({ table: givenTable }), importPreview),
  'clients.importPreview': procedure(z.strictObject({ importId: id, reading: csvReading }), importPreview),
  /** Returns the records of the last preview that are bad, incomplete, repeated or existing, in the order of the file. */
  'clients.importProblems': procedure(
    z.strictObject({ importId: id, kind: z.enum(['bad', 'incomplete', 'duplicate-in-file', 'exists']), ...page }),
    rowsOf(importProblem),
  ),
  /**
   * Imports the file. `update` overwrites fields with the file's filled cells. Records with a value that cannot be read
   * are imported without it, or held back among the bad lines with `hold`. If it is cancelled midway, the answer counts
   * what was done.
   */
  'clients.importConfirm': procedure(
    z.strictObject({
      importId: id,
      existing: z.enum(['skip', 'update']),
      faulty: z.enum(['import', 'hold']).default('import'),
    }),
    z.object({
      added: z.int(),
      updated: z.int(),
      /** The number of records that exist already, or are repeated in the file. */
      skipped: z.int(),
      bad: z.int(),
      cancelled: z.boolean(),
      /** The run in Activity, where the report stays available. */
      runId: id,
      /** The added clients, in the order of the file. */
      addedIds: z.array(id),
    }),
  ),
  /** Returns the result of an import by its run, even if the import is running or was interrupted. */
  'clients.importReport': procedure(z.strictObject({ runId: id }), importReport),
  /** Returns the problems of the lines that were not imported, in the order of the file. */
  'clients.importReportLines': procedure(z.strictObject({ runId: id, ...page }), rowsOf(importProblem)),
  /** Saves these lines unchanged, to be corrected and imported again; `null` if the dialog was closed. */
  'clients.importReportSave': procedure(
    z.strictObject({ runId: id, language: z.enum(LANGUAGES) }),
    z.object({ fileName: z.string(), rows: z.int() }).nullable(),
  ),
  /** Stops the running import and forgets the file. */
  'clients.importCancel': procedure(z.strictObject({ importId: id }), nothing),
  'clients.exportCsv': procedure(
    z.strictObject({ filter: clientFilter, sort, clientIds: idList.optional(), language: z.enum(LANGUAGES) }),
    z.object({ fileName: z.string(), rows: z.int() }).nullable(),
  ),
};

export const clientsEvents = {
  /** `null` if many changed, so that all must be read again. */
  'clients.changed': event(z.object({ clientIds: z.array(id).nullable() })),
  'clients.importProgress': event(
    z.object({ importId: id, stage: z.enum(['reading', 'writing']), done: z.int(), total: z.int() }),
  ),
};

export type ClientRow = z.output<typeof clientRow>;
export type ClientHoldings = z.output<typeof holdings>;
/** The parts of the filter that select clients by what they need. */
export type ClientNeeds = Pick<
  ClientFilter,
  'expiry' | 'lowPool' | 'stale' | 'owes' | 'withoutVpn' | 'lastPurchase' | 'paidUntil'
>;
export type ClientFilter = z.output<typeof clientFilter>;
export type ClientSort = z.output<typeof sort>;
export type CsvReading = z.output<typeof csvReading>;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];
export type ImportPreview = z.output<typeof importPreview>;
export type ImportReport = z.output<typeof importReport>;
export type ImportProblem = z.output<typeof importProblem>;
