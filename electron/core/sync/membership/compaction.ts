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

/** When there is too much to read for whoever joins. */
interface Limits {
  readonly changes: number;
  readonly bytes: number;
  /** Changes before the snapshot that stay: who was away for a short time reads on, instead of everything anew. */
  readonly kept: number;
  /** Everybody notices at the same time; who looks first is left to chance. */
  readonly spreadMs: number;
}
const LIMITS: Limits = { changes: 4_000, bytes: 32 * 1024 ** 2, kept: 1_000, spreadMs: 60_000 };

/** Between two looks at least so many changes have come. */
const LOOKS = 16;
const LEASE_MS = 300_000;
/** Others may add changes faster than this computer can read them. */
const PUBLISH_TRIES = 20;

export type Compaction = ReturnType<typeof createCompaction>;

/**
 * Now and then one computer writes down the whole desk and takes the changes before it away, so that nobody who joins
 * reads a year. Nothing goes before the snapshot was read back from the database, whole and as it was sent, and is the desk's.
 */
export const createCompaction = (deps: CompactionDeps) => {
  const { db, deskId, store, docs, sync, ring, clock, logger, closing } = deps;
  const limits = { ...LIMITS, ...deps.limits };
  let running: Promise<void> | null = null;
  /** Where the chain was, and the newest key, when nothing was due. */
  let looked: { readonly seq: number; readonly generation: number } | null = null;

  /** Nobody could begin with it. One that is sealed with an older key could be of whoever was removed. */
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
    if (lease.msLeft() < LEASE_MS / 2 && !(await lease.renew())) throw new DeskError('cancelled', 'Another has it.');
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

  /** Throws where what is there is not what was sent, or does not open. */
  const verify = async (snapshot: Snapshot, keys: KeyRing, lease: Lease, sent: string): Promise<void> => {
    const hash = createHash('sha256');
    const parts = hashed(snapshot.parts, lease, hash);
    const { changes } = await readSnapshot({ ...snapshot, parts }, { deskId, ring: keys, reader: null });
    for await (const _ of changes) await nextTurn();
    if (hash.digest('hex') !== sent)
      throw new DeskError('shared-desk', 'It is not what was sent.', { code: 'change-damaged' });
  };

  const write = async (lease: Lease): Promise<void> => {
    while (docs.timestampChanges()) await nextTurn();
    // In one go: what is written down is what is here with the newest change that is known.
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
      // It was on a chain that is no more, or a key has come that it ought to be sealed with.
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
        // Meanwhile another may have made one.
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
  /** Looks at once. Never rejects. */
  const now = (): Promise<void> => {
    running ??= look().finally(() => {
      running = null;
    });
    return running;
  };

  return {
    now,
    /** Something was read or sent: now and then a snapshot is due. Never rejects. */
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
