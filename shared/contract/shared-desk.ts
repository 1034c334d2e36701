import { z } from 'zod';
import { event, id, nothing, procedure, text, timestamp } from './define.ts';
import { keptError } from './kept-error.ts';

const computer = z.object({
  id: z.string(),
  /** As its user called it: a person, a place, or both. */
  name: z.string(),
  isThis: z.boolean(),
  /** When the shared database last heard of it; `null`: never. */
  seenAt: timestamp.nullable(),
  isHere: z.boolean(),
  /** The desk is in another database than before, and this computer has not come there yet: what it does is not heard here. */
  isElsewhere: z.boolean(),
  /** It broke off while it was paying, and what it bought is not known here yet. */
  diedWhilePaying: z.boolean(),
});

const place = z.object({ host: z.string(), port: z.int(), database: z.string() });

/**
 * Who does for all what one computer is enough for. `nobody`: it is free, and whoever wants it takes it soon; `unknown`: the
 * database was not asked yet; `unguarded`: it cannot be asked, so others may be doing the same.
 */
const duty = z.object({
  is: z.enum(['this', 'other', 'nobody', 'unknown', 'unguarded']),
  /** The name of the other computer; else ''. */
  computer: z.string(),
});

/** `none`: the open desk is this computer's alone. */
const state = z.discriminatedUnion('status', [
  z.object({ status: z.literal('none') }),
  z.object({
    /**
     * `connecting`; `shared`: what is done here goes to the others; `offline`: there is no way to the database, and what is
     * done here waits; `stopped`: somebody must do something, see `problem`.
     */
    status: z.enum(['connecting', 'shared', 'offline', 'stopped']),
    name: z.string(),
    problem: keptError.nullable(),
    place: place.nullable(),
    /** `poll`: the database cannot say when something is new (a pooler), so it is asked every few seconds. */
    wakes: z.enum(['notify', 'poll', 'offline']),
    computers: z.array(computer),
    /** Who reads the clients anew, in the background, and who carries out the standing orders. */
    duties: z.object({ refresh: duty, standing: duty }),
    /** Things changed here that the others do not have yet. */
    unsent: z.int(),
    /** Texts that lost against somebody's later ones and that nobody has looked at yet. */
    lost: z.int(),
    /** What others told and cannot be used here, the most first: it is kept, and tried again. */
    aside: z.array(
      z.object({
        /**
         * `unknown`: only a newer app can read it; `unfit`: it is no value of its field; `ahead`: the clock of the computer
         * that told it is ahead.
         */
        reason: z.enum(['unknown', 'unfit', 'ahead']),
        /** As it says itself; '': one that nobody knows. */
        computer: z.string(),
        count: z.int(),
      }),
    ),
    /** By how many ms this computer's clock is ahead of the database server's, or (below 0) behind it; `null`: about equal. */
    clockMs: z.int().nullable(),
    /** While much is read or sent: how much of it is done; else `null`. */
    progress: z.object({ what: z.enum(['reading', 'sending']), done: z.int(), total: z.int() }).nullable(),
    /** When all was exchanged last; `null`: never since the start of the app. */
    asOf: timestamp.nullable(),
    /** The database was put back to an older state, and what was missing in it has been sent again. */
    restoredAt: timestamp.nullable(),
    /** Another machine takes part as this very computer, as a copied one does: renaming this one makes it another. */
    hasTwin: z.boolean(),
  }),
]);

/** With a certificate in it. */
const connection = text(16_384);
const passphrase = text(2_000);
const name = text(100);
const invitationText = text(64 * 1024);

const offer = z.object({
  offerId: id,
  deskName: z.string(),
  invitedBy: z.string(),
  place,
  /** ms since the epoch; an invitation is of no use after that. */
  validUntil: timestamp,
  /** Clients by their pair: on this computer alone, on the shared desk alone, on both; `back`: here, and removed there. */
  clients: z.object({ here: z.int(), there: z.int(), both: z.int(), back: z.int() }),
  /** Standing orders of this computer that are on: joining switches them off. */
  orders: z.int(),
  /**
   * Whether this computer's token is of the reseller whose desk it is: proven, proven not to be, or nobody but the user knows.
   * What was spent at the service as each of the two knows it, in kopecks; `null`: it was not compared.
   */
  whose: z.object({
    verdict: z.enum(['same', 'other', 'unproven']),
    spentHereKopecks: z.int().nullable(),
    spentThereKopecks: z.int().nullable(),
  }),
});

/** Things that say who changed them. Their ids are those of their own requests; of a sale that of its purchase. */
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

/** Things with texts that two may write at once. */
const conflictKind = z.enum(['client', 'proxy', 'template']);

