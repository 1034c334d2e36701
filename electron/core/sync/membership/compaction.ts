import { createHash } from 'node:crypto';
import type { CommonDeps } from '#core/context.ts';
import { nextTurn } from '#core/platform/async/slices.ts';
import { type DeskKey, type KeyRing, newestKey } from '#core/sync/crypto/keys.ts';
import type { SharedDocs } from '#core/sync/model/shared-docs.ts';
import type { Lease, SharedStore, Snapshot } from '#core/sync/store/shared-store.ts';
import { DeskError } from '#shared/result.ts';
import { type Members, readSnapshot, writeSnapshot } from './snapshot.ts';
import type { Sync } from './sync.ts';

interface CompactionDeps extends CommonDeps<'db' | 'clock' | 'logger' | 'closing'> {
  readonly deskId: string;
  readonly store: SharedStore;
  readonly docs: Pick<SharedDocs, 'timestampChanges' | 'all' | 'newer'>;
  readonly sync: Pick<Sync, 'exchange' | 'chain'>;
  readonly ring: () => KeyRing;
  readonly members: () => Members;
  readonly wrapKeyFor: (key: DeskKey) => readonly Uint8Array[];
  readonly limits?: Partial<Limits>;
}

/** The limits above which a computer that joins would have too much to read. */
interface Limits {
  readonly changes: number;
  readonly bytes: number;
  /**
   * How many changes before the snapshot stay, so that a computer that was away for a short time reads on instead of
   * reading everything anew.
   */
  readonly kept: number;
  /** All computers notice at the same time that a snapshot is due, so each waits for a random time up to this one. */
  readonly spreadMs: number;
}
const LIMITS: Limits = { changes: 4_000, bytes: 32 * 1024 ** 2, kept: 1_000, spreadMs: 60_000 };

/** A computer checks at most this many times whether a snapshot is due while `Limits.changes` changes arrive. */
const LOOKS = 16;
const LEASE_MS = 300_000;
/** How often publishing is tried again, because others may add changes faster than this computer can read them. */
const PUBLISH_TRIES = 20;

export type Compaction = ReturnType<typeof createCompaction>;

/**
 * Makes one computer of the desk write a snapshot of everything now and then, and delete the old changes that it
 * includes, so that a computer that joins does not read the changes of a year. No change is deleted before that
 * computer has read the snapshot back from the database, complete and as it was sent, and has published it as the
 * snapshot of the desk.
 */
