import { z } from 'zod';
import { MAX_PROXY_COLUMNS, PROXY_COLUMNS } from '../domain/import-proxies/proxy-columns.ts';
import { PROXY_FAULTS, PROXY_PROBLEMS } from '../domain/import-proxies/read-proxy.ts';
import { IPV_VALUES } from '../domain/limits.ts';
import { GIVEN_TABLE } from '../domain/pasted-table.ts';
import { provenOrder } from './date-order.ts';
import { id, nothing, procedure, text } from './define.ts';

/** The most characters of a pasted text. A longer table is opened as a file. */
export const MAX_PASTED = 4_000_000;

/** How the lines of the table are read. */
const reading = z.strictObject({
  columns: z.array(z.enum(PROXY_COLUMNS)).max(MAX_PROXY_COLUMNS),
  /** `null` if the user has not decided how to read lines whose login may come first or last. */
  loginFirst: z.boolean().nullable(),
  /** How to read `03/04/2026`; `null` if the user has not decided. The order that the dates prove applies then. */
  dayFirst: z.boolean().nullable(),
});

/** The facts for lines that do not say them. `null`: not known. */
const forOthers = z.strictObject({
  ipv: z.literal(IPV_VALUES).nullable(),
  countryCode: text(100).nullable(),
  /** YYYY-MM-DD, a day of this computer's calendar. */
  endDay: z.iso.date().nullable(),
  clientId: id.nullable(),
});

/**
 * `new`: will be added. `completes`: it was imported before without an end, and this line has one. `known`: it is here
 * already. `repeated`: an earlier line has the same proxy. `bad`: it cannot be read.
 */
export const LINE_STATES = ['new', 'completes', 'known', 'repeated', 'bad'] as const;

/** `text`: the beginning of the cell at fault, if it can be shown. */
const badLine = z.object({ line: z.int(), problem: z.enum(PROXY_PROBLEMS), text: z.string() });
/** A value of a line that is left out or doubtful. `text`: the beginning of its cell; a password is masked. */
const fault = z.object({ line: z.int(), fault: z.enum(PROXY_FAULTS), text: z.string() });
/** The clients named in the table: the number of their lines, the first names, and the number of further ones. */
const named = z.object({ lines: z.int(), names: z.array(z.string()), unnamed: z.int() });

/** The purchase whose proxies the table has, because its answer was lost. */
const forPurchase = { purchaseId: id.optional() };

const preview = z.object({
  importId: z.int(),
  /** The purchase that the import is for, and the number of proxies that it paid for. */
  purchase: z.object({ id, count: z.int() }).nullable(),
  /** `null` for a pasted text. */
  fileName: z.string().nullable(),
  /** The sheets of a workbook that contain anything, and the one that was read; empty for a text. */
  sheets: z.array(z.object({ index: z.int(), name: z.string() })),
  sheet: z.int(),
  /** `null` if no line names the columns. */
  header: z.array(z.string()).nullable(),
  /** The number of lines above the header, which are skipped. */
  above: z.int(),
  reading,
  columnsProblem: z.enum(['no-address', 'repeated']).nullable(),
  /** The first lines. Passwords are masked. `isFaulty`: a value of the line is left out or doubtful. */
  sample: z.array(
    z.object({ line: z.int(), cells: z.array(z.string()), state: z.enum(LINE_STATES), isFaulty: z.boolean() }),
  ),
  counts: z.object({
    lines: z.int(),
    new: z.int(),
    completes: z.int(),
    known: z.int(),
    repeated: z.int(),
    bad: z.int(),
    /** The number of lines with a value that is left out or doubtful, and how many of them are new. */
    faulty: z.int(),
    newFaulty: z.int(),
  }),
  /** How many of the new proxies lack each fact. */
  missing: z.object({
    ids: z.int(),
    ends: z.int(),
    kinds: z.int(),
    countries: z.int(),
    credentials: z.int(),
    clients: z.int(),
  }),
  /** The named clients that are not on this desk, and those whose names fit several clients. */
  unknownClients: named,
  severalClients: named,
  /** The new proxies whose end passed long ago or lies far ahead, and the first of their lines. */
  oddEnds: z.object({ count: z.int(), lines: z.array(z.int()) }),
  /** The first lines that repeat an earlier one, and which line that is. */
  repeatedLines: z.array(z.object({ line: z.int(), first: z.int() })),
  /** The first lines that cannot be read. */
  badLines: z.array(badLine),
  /** The first values that are left out or doubtful. */
  faults: z.array(fault),
  /** An example of a line that can be read in two ways: its address if the login comes last, and if it comes first. */
  twoWays: z.object({ loginLast: z.string(), loginFirst: z.string() }).nullable(),
  /** An end whose day and month could be exchanged. */
  twoDays: z.string().nullable(),
  /** The order of day and month that the dates prove. It is taken while the user has decided nothing. */
  provenOrder: provenOrder.nullable(),
});

/** Proxies that were bought elsewhere become proxies of this desk. One import is open at a time. */
export const importProxiesProcedures = {
  /**
   * Reads a pasted table. Nothing is added yet. With `purchaseId` the proxies become those of a purchase whose goods are
   * missing: its kind, country and client hold for lines that do not say them, and its end is computed.
   */
  'dedicated.importText': procedure(z.strictObject({ text: text(MAX_PASTED), ...forPurchase }), preview),
  /** Reads a file that the user chooses. `null` if the dialog was closed. */
  'dedicated.importFile': procedure(z.strictObject(forPurchase), preview.nullable()),
  /** Reads a file that was dropped on the window. The page never names a path. */
  'dedicated.importGiven': procedure(
    z.strictObject({ name: text(300), base64: text(Math.ceil(GIVEN_TABLE.bytes / 3) * 4), ...forPurchase }),
    preview,
  ),
  /** Reads the open table in another way. Another sheet of a workbook is recognised anew. */
  'dedicated.importPreview': procedure(
    z.strictObject({ importId: z.int(), reading, sheet: z.int().min(0).max(1_000).optional() }),
    preview,
  ),
  /**
   * Adds the new proxies, and the ends of those that had none. Ends the import. New lines with a value that cannot be read
   * are added without it, or not at all with `hold`; `heldBack` counts these.
   */
  'dedicated.importConfirm': procedure(
    z.strictObject({ importId: z.int(), reading, forOthers, faulty: z.enum(['import', 'hold']).default('import') }),
    z.object({ added: z.int(), completed: z.int(), heldBack: z.int(), undoId: z.int() }),
  ),
  /** Ends the import without adding anything. */
  'dedicated.importCancel': procedure(z.strictObject({ importId: z.int() }), nothing),
};

export type ImportedTable = z.output<typeof preview>;
export type TableReading = z.output<typeof reading>;
export type LineState = (typeof LINE_STATES)[number];
export type ForOthers = z.output<typeof forOthers>;
