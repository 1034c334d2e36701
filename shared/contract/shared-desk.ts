import { z } from 'zod';
import { COMPUTER_BUYING } from '../domain/computer-rights.ts';
import { event, id, kopecks, nothing, procedure, text, timestamp } from './define.ts';
import { storedError } from './stored-error.ts';

const computer = z.object({
  id: z.string(),
  /** The name that its user gave it: a person, a place, or both. */
  name: z.string(),
  isThis: z.boolean(),
  /** When the shared database last had a sign of it; `null` if never. */
  seenAt: timestamp.nullable(),
  isHere: z.boolean(),
  /**
   * The shared desk has moved to another database, which that computer has not connected to yet, so its changes do not
   * arrive.
   */
  isElsewhere: z.boolean(),
  /** It was interrupted while paying, and its purchases are not known here yet. */
  diedWhilePaying: z.boolean(),
  /** How it is limited, and by whom (`setBy`: the name of a computer, '' if it is unknown); `null` if it is not. */
  rights: z
    .object({
      buys: z.enum(COMPUTER_BUYING),
      /** Counts if its purchases are capped. */
      dayCapKopecks: kopecks,
      hidesSales: z.boolean(),
      setBy: z.string(),
      setAt: timestamp,
    })
    .nullable(),
});

const store = z.object({ host: z.string(), port: z.int(), database: z.string() });

/**
 * The computer that performs a task for the whole shared desk. `nobody`: the task is free, and a computer will soon
 * take it; `unknown`: the database was not asked yet; `unguarded`: the database cannot be reached, so other computers
 * may be doing the same.
 */
const role = z.object({
  is: z.enum(['this', 'other', 'nobody', 'unknown', 'unguarded']),
  /** The name of the other computer; '' otherwise. */
  computer: z.string(),
});

/** `none`: the open desk is not shared. */
const state = z.discriminatedUnion('status', [
  z.object({ status: z.literal('none') }),
  z.object({
    /**
     * - `connecting`: the connection is being established;
     * - `shared`: changes are exchanged with the other computers;
     * - `offline`: the database cannot be reached, and changes wait;
     * - `stopped`: the user must act, see `problem`.
     */
    status: z.enum(['connecting', 'shared', 'offline', 'stopped']),
    name: z.string(),
    problem: storedError.nullable(),
    store: store.nullable(),
    /** `poll`: the database cannot announce changes (it is behind a pooler), so it is asked every few seconds. */
    wakes: z.enum(['notify', 'poll', 'offline']),
    computers: z.array(computer),
    /** The computers that refresh clients in the background and that carry out the standing orders. */
    roles: z.object({ refresh: role, standing: role }),
    /** The number of changes made here that have not been sent. */
    unpublished: z.int(),
    /** The number of texts that were overwritten by later ones and that nobody has reviewed. */
    lost: z.int(),
    /** Changes of others that cannot be applied here, the most frequent first. They are kept and tried again. */
    aside: z.array(
      z.object({
        /**
         * `unknown`: only a newer version of the app can read them; `unfit`: the value is not valid for its field;
         * `ahead`: the clock of the sending computer is ahead.
         */
        reason: z.enum(['unknown', 'unfit', 'ahead']),
        /** The name that the computer gives itself; '' if it is unknown. */
        computer: z.string(),
        count: z.int(),
      }),
    ),
    /**
     * How many ms this computer's clock is ahead of the database server's, negative if it is behind; `null` if they
     * roughly agree.
     */
    clockMs: z.int().nullable(),
    /** The progress while much is read or sent; otherwise `null`. */
    progress: z.object({ what: z.enum(['reading', 'sending']), done: z.int(), total: z.int() }).nullable(),
    /** When the last exchange was completed; `null` if none was since the start of the app. */
    asOf: timestamp.nullable(),
    /** When the database was restored to an older state, and the changes missing in it were sent again. */
    restoredAt: timestamp.nullable(),
    /**
     * Another machine takes part under this computer's identity, as a copied one does. Renaming this computer gives it
     * a new identity.
     */
    hasClone: z.boolean(),
  }),
]);

/** A connection string, which may contain a certificate. */
const connection = text(16_384);
const passphrase = text(2_000);
const name = text(100);
const invitationText = text(64 * 1024);

const offer = z.object({
  offerId: id,
  deskName: z.string(),
  invitedBy: z.string(),
  store,
  /** In ms since the epoch; the invitation cannot be used after that. */
  validUntil: timestamp,
  /**
   * Numbers of clients, compared by their pair: only on this computer, only on the shared desk, on both, and (`back`)
   * here but removed there.
   */
  clients: z.object({ here: z.int(), there: z.int(), both: z.int(), back: z.int() }),
  /** The number of active standing orders on this computer, which joining switches off. */
  orders: z.int(),
  /**
   * Whether this computer's token belongs to the reseller of the shared desk: proven, disproven, or only the user can
   * know. The amounts are the spending at the service as known to each side, in kopecks; `null` if they were not
   * compared.
   */
  whose: z.object({
    verdict: z.enum(['same', 'other', 'unproven']),
    spentHereKopecks: z.int().nullable(),
    spentThereKopecks: z.int().nullable(),
  }),
});

/**
 * Things whose changes show their author. They are identified by the ids of their own requests; a sale by that of its
 * purchase.
 */
const sharedKind = z.enum([
  'order',
  'client',
  'preset',
  'template',
  'purchase',
  'proxy',
  'sale',
  'payment',
  'price',
  'event',
  'list',
] as const);

/** Things with texts that two people may edit at the same time. */
const conflictKind = z.enum(['client', 'proxy', 'template']);

