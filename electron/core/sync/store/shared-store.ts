import type { DeskError } from '#shared/result.ts';
import type { CloneState } from './clones.ts';

/** The number and the hash of the newest change. On a desk without changes they are 0 and 32 zero bytes. */
export interface Head {
  readonly seq: number;
  readonly hash: Uint8Array;
}

export interface SealedChange {
  readonly seq: number;
  readonly sealed: Uint8Array;
}

const LEASE_NAMES = ['charge', 'standing', 'refresh', 'snapshot'] as const;
export type LeaseName = (typeof LEASE_NAMES)[number];

/** Work that one computer does for all, for as long as it is there. Its leases are kept with the heartbeat. */
export const ROLES = ['refresh', 'standing'] as const satisfies readonly LeaseName[];
export type Role = (typeof ROLES)[number];

export interface Lease {
  /** When the lease expires unless it is renewed: ms of the server's clock, as last heard. */
  readonly until: number;
  /**
   * Returns for how many ms at least the lease is still held, however the two clocks differ; 0 if it has ended, or may
   * have.
   */
  msLeft(): number;
  /**
   * Extends the lease to its full length from now. Returns `false` if it had ended or belongs to another computer; then
   * the work that it was for must stop. If the store cannot be reached, throws as any other request does; then the
   * lease is held until `until`, and no other computer gets it before that.
   */
  renew(): Promise<boolean>;
  /**
   * Lets the next computer have the lease at once. Never rejects: a lease that could not be released expires, or
   * with `releaseLeft`.
   */
  release(): Promise<void>;
}

export interface Snapshot {
  /** The last change that the snapshot includes. */
  readonly at: Head;
  /** The number of parts. */
  readonly count: number;
  /**
   * In order. Each part is read when it is asked for. Throws `store-snapshot-gone` if a newer snapshot has replaced
   * this one.
   */
  readonly parts: AsyncIterable<Uint8Array>;
}

/** A snapshot that is complete in the database, and that no computer sees yet. */
export interface UploadedSnapshot extends Snapshot {
  /**
   * Makes this the snapshot of the desk and deletes older ones, but no change. `known`: the newest change, of a chain
   * that includes `at`. Returns `false` if that is no longer the newest one, or if there is a newer snapshot.
   */
  publish(known: Head): Promise<boolean>;
}

/**
 * How much has come since the newest snapshot, and how large that one is. Without a snapshot, counts from the
 * beginning.
 */
export interface SnapshotDebt {
  readonly changes: number;
  readonly bytes: number;
  readonly snapshotBytes: number;
}

export interface StoredComputer {
  readonly id: string;
  readonly sealed: Uint8Array;
  /** When the computer was last heard of: ms of the server's clock. */
  readonly seenAt: number;
  /** The computer broke off while it was paying, and has not published the outcome. */
  readonly diedWhilePaying: boolean;
}

/** `notify`: the database announces that something was added; `poll`: it has to be asked. */
export type Wakes = 'notify' | 'poll' | 'offline';

/**
 * One shared desk in one PostgreSQL database. The answers are those of the database: only their form is checked here,
 * and the seals and the chain of hashes must show whether they are true.
 *
 * Every method throws a DeskError: of kind `offline` if the database cannot be reached now, of kind `not-found` with
 * the code `store-gone` if the desk is not in it, otherwise one of store-error.ts.
 */
export interface SharedStore {
  /** Returns the head of the desk; `null` if there is no such desk, or none any more. */
  head(): Promise<Head | null>;
  /**
   * Appends a change to `known` if that is still the newest one, and otherwise returns the newest one. If an answer was
   * lost, the change may be in the store already. It counts as `appended` then, too, as long as it is the newest one.
   */
  append(
    known: Head,
    sealed: Uint8Array,
    next: Head,
  ): Promise<{ readonly appended: true } | { readonly appended: false; readonly head: Head | null }>;
  /** Returns changes in order, up to `maxBytes`, but at least one if there is one. */
  changesAfter(seq: number, maxBytes: number): Promise<readonly SealedChange[]>;
  /** Returns the mark of the database (store-mark.ts). */
  mark(): Promise<string>;
  /** Returns the number of the oldest change that is still there. If there is none, it is one more than the newest. */
  oldestSeq(): Promise<number>;
  /**
   * Takes a lease for so many ms of the server's clock, or says which computer holds it. A computer has each lease
   * once: if it asks again while it holds the lease, this computer itself is the holder. After a crash, the computer
   * gets its own lease again.
   */
  lease(name: LeaseName, ms: number): Promise<Lease | { readonly heldBy: string; readonly until: number }>;
  /**
   * Lets the next computer have the leases that this one no longer holds, but could not release without a connection.
   */
  releaseLeft(): Promise<void>;
  /**
   * Returns the other computers that broke off while paying, so that their purchases are not known. Call it before a
   * payment. If this computer may pay before it has published the purchase, the database notes that until `endPaying`,
   * whatever happens in between. Only the computer that has the lease `charge` may call it.
   */
  beginPaying(mayBeUnpublished: boolean): Promise<readonly string[]>;
  /**
   * Removes the note of `beginPaying`, because everything that was bought here is published. Returns whether there was
   * one.
   */
  endPaying(): Promise<boolean>;
  /** Uploads a snapshot part by part. First deletes what interrupted uploads have left. */
  putSnapshot(at: Head, parts: AsyncIterable<Uint8Array>): Promise<UploadedSnapshot>;
  snapshot(): Promise<Snapshot | null>;
  snapshotDebt(): Promise<SnapshotDebt>;
  /** Deletes the changes up to this one. */
  dropChanges(upTo: number): Promise<void>;
  computers(): Promise<readonly StoredComputer[]>;
  /** Writes the entry of this computer, new or changed. */
  putComputer(sealed: Uint8Array): Promise<void>;
  removeComputer(id: string): Promise<void>;
  /**
   * Says that this computer is here, takes each of these roles that no other computer has, gives up the other roles,
   * and returns the head of the desk. All of it is one message to the server.
   */
  heartbeat(wanted?: readonly Role[]): Promise<Head | null>;
  /**
   * Returns which computer has a role by the last heartbeat that was answered, and for how many ms at least; `null` if
   * none has it, or if that is no longer known.
   */
  roleHolder(role: Role): { readonly holder: string; readonly msLeft: number } | null;
  /** Returns whether the same computer is there a second time, by the last heartbeat that was answered. */
  cloneState(): CloneState;
  /** Leaves the identity that this computer has here to its clone. */
  leaveToClone(): Promise<void>;
  /** Returns whether a heartbeat was answered so recently that a role that was free then may still be free. */
  knowsRoles(): boolean;
  /**
   * Calls the listener when another computer has added something, or the connection has come back. Returns a function
   * that removes the listener.
   */
  onWake(listener: () => void): () => void;
  wakes(): Wakes;
  /** Returns why there is no connection; `null` if there is one, or if none was tried yet. */
  problem(): DeskError | null;
  /** Tries to connect now instead of after the pause. */
  retry(): Promise<void>;
  /** Closes the connection at once. Requests that still wait for an answer fail with `cancelled`. */
  close(): void;
}