const change = z.object({
  id,
  /** What of it, as `note` or `made`; each stands here once. */
  field: z.string(),
  at: timestamp,
  /** `null`: this one; '': one that is not known any more. */
  computer: z.string().nullable(),
});

export const sharedDeskProcedures = {
  'sharedDesk.state': procedure(nothing, state),
  /** Whether a database can hold a shared desk. Throws `shared-desk`, `offline` or `conflict` with what is wrong. */
  'sharedDesk.checkPlace': procedure(
    z.strictObject({ connection }),
    z.object({
      host: z.string(),
      port: z.int(),
      database: z.string(),
      serverVersion: z.string(),
      isPooled: z.boolean(),
      isEncrypted: z.boolean(),
      /** Only this computer finds it by that address. */
      isLoopback: z.boolean(),
      /** Shared desks that are in it already. */
      desks: z.int(),
    }),
  ),
  /** Makes the open desk a shared one. `name`: of the shared desk; `computer`: of this one. */
  'sharedDesk.make': procedure(z.strictObject({ connection, name, computer: name }), nothing),
  /** Puts text that another computer joins with on the clipboard, as a secret: under a passphrase. */
  'sharedDesk.copyInvitation': procedure(
    z.strictObject({ passphrase, repeated: passphrase }),
    z.object({ validUntil: timestamp }),
  ),
  /** The same into a file. `null`: the dialog was closed. */
  'sharedDesk.saveInvitation': procedure(
    z.strictObject({ passphrase, repeated: passphrase }),
    z.object({ fileName: z.string(), validUntil: timestamp }).nullable(),
  ),
  /** `null`: the dialog was closed. */
  'sharedDesk.chooseInvitation': procedure(
    nothing,
    z.object({ fileName: z.string(), text: invitationText }).nullable(),
  ),
  /** Reads an invitation and the desk it is for, and tells what joining would do. Nothing is changed yet. */
  'sharedDesk.openInvitation': procedure(z.strictObject({ text: invitationText, passphrase }), offer),
  /**
   * The open desk becomes one with the shared one. `sameReseller`: the user says so, where nothing proves it (`JoinOffer.whose`).
   * Without that it throws `conflict` (`desk-of-other-books`, `desk-of-unproven-books`).
   */
  'sharedDesk.join': procedure(
    z.strictObject({ offerId: id, computer: name, sameReseller: z.boolean().optional() }),
    nothing,
  ),
  'sharedDesk.rename': procedure(z.strictObject({ computer: name }), nothing),
  /** This computer keeps all it has, and shares nothing any more. */
  'sharedDesk.leave': procedure(nothing, nothing),
  /** Another computer no longer belongs to it: the rest get a new key. */
  'sharedDesk.removeComputer': procedure(z.strictObject({ computerId: text(64) }), nothing),
  /**
   * The same shared desk by another way: the database's password was changed, or it has moved. Throws `not-found` with
   * `place-gone` where there is no such desk, unless it is to be made `anew` there of what this computer has; `conflict` with
   * `place-other` where it is another database and there are colleagues, unless it is said that it `hasMoved`.
   */
  'sharedDesk.reconnect': procedure(
    z.strictObject({ connection, anew: z.boolean(), hasMoved: z.boolean().optional() }),
    nothing,
  ),
  /** Tries to connect now. */
  'sharedDesk.retry': procedure(nothing, nothing),
  /**
   * Who changed these things by hand, and when: of each the newest first, nothing of a desk that is not shared. What is
   * read of the service is nobody's change.
   */
  'sharedDesk.changes': procedure(
    z.strictObject({ kind: sharedKind, ids: z.array(id).max(500) }),
    z.object({ changes: z.array(change) }),
  ),
  /**
   * Texts of a thing, or (`null`) of all, that lost against somebody's later ones and that nobody has looked at yet, the
   * newest first: 100 at most.
   */
  'sharedDesk.conflicts': procedure(
    z.strictObject({ of: z.strictObject({ kind: conflictKind, id }).nullable() }),
    z.object({
      conflicts: z.array(
        z.object({
          id,
          kind: conflictKind,
          localId: id,
          /** Of the client or proxy. */
          name: z.string(),
          field: z.string(),
          value: z.string(),
          /** When it was written, and on which computer: `null` this one, '' one that is not known any more. */
          at: timestamp,
          computer: z.string().nullable(),
        }),
      ),
    }),
  ),
  /**
   * `take`: the text that lost and the present one change places; `let-go`: nobody wants it; `open`: it is to be looked at
   * again, as for undo.
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
export type SharedDuty = z.output<typeof duty>;
export type SharedKind = z.output<typeof sharedKind>;
export type ConflictKind = z.output<typeof conflictKind>;
export type SharedChange = z.output<typeof change>;
export type JoinOffer = z.output<typeof offer>;