const change = z.object({
  id,
  /** The changed field, such as `note` or `made`; each field occurs once. */
  field: z.string(),
  at: timestamp,
  /** `null` for this computer; '' if it is no longer known. */
  computer: z.string().nullable(),
});

export const sharedDeskProcedures = {
  'sharedDesk.state': procedure(nothing, state),
  /**
   * Checks whether a database can hold a shared desk. Throws `shared-desk`, `offline` or `conflict` with the reason if
   * not.
   */
  'sharedDesk.checkStore': procedure(
    z.strictObject({ connection }),
    z.object({
      host: z.string(),
      port: z.int(),
      database: z.string(),
      serverVersion: z.string(),
      isPooled: z.boolean(),
      isEncrypted: z.boolean(),
      /** The address only works on this computer. */
      isLoopback: z.boolean(),
      /** The number of shared desks in the database. */
      desks: z.int(),
    }),
  ),
  /** Makes the open desk a shared one. `name` is that of the shared desk, `computer` that of this computer. */
  'sharedDesk.make': procedure(z.strictObject({ connection, name, computer: name }), nothing),
  /**
   * Copies an invitation for another computer to the clipboard, encrypted with a passphrase and handled as a secret.
   */
  'sharedDesk.copyInvitation': procedure(
    z.strictObject({ passphrase, repeated: passphrase }),
    z.object({ validUntil: timestamp }),
  ),
  /** Saves an invitation to a file. `null` if the dialog was closed. */
  'sharedDesk.saveInvitation': procedure(
    z.strictObject({ passphrase, repeated: passphrase }),
    z.object({ fileName: z.string(), validUntil: timestamp }).nullable(),
  ),
  /** Asks for an invitation file. `null` if the dialog was closed. */
  'sharedDesk.chooseInvitation': procedure(
    nothing,
    z.object({ fileName: z.string(), text: invitationText }).nullable(),
  ),
  /** Reads an invitation and its desk, and returns what joining would do. Nothing is changed yet. */
  'sharedDesk.openInvitation': procedure(z.strictObject({ text: invitationText, passphrase }), offer),
  /**
   * Merges the open desk with the shared one. `sameReseller`: the user confirms this if it cannot be proven
   * (`JoinOffer.whose`). Otherwise it throws `conflict` (`desk-of-other-books`, `desk-of-unproven-books`).
   */
  'sharedDesk.join': procedure(
    z.strictObject({ offerId: id, computer: name, sameReseller: z.boolean().optional() }),
    nothing,
  ),
  'sharedDesk.rename': procedure(z.strictObject({ computer: name }), nothing),
  /** Leaves the shared desk. This computer keeps all its data. */
  'sharedDesk.leave': procedure(nothing, nothing),
  /** Removes another computer from the shared desk; the remaining ones get a new key. */
  'sharedDesk.removeComputer': procedure(z.strictObject({ computerId: text(64) }), nothing),
  /**
   * Connects to the same shared desk with another connection string, after the database's password was changed or the
   * database was moved. Throws `not-found` with `store-gone` if the desk is not there, unless it is to be created
   * `anew` from this computer's data; throws `conflict` with `store-other` if it is another database and there are
   * other computers, unless `hasMoved` confirms the move.
   */
  'sharedDesk.reconnect': procedure(
    z.strictObject({ connection, anew: z.boolean(), hasMoved: z.boolean().optional() }),
    nothing,
  ),
  /**
   * Limits another computer: what it may buy, and whether it shows selling prices, debts and profit. Throws `conflict`
   * (`rights-not-yours`) for this computer itself, and on a computer that is limited.
   */
  'sharedDesk.setRights': procedure(
    z.strictObject({
      computerId: text(64),
      buys: z.enum(COMPUTER_BUYING),
      dayCapKopecks: kopecks,
      hidesSales: z.boolean(),
    }),
    nothing,
  ),
  /** Tries to connect now. */
  'sharedDesk.retry': procedure(nothing, nothing),
  /**
   * Returns who changed these things by hand, and when: the newest first for each thing, and nothing if the desk is not
   * shared. Data read from the service counts as nobody's change.
   */
  'sharedDesk.changes': procedure(
    z.strictObject({ kind: sharedKind, ids: z.array(id).max(500) }),
    z.object({ changes: z.array(change) }),
  ),
  /**
   * Returns the texts of one thing, or of all (`null`), that were overwritten by later ones and that nobody has
   * reviewed: at most 100, newest first.
   */
  'sharedDesk.conflicts': procedure(
    z.strictObject({ of: z.strictObject({ kind: conflictKind, id }).nullable() }),
    z.object({
      conflicts: z.array(
        z.object({
          id,
          kind: conflictKind,
          localId: id,
          /** The name of the client or proxy. */
          name: z.string(),
          field: z.string(),
          value: z.string(),
          /** When and on which computer the text was written: `null` is this one, '' is one that is no longer known. */
          at: timestamp,
          computer: z.string().nullable(),
        }),
      ),
    }),
  ),
  /**
   * Settles a conflict. `take`: exchange the overwritten text and the present one; `let-go`: discard the overwritten
   * text; `open`: mark it as not reviewed, for undo.
   */
  'sharedDesk.settleConflict': procedure(
    z.strictObject({ conflictId: id, outcome: z.enum(['take', 'let-go', 'open']) }),
    nothing,
  ),
};

export const sharedDeskEvents = {
  'sharedDesk.changed': event(state),
};

export type SharedDeskState = z.output<typeof state>;
export type SharedComputer = z.output<typeof computer>;
export type SharedRole = z.output<typeof role>;
export type SharedKind = z.output<typeof sharedKind>;
export type ConflictKind = z.output<typeof conflictKind>;
export type SharedChange = z.output<typeof change>;
export type JoinOffer = z.output<typeof offer>;
