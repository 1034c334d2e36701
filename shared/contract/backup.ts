import { z } from 'zod';
import { event, id, nothing, procedure, text, timestamp } from './define.ts';

/** The contents of a desk, over all its accounts. */
const facts = z.object({
  accounts: z.array(z.object({ label: z.string(), baseUrl: z.string(), isSandbox: z.boolean(), clients: z.int() })),
  clients: z.int(),
  lists: z.int(),
  purchases: z.int(),
  proxies: z.int(),
  subscriptions: z.int(),
  /** `null` if nothing was ever bought. */
  lastPurchaseAt: timestamp.nullable(),
  bytes: z.int(),
});

/**
 * A complete desk on this computer that can be restored: `daily`, saved automatically; `before-update`, saved before a
 * new version of the app changed the database; `replaced`, the previous desk, kept when another one took its place;
 * `broken`, a damaged desk that was set aside.
 */
const copy = z.object({
  name: z.string(),
  kind: z.enum(['daily', 'before-update', 'replaced', 'broken']),
  /** When it was saved or set aside. */
  createdAt: timestamp,
  bytes: z.int(),
});

/** The data of a backup file that can be read without its passphrase. */
const backupFile = z.object({
  fileName: z.string(),
  bytes: z.int(),
  createdAt: timestamp,
  appVersion: z.string(),
});

/** The progress of a task, in bytes of the source file; `total` is 0 while it is unknown. */
const task = z.object({ kind: z.enum(['save', 'open']), done: z.int(), total: z.int() });

const offer = z.object({
  offerId: id,
  /** `appVersion` is `null` if the copy does not contain it. */
  fileName: z.string(),
  createdAt: timestamp,
  appVersion: z.string().nullable(),
  brings: facts,
  /** The present contents, which would be set aside. */
  present: facts,
});

const copies = z.object({ copies: z.array(copy) });
const passphrase = text(2_000);

export const backupProcedures = {
  /** Returns the desks kept on this computer, newest first. */
  'backup.list': procedure(nothing, copies),
  /** Deletes one of them permanently. */
  'backup.removeCopy': procedure(z.strictObject({ name: text(300) }), copies),
  'backup.showCopies': procedure(nothing, nothing),
  /** Cancels the running task; its request fails with `cancelled`. */
  'backup.cancel': procedure(nothing, nothing),
  /** Saves the whole desk, without the API tokens, to one file under a passphrase. `null` if the dialog was closed. */
  'backup.save': procedure(
    z.strictObject({ passphrase, repeated: passphrase }),
    z.object({ fileName: z.string(), bytes: z.int() }).nullable(),
  ),
  /** Asks for a backup file. `null` if the dialog was closed. */
  'backup.choose': procedure(nothing, backupFile.nullable()),
  /** Reads the chosen file completely, checks it, and returns what it contains. Nothing is changed yet. */
  'backup.openFile': procedure(z.strictObject({ passphrase }), offer),
  'backup.openCopy': procedure(z.strictObject({ name: text(300) }), offer),
  /** Sets the present desk aside, puts the offered one in its place, and reloads the window. */
  'backup.restore': procedure(z.strictObject({ offerId: id }), nothing),
  /** Deletes the offer and the files that were unpacked for it. */
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