export const createCompaction = (deps: CompactionDeps) => {
  const { db, deskId, store, docs, sync, ring, clock, logger, closing } = deps;
  const limits = { ...LIMITS, ...deps.limits };
  let running: Promise<void> | null = null;
  /** The number of the newest change and the generation of the newest key at the last check. */
  let looked: { readonly seq: number; readonly generation: number } | null = null;

  /**
   * Returns whether a computer that joins could not start from this snapshot. A removed computer may have written one
   * that is sealed with an older key.
   */
  const isUseless = async (snapshot: Snapshot | null): Promise<boolean> => {
    if (snapshot === null) return newestKey(ring()).generation > 1;
    try {
      await readSnapshot(snapshot, { deskId, ring: ring(), reader: null });
      return false;
    } catch (error) {
      if (error instanceof DeskError && error.kind === 'offline') throw error;
      return true;
    }
  };
  const isDue = async (): Promise<boolean> => {
    const { seq } = sync.chain().head;
    if (seq === 0) return false;
    looked = { seq, generation: newestKey(ring()).generation };
    const { changes, bytes, snapshotBytes } = await store.snapshotDebt();
    if (changes >= limits.changes || bytes >= limits.bytes + snapshotBytes) return true;
    return isUseless(await store.snapshot());
  };

  const hold = async (lease: Lease): Promise<void> => {
    if (lease.msLeft() < LEASE_MS / 2 && !(await lease.renew()))
      throw new DeskError('cancelled', 'Another computer holds the lease.');
  };

  async function* hashed(parts: AsyncIterable<Uint8Array>, lease: Lease, hash: ReturnType<typeof createHash>) {
    for await (const part of parts) {
      closing.throwIfAborted();
      await hold(lease);
      hash.update(part);
      yield part;
      await nextTurn();
    }
  }

  /** Throws if the snapshot in the database is not the one that was sent, or does not open. */
  const verify = async (snapshot: Snapshot, keys: KeyRing, lease: Lease, sent: string): Promise<void> => {
    const hash = createHash('sha256');
    const parts = hashed(snapshot.parts, lease, hash);
    const { changes } = await readSnapshot({ ...snapshot, parts }, { deskId, ring: keys, reader: null });
    for await (const _ of changes) await nextTurn();
    if (hash.digest('hex') !== sent)
      throw new DeskError('shared-desk', 'The stored snapshot differs from the one that was sent.', {
        code: 'change-damaged',
      });
  };

  const write = async (lease: Lease): Promise<void> => {
    while (docs.timestampChanges()) await nextTurn();
    // No other code runs between this loop and the frozen copy, so the copy is exactly this desk at the newest change
    // known here.
    while (docs.timestampChanges());
    const frozen = db.frozen();
    const [{ head: at, breaks }, keys] = [sync.chain(), ring()];
    const hash = createHash('sha256');
    const uploading = async () => {
      try {
        const wrappedKeys = deps.wrapKeyFor(newestKey(keys));
        const parts = writeSnapshot(
          keys,
          { deskId, at },
          deps.members(),
          { all: docs.all(frozen), newer: docs.newer(frozen) },
          wrappedKeys,
        );
        return await store.putSnapshot(at, hashed(parts, lease, hash));
      } finally {
        frozen.close();
      }
    };
    const uploaded = await uploading();
    await verify(uploaded, keys, lease, hash.digest('hex'));
    for (let tries = 0; tries < PUBLISH_TRIES; tries += 1) {
      await hold(lease);
      await sync.exchange();
      const now = sync.chain();
      // The snapshot belongs to a chain that no longer exists, or a newer key has arrived with which it should be
      // sealed.
      if (now.breaks !== breaks || newestKey(ring()).generation !== newestKey(keys).generation) {
        looked = null;
        return;
      }
      if (!(await uploaded.publish(now.head))) continue;
      await store.dropChanges(at.seq - limits.kept);
      logger.info('shared desk: snapshot', { parts: uploaded.count, changes: at.seq });
      return;
    }
  };

  const look = async (): Promise<void> => {
    try {
      if (!(await isDue())) return;
      const lease = await store.lease('snapshot', LEASE_MS);
      if (!('renew' in lease)) return;
      try {
        // Another computer may have made one in the meantime.
        if (await isDue()) await write(lease);
      } finally {
        await lease.release();
      }
    } catch (error) {
      if (closing.aborted || (error instanceof DeskError && error.kind === 'offline')) return;
      const code = error instanceof DeskError ? (error.details?.code ?? error.kind) : 'internal';
      logger.warn('shared desk: no snapshot', { code });
    }
  };
  /** Checks at once whether a snapshot is due, and makes it. Never rejects. */
  const now = (): Promise<void> => {
    running ??= look().finally(() => {
      running = null;
    });
    return running;
  };

  return {
    now,
    /**
     * Checks soon whether a snapshot is due, if enough changes have come since the last check. Call it when something
     * was read or sent. Never rejects.
     */
    soon: (): void => {
      const { seq } = sync.chain().head;
      const isNewKey = looked !== null && newestKey(ring()).generation > looked.generation;
      if (running !== null || (looked !== null && !isNewKey && seq - looked.seq < limits.changes / LOOKS)) return;
      running = clock
        .sleep(Math.random() * limits.spreadMs, closing)
        .then(look, () => {})
        .finally(() => {
          running = null;
        });
    },
  };
};
