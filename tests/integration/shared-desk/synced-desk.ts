import { randomUUID } from 'node:crypto';
import {
  type DeskKey,
  type Identity,
  type KeyRing,
  makeIdentity,
  publicTextOf,
  wrapKey,
} from '#core/sync/crypto/keys.ts';
import { createCompaction } from '#core/sync/membership/compaction.ts';
import { createComputers } from '#core/sync/membership/computers.ts';
import { findMembership } from '#core/sync/membership/membership.ts';
import { createSync } from '#core/sync/membership/sync.ts';
import type { SharedStore } from '#core/sync/store/shared-store.ts';
import { realClock } from '../../support/real-clock.ts';
import { openTestStore } from '../../support/shared-desk/desk-store.ts';
import { openLittleDesk } from './little-desk.ts';

interface SyncedDeskOptions {
  readonly number: number;
  readonly path: string;
  readonly connection: string;
  readonly deskId: string;
  readonly ring: KeyRing;
  /** Opens the same computer once more. */
  readonly computerId?: string;
  readonly identity?: Identity;
  /** A layer between the computer and its store. */
  readonly way?: (store: SharedStore) => SharedStore;
  /** The number of changes that make a snapshot due, and of those before it that stay. */
  readonly limits?: { readonly changes: number; readonly kept: number };
  /** Called with the keys to be stored; the app ends if it throws. */
  readonly onKey?: (ring: KeyRing) => void;
}

/** A computer's database with the actions of its user, as a member of a desk on a real server. The key ring is in memory. */
export const openSyncedDesk = (options: SyncedDeskOptions) => {
  const { deskId, computerId = randomUUID(), identity = makeIdentity(), way = (store) => store } = options;
  const little = openLittleDesk({ sent: [] }, options.number, options.path, { deskId, computerId });
  const { db } = little;
  const docs = little.docs();
  const opened = openTestStore(options.connection, deskId, { id: computerId });
  const store = way(opened.store);
  const closing = new AbortController();
  const logged: string[] = [];
  let ring = options.ring;
  let restored = 0;
  const base = { db, accountId: 'a', deskId, store };
  const computers = createComputers({ ...base, computerId, ring: () => ring });
  const writer = { deskId, computerId, privateKey: identity.privateKey };
  const wrapKeyFor = (key: DeskKey, without: readonly string[] = []) =>
    computers
      .all()
      .filter(({ id }) => !without.includes(id))
      .map(({ id, publicKey }) => wrapKey(key, writer, { id, publicKey }));
  const sync = createSync({
    ...base,
    docs,
    timestamps: little.stamps(),
    wrapKeyFor,
    learn: computers.learn,
    closing: closing.signal,
    seenComputers: () => computers.acquaintances().map(({ id }) => id),
    keys: {
      ring: () => ring,
      keep: async (kept) => {
        options.onKey?.(kept);
        ring = kept;
      },
    },
    reader: { ...writer, publicKeyOf: computers.publicKeyOf },
    news: { emit: () => {}, onRights: () => {}, onAlerts: () => {}, onOrders: () => {} },
    onProgress: () => {},
    onRestored: () => {
      restored += 1;
    },
    onAnnounced: () => {},
  });
  const log = (message: string, fields?: unknown): void => void logged.push(`${message} ${JSON.stringify(fields)}`);
  const compaction = createCompaction({
    db,
    deskId,
    store,
    docs,
    sync,
    wrapKeyFor,
    clock: realClock,
    closing: closing.signal,
    ring: () => ring,
    members: () => ({ removed: findMembership(db, 'a')?.removed ?? [], computers: computers.acquaintances() }),
    logger: { info: log, warn: log, error: log },
    limits: { changes: 3, kept: 0, ...options.limits },
  });
  return {
    ...little,
    computerId,
    identity,
    store,
    sync,
    compaction,
    computers,
    logged,
    ring: () => ring,
    restored: () => restored,
    /** Announces itself and learns who else is there. */
    meet: async () => {
      const publicKey = publicTextOf(identity.privateKey);
      await computers.putOwnEntry({ name: `${options.number}`, publicKey, tokenMark: '', sums: null }, 0);
      await computers.readList();
    },
    unpublished: () => docs.countUnpublished(),
    close: () => {
      closing.abort();
      opened.store.close();
      little.close();
    },
  };
};

export type SyncedDesk = ReturnType<typeof openSyncedDesk>;
