import type { DeskError } from '#shared/result.ts';
import type { CloneState } from './clones.ts';

/** Number and hash of the newest change. A desk without changes: 0 and 32 zero bytes. */
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

/** What one computer does for all, for as long as it is there: leases that are kept with the heartbeat. */
export const ROLES = ['refresh', 'standing'] as const satisfies readonly LeaseName[];
export type Role = (typeof ROLES)[number];

export interface Lease {
  /** When it ends by itself unless it is renewed: ms of the server's clock, as last heard. */
  readonly until: number;
  /** For how many ms at least it is still held, whatever the two clocks say; 0: it has ended, or may have. */
  msLeft(): number;
  /**
   * For as long again, from now. False: it had ended or is another's, and whatever it was for must stop. A place that
   * cannot be reached throws, as any other request: then it is held until `until`, and nobody else has it before that.
   */
  renew(): Promise<boolean>;
  /** Lets the next one have it at once. Never rejects: what could not be released ends by itself, or with `releaseLeft`. */
  release(): Promise<void>;
}

export interface Snapshot {
  /** Everything up to this change is in it. */
  readonly at: Head;
  /** How many parts. */
  readonly count: number;
  /** In order, each asked for when it is wanted. Throws `place-snapshot-gone` when a newer one has taken its place. */
  readonly parts: AsyncIterable<Uint8Array>;
}

/** A snapshot that is whole in the database, and that nobody sees yet. */
export interface UploadedSnapshot extends Snapshot {
  /**
   * Makes it the desk's, and takes older ones away; no change goes. `known`: the newest change, by a chain on which
   * `at` is. False: it is not the newest any more, or there is a newer snapshot.
   */
  publish(known: Head): Promise<boolean>;
}

/** What has come since the newest snapshot, and how large that one is; without one, since the beginning. */
export interface SnapshotDebt {
  readonly changes: number;
  readonly bytes: number;
  readonly snapshotBytes: number;
}

export interface StoredComputer {
  readonly id: string;
  readonly sealed: Uint8Array;
  /** When it was last heard of: ms of the server's clock. */
  readonly seenAt: number;
  /** It broke off while it was paying, and has not told what came of it. */
  readonly diedWhilePaying: boolean;
}

/** `notify`: the database says when something was added; `poll`: it has to be asked. */
export type Wakes = 'notify' | 'poll' | 'offline';

/**
 * One shared desk in one PostgreSQL database. What it answers is whatever the database says: only its form is checked
 * here, whether it is true must follow from the seals and the chain of hashes.
 *
 * Every method throws a DeskError: of kind `offline` where there is no way to the database now, of kind `not-found` with
 * the code `place-gone` where there is no such desk in it, otherwise one of store-error.ts.
 */
export interface SharedStore {
  /** `null`: there is no such desk, or none any more. */
  head(): Promise<Head | null>;
  /**
   * Puts a change behind `known`, if that is still the newest one; otherwise says what is. When an answer was lost, the
   * change may be in the place already: `appended` then, too, as long as it is the newest one.
   */
  append(
    known: Head,
    sealed: Uint8Array,
    next: Head,
  ): Promise<{ readonly appended: true } | { readonly appended: false; readonly head: Head | null }>;
  /** In order, up to so many bytes; at least one if there is one. */
  changesAfter(seq: number, maxBytes: number): Promise<readonly SealedChange[]>;
  /** Which database it is (store-mark.ts). */
  mark(): Promise<string>;
  /** Of the changes that are still there; one more than the newest when none is. */
  oldestSeq(): Promise<number>;
  /**
   * For so many ms of the server's clock. A computer has each lease once: asked for again while it is held here it is
   * held by this computer. What a crash left behind is this computer's again.
   */
  lease(name: LeaseName, ms: number): Promise<Lease | { readonly heldBy: string; readonly until: number }>;
  /** Lets the next one have what this computer has no more, and could not release without a way to the place. */
  releaseLeft(): Promise<void>;
  /**
   * This computer is about to pay; where it may do so before the others are told for what, that is noted until `endPaying`,
   * whatever becomes of it. Returns the others that broke off so: what they bought is not known. Only whoever has the lease
   * `charge` may ask.
   */
  beginPaying(mayBeUnpublished: boolean): Promise<readonly string[]>;
  /** The others have been told all that was bought here. Whether that was noted as not told. */
  endPaying(): Promise<boolean>;
  /** Part by part; what uploads that broke off have left goes first. */
  putSnapshot(at: Head, parts: AsyncIterable<Uint8Array>): Promise<UploadedSnapshot>;
  snapshot(): Promise<Snapshot | null>;
  snapshotDebt(): Promise<SnapshotDebt>;
  /** Takes away the changes up to this one. */
  dropChanges(upTo: number): Promise<void>;
  computers(): Promise<readonly StoredComputer[]>;
  /** This one's entry, new or changed. */
  putComputer(sealed: Uint8Array): Promise<void>;
  removeComputer(id: string): Promise<void>;
  /**
   * This computer is here, has each of these duties that nobody else has, and lets go of the others; and how far is the
   * desk? One message to the server.
   */
  heartbeat(wanted?: readonly Role[]): Promise<Head | null>;
  /** Whose a duty is by the last heartbeat that was answered, and for how many ms at least; `null`: nobody's, or not known any more. */
  roleHolder(role: Role): { readonly holder: string; readonly msLeft: number } | null;
  /** Whether the same computer is there a second time, by the last heartbeat that was answered. */
  cloneState(): CloneState;
  /** What is left of this computer here is its twin's from now on. */
  leaveToClone(): Promise<void>;
  /** Whether a heartbeat was answered so lately that a duty it found free may still be. */
  knowsRoles(): boolean;
  /** Another computer added something, or the connection came back. Returns what takes it off. */
  onWake(listener: () => void): () => void;
  wakes(): Wakes;
  /** Why there is no connection; `null`: there is one, or none was tried yet. */
  problem(): DeskError | null;
  /** Tries to connect now instead of waiting for the next time. */
  retry(): Promise<void>;
  /** Leaves at once; whoever still waits for an answer gets `cancelled`. */
  close(): void;
}
