import { z } from 'zod';
import { event, id, nothing, procedure, text, timestamp } from './define.ts';

/** What a desk holds, over all its accounts. */
const facts = z.object({
  accounts: z.array(z.object({ label: z.string(), baseUrl: z.string(), isSandbox: z.boolean(), clients: z.int() })),
  clients: z.int(),
  lists: z.int(),
  purchases: z.int(),
  proxies: z.int(),
  subscriptions: z.int(),
  /** `null` when nothing was ever bought. */
  lastPurchaseAt: timestamp.nullable(),
  bytes: z.int(),
});

/**
 * A whole desk on this computer that can be brought back: `daily`, made by itself; `before-update`, made before a new
 * version of the app changed the database; `replaced`, the desk that was open before another one took its place;
 * `broken`, one that was set aside because it was damaged.
 */
const copy = z.object({
  name: z.string(),
  kind: z.enum(['daily', 'before-update', 'replaced', 'broken']),
  /** When it was made, or set aside. */
  createdAt: timestamp,
  bytes: z.int(),
});

/** A backup file, as it tells of itself without its passphrase. */
const backupFile = z.object({
  fileName: z.string(),
  bytes: z.int(),
  createdAt: timestamp,
  appVersion: z.string(),
});

/** What is under way, in bytes of the file that is read; `total` 0: not known yet. */
const task = z.object({ kind: z.enum(['save', 'open']), done: z.int(), total: z.int() });

const offer = z.object({
  offerId: id,
  /** `appVersion` is `null` where the copy does not tell. */
  fileName: z.string(),
  createdAt: timestamp,
  appVersion: z.string().nullable(),
  brings: facts,
  /** What is there now, and would be set aside. */
  present: facts,
});

const copies = z.object({ copies: z.array(copy) });
const passphrase = text(2_000);

export const backupProcedures = {
  /** The desks kept on this computer, the newest first. */
  'backup.list': procedure(nothing, copies),
  /** Deletes one of them for good. */
  'backup.removeCopy': procedure(z.strictObject({ name: text(300) }), copies),
  'backup.showCopies': procedure(nothing, nothing),
  /** Ends what is under way; whoever asked for it is answered `cancelled`. */
  'backup.cancel': procedure(nothing, nothing),
  /** The whole desk into one file under a passphrase; without the API tokens. `null`: the dialog was closed. */
  'backup.save': procedure(
    z.strictObject({ passphrase, repeated: passphrase }),
    z.object({ fileName: z.string(), bytes: z.int() }).nullable(),
  ),
  /** Asks for a backup file. `null`: the dialog was closed. */
  'backup.choose': procedure(nothing, backupFile.nullable()),
  /** Reads the chosen file to its end, checks it, and tells what it would bring. Nothing is changed yet. */
  'backup.openFile': procedure(z.strictObject({ passphrase }), offer),
  'backup.openCopy': procedure(z.strictObject({ name: text(300) }), offer),
  /** The present desk is set aside, the offered one takes its place, and the window is loaded anew. */
  'backup.restore': procedure(z.strictObject({ offerId: id }), nothing),
  /** Forgets the offer, and what was unpacked for it. */
  'backup.discard': procedure(nothing, nothing),
};

export const backupEvents = {
  'backup.progress': event(z.object({ task: task.nullable() })),
};

export type DeskFacts = z.output<typeof facts>;
export type BackupCopy = z.output<typeof copy>;
export type BackupFileInfo = z.output<typeof backupFile>;
export type BackupTask = z.output<typeof task>;
export type RestoreOffer = z.output<typeof offer>;
