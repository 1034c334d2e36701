import type { CommonDeps } from '#core/context.ts';
import { nextTurn } from '#core/platform/async/slices.ts';
import { createTurns } from '#core/platform/async/turns.ts';
import { generationOf, keyInside, nextHead, openBatch, sealBatch } from '#core/sync/crypto/batch.ts';
import {
  type DeskKey,
  type KeyRing,
  newestKey,
  nextKey,
  type WrappedKeyReader,
  withKey,
} from '#core/sync/crypto/keys.ts';
import { sealingError } from '#core/sync/crypto/sealing-error.ts';
import type { News } from '#core/sync/model/doc-kind.ts';
import type { SharedDocs, Touched } from '#core/sync/model/shared-docs.ts';
import type { Timestamps } from '#core/sync/model/timestamps.ts';
import type { Head, SharedStore, Snapshot } from '#core/sync/store/shared-store.ts';
import { storeError } from '#core/sync/store/store-error.ts';
import { DeskError } from '#shared/result.ts';
import { changesBehind, EMPTY_HEAD, isSameHead, type LinkedChange } from './chain.ts';
import { type Change, contentOf, MAX_REMOVED, writeChange } from './change.ts';
import { findMembership, noteRemovedComputers, storeCursor } from './membership.ts';
import { type Members, readSnapshot } from './snapshot.ts';

interface SyncDeps extends CommonDeps<'db' | 'closing'> {
  readonly accountId: string;
  readonly deskId: string;
  readonly store: SharedStore;
  readonly docs: SharedDocs;
  readonly timestamps: Timestamps;
  readonly keys: { readonly ring: () => KeyRing; readonly keep: (ring: KeyRing) => Promise<void> };
  readonly reader: WrappedKeyReader;
  /** Wraps a new key for all computers of the desk, and for this one, which may die before it has stored the key. */
  readonly wrapKeyFor: (key: DeskKey, without: readonly string[]) => readonly Uint8Array[];
  readonly news: News;
  /** Returns the ids of all computers that ever belonged to the desk, as far as they are known here. */
  readonly seenComputers: () => readonly string[];
  /** Adds the computers that a snapshot names. Joins the transaction that is open. */
  readonly learn: (computers: Members['computers']) => void;
  /** Reports the progress of a long exchange; `null` when the exchange has ended. */
  readonly onProgress: (
    progress: { readonly what: 'reading' | 'sending'; readonly done: number; readonly total: number } | null,
  ) => void;
  /** Called when the database had lost something, and everything that is missing in it is sent again. */
  readonly onRestored: () => void;
  /** Called when a computer has announced something about itself. */
  readonly onAnnounced: () => void;
}

const codeOf = (error: unknown): unknown => (error instanceof DeskError ? error.details?.code : undefined);

/** Fewer changes are done before a user could see the progress. */
const WORTH_SHOWING = 20;
/** If more records of a kind arrive at once, the features hear only that there were many. */
const NAMED = 200;
/** How many records of a snapshot are merged in one transaction, so that each takes some tens of milliseconds. */
const MERGED_AT_ONCE = 200;
const SNAPSHOT_TRIES = 3;

export type Sync = ReturnType<typeof createSync>;

export const createSync = (deps: SyncDeps) => {
  const { db, accountId, deskId, store, docs, timestamps, keys, news, closing } = deps;

  const known = (): Head => findMembership(db, accountId)?.head ?? EMPTY_HEAD;

  const setCursor = (head: Head): void =>
    storeCursor(db, accountId, {
      head,
      lastTimestamp: timestamps.last(),
      generation: newestKey(keys.ring()).generation,
    });

  /**
   * Returns whether the newest key is missing here, because the app ended before the keychain had stored it. Without
   * it, this computer would seal changes with a key that is no longer valid.
   */
  const isKeyLost = (): boolean => newestKey(keys.ring()).generation < (findMembership(db, accountId)?.generation ?? 0);

  const removedHere = (): readonly string[] => findMembership(db, accountId)?.removed ?? [];

  /**
   * Returns the removed computers, those that were ever seen here first. So a member that names a thousand other ids
   * cannot keep a removed computer on the desk.
   */
  const withRemoved = (removed: readonly string[]): readonly string[] => {
    const all = [...new Set([...removed, ...removedHere()])];
    if (all.length <= MAX_REMOVED) return all;
    const seen = new Set(deps.seenComputers());
    const isSeen = (id: string): boolean => seen.has(id);
    return [...all.filter(isSeen), ...all.filter((id) => !isSeen(id))].slice(0, MAX_REMOVED);
  };
  const noteRemoved = (removed: readonly string[]): void => {
    if (removed.length > 0) noteRemovedComputers(db, accountId, withRemoved(removed));
  };
  let breaks = 0;
  // Only one operation runs at a time, because no computer accepts a change that is sealed with a replaced key.
  const inTurn = createTurns();

  /** Opens a change. The first change after a computer was removed may contain its own key, which is then stored. */
  const open = async (linked: LinkedChange): Promise<unknown> => {
    const { sealed } = linked;
    const change = { deskId, ...linked };
    try {
      return openBatch(keys.ring(), change, sealed);
    } catch (error) {
      const key = codeOf(error) === 'key-unknown' ? keyInside(sealed, deps.reader) : null;
      if (key === null) throw error;
      const ring = withKey(keys.ring(), key);
      const opened = openBatch(ring, change, sealed);
      await keys.keep(ring);
      return opened;
    }
  };

  const emitChanges = (touched: Touched): void => {
    for (const [kind, ids] of touched) kind.changed?.(news, ids.size > NAMED ? null : [...ids]);
  };

  /** Writes the content of a change to the tables or sets it aside. No sealed change may stop the others. */
  const applyChange = async (change: LinkedChange): Promise<void> => {
    const content = change.isOfNobody ? ({ is: 'unreadable' } as const) : contentOf(await open(change));
    emitChanges(
      db.transaction(() => {
        setCursor(change.head);
        if (content.is !== 'change') {
          docs.aside.addChange(content.is === 'newer' ? content.opened : null);
          return new Map();
        }
        const { records, removed } = content.change;
        if (records.length === 0) deps.onAnnounced();
        const touched = docs.apply(records);
        noteRemoved(removed);
        setCursor(change.head);
        return touched;
      }),
    );
  };

  /**
   * Tries again what was set aside. `due`: only records whose time has come; `all`: everything, including whole changes
   * that an older app could not read.
   */
  const tryAgain = (what: 'all' | 'due'): void => {
    if (docs.aside.isEmpty()) return;
    if (what === 'all') {
      const changes = docs.aside.changes();
      db.transaction(() => {
        docs.aside.dropChanges();
        for (const opened of changes) {
          const content = contentOf(opened);
          if (content.is === 'newer') docs.aside.addChange(opened);
          if (content.is === 'change') docs.apply(content.change.records);
        }
      });
    }
    emitChanges(docs.retry(what));
  };

  const showReading = (done: number, total: number): void => {
    if (total > WORTH_SHOWING) deps.onProgress({ what: 'reading', done, total: Math.max(total, done) });
  };

  /** Reads the changes behind `from`, up to the newest. `before`: how many parts of a snapshot were read first. */
  const pullSince = async (from: Head, total: number, before = 0): Promise<void> => {
    const least = from.seq === 0 ? 1 : newestKey(keys.ring()).generation;
    for await (const change of changesBehind(store, from, least)) {
      closing.throwIfAborted();
      await applyChange(change);
      await db.settled();
      showReading(before + change.seq - from.seq, before + total - from.seq);
    }
    if (known().seq < total) throw sealingError('change-damaged');
  };

  /** Merges everything in a snapshot. Whatever is later here, or missing in the snapshot, is sent again. */
  const merge = async (snapshot: Snapshot, newest: Head): Promise<void> => {
    // A computer that has just joined sends everything it has anyway.
    const merging = known().seq === 0 ? null : docs.merge();
    const total = snapshot.count + Math.max(0, newest.seq - snapshot.at.seq);
    const { ring, members, changes } = await readSnapshot(snapshot, { deskId, ring: keys.ring(), reader: deps.reader });
    if (ring !== keys.ring()) await keys.keep(ring);
    let done = 1;
    for await (const { records, newer = [] } of changes) {
      for (const opened of newer) docs.aside.addChange(opened);
      for (let from = 0; from < records.length; from += MERGED_AT_ONCE) {
        closing.throwIfAborted();
        const some = records.slice(from, from + MERGED_AT_ONCE);
        db.transaction(() => {
          merging?.compare(some);
          docs.apply(some, 'snapshot');
        });
        await db.settled();
        await nextTurn();
      }
      for (const name of new Set(records.map(({ kind }) => kind))) docs.kindOf(name)?.changed?.(news, null);
      done += 1;
      showReading(done, total);
    }
    // Only now is it certain that the snapshot was complete.
    db.transaction(() => {
      merging?.end();
      deps.learn(members.computers);
      noteRemoved(members.removed);
      setCursor(snapshot.at);
    });
    await pullSince(snapshot.at, newest.seq, snapshot.count);
  };

  /** Reads the newest snapshot and all changes behind it. `retired`: its key is no longer valid. */
  const fromSnapshot = async (newest: Head): Promise<'read' | 'none' | 'retired'> => {
    for (let tries = 1; ; tries += 1) {
      const snapshot = await store.snapshot();
      if (snapshot === null) return 'none';
      try {
        await merge(snapshot, newest);
        return 'read';
      } catch (error) {
        // A newer snapshot replaced it while it was being read.
        if (codeOf(error) === 'store-snapshot-gone' && tries < SNAPSHOT_TRIES) continue;
        if (codeOf(error) === 'key-retired' && !isSameHead(known(), snapshot.at)) return 'retired';
        throw error;
      }
    }
  };

  /** Returns whether the changes form a complete chain that ends with the newest key this computer knows. */
  const verifyChain = async (): Promise<boolean> => {
    let newest = 1;
    for await (const change of changesBehind(store, EMPTY_HEAD, newest)) {
      closing.throwIfAborted();
      if (change.isOfNobody) continue;
      openBatch(keys.ring(), { deskId, ...change }, change.sealed);
      newest = generationOf(change.sealed);
    }
    return newest >= newestKey(keys.ring()).generation;
  };

  /**
   * Merges with a database that is not the one this computer knew: reads what is in it, and sends again what is missing
   * in it. If its changes end with a key that is no longer valid, a removed computer could have written them, so none
   * of them is merged.
   */
  const resyncFromScratch = async (newest: Head): Promise<void> => {
    breaks += 1;
    if ((await fromSnapshot(newest)) !== 'read') {
      // One transaction moves the cursor and lists what is to be sent again. If the app ended between the two, it would
      // continue from the cursor and find nothing missing.
      const resetCursor = (head: Head): void =>
        db.transaction(() => {
          setCursor(head);
          docs.republishAll();
        });
      if ((await store.oldestSeq()) === 1 && (await verifyChain())) {
        resetCursor(EMPTY_HEAD);
        await pullSince(EMPTY_HEAD, newest.seq);
      } else {
        resetCursor(newest);
        await renewKey([]);
      }
    }
    // A change and its head are written together. If the head does not match, no change could be appended to it.
    const now = (await store.head()) ?? EMPTY_HEAD;
    if (now.seq <= known().seq && !isSameHead(now, known())) throw sealingError('change-damaged');
    deps.onRestored();
  };

  /** Returns whether a snapshot has what cannot be read here: a deleted change, or one with an unknown key. */
  const isCompacted = async (isGone: boolean): Promise<boolean> => {
    const { seq } = known();
    const snapshot = await store.snapshot();
    return snapshot !== null && snapshot.at.seq > seq && (!isGone || (await store.oldestSeq()) > seq + 1);
  };

  /** Reads the whole desk, for a computer that has just joined. */
  const begin = async (newest: Head): Promise<void> => {
    const outcome = await fromSnapshot(newest);
    if (outcome === 'read') return;
    // Another computer makes a new snapshot soon. Until then only a complete chain of changes can be read.
    if (outcome === 'retired' && (await store.oldestSeq()) > 1) throw sealingError('key-retired');
    await pullSince(EMPTY_HEAD, newest.seq);
  };

  const read = async (): Promise<void> => {
    const newest = await store.head();
    if (newest === null) throw storeError('store-gone');
    if (isKeyLost()) {
      // A snapshot contains the missing key.
      if ((await fromSnapshot(newest)) !== 'read') throw sealingError('key-unknown');
      return;
    }
    const head = known();
    if (isSameHead(newest, head)) return;
    if (head.seq === 0) {
      await begin(newest);
      return;
    }
    if (newest.seq <= head.seq) {
      await resyncFromScratch(newest);
      return;
    }
    try {
      await pullSince(head, newest.seq);
    } catch (error) {
      const code = codeOf(error);
      // `key-retired`: the data of this computer was restored from a copy that is older than its newest key.
      if (code !== 'change-damaged' && code !== 'key-unknown' && code !== 'key-retired') throw error;
      const isGone = code === 'change-damaged';
      breaks += 1;
      if ((await isCompacted(isGone)) && (await fromSnapshot(newest)) === 'read') return;
      // If only a key is missing, reading ends here. Otherwise the database does not continue the chain that was read.
      if (!isGone) throw error;
      await resyncFromScratch(newest);
    }
  };

  /** Appends a change. Returns `false` if there is something to read first. */
  const append = async (
    change: Change,
    { ring, wrappedKeys }: { readonly ring: KeyRing; readonly wrappedKeys?: readonly Uint8Array[] },
    taken: () => void,
  ): Promise<boolean> => {
    const head = known();
    const at = { seq: head.seq + 1, previous: head.hash };
    const sealed = sealBatch(ring, { deskId, ...at }, writeChange(change), wrappedKeys);
    const next = { seq: at.seq, hash: nextHead(head.hash, sealed) };
    if (!(await store.append(head, sealed, next)).appended) return false;
    // The key is stored before the cursor moves. If the app ends before that, it reads the key from the change.
    if (ring !== keys.ring()) await keys.keep(ring);
    db.transaction(() => {
      taken();
      setCursor(next);
    });
    return true;
  };

  const renewKey = async (removed: readonly string[]): Promise<void> => {
    for (let isIn = false; !isIn; ) {
      const key = nextKey(keys.ring());
      const ring = withKey(keys.ring(), key);
      const all = withRemoved(removed);
      const wrappedKeys = deps.wrapKeyFor(key, all);
      isIn = await append({ records: [], removed: all }, { ring, wrappedKeys }, () =>
        noteRemovedComputers(db, accountId, all),
      );
      if (!isIn) await read();
    }
  };

  /** The number of records sent since everything was last published. */
  let sent = 0;
  /**
   * Sends what waits. `parts`: everything is published except parts of large things, and some of those are; `behind`:
   * there is something to read first.
   */
  const send = async (): Promise<'all' | 'parts' | 'behind'> => {
    const total = sent + docs.countUnpublished();
    for (;;) {
      closing.throwIfAborted();
      const outgoing = docs.outgoing();
      if (outgoing === null) {
        sent = 0;
        return 'all';
      }
      if (!(await append({ records: outgoing.records, removed: [] }, { ring: keys.ring() }, outgoing.sent)))
        return 'behind';
      sent += outgoing.records.length;
      if (total > WORTH_SHOWING * 100) deps.onProgress({ what: 'sending', done: Math.min(sent, total), total });
      if (outgoing.hasParts) return 'parts';
    }
  };

  /**
   * Reads what is new and sends what waits once. Returns whether parts of large things may be left. Each step is a turn
   * of its own, so that a payment need not wait for all parts.
   */
  const step = (): Promise<boolean> =>
    inTurn(async () => {
      for (;;) {
        while (docs.timestampChanges()) await nextTurn();
        await read();
        docs.correctTimestamps();
        tryAgain('due');
        const done = await send();
        if (done !== 'behind') return done === 'parts';
      }
    });

  const publishNow = async (): Promise<void> => {
    for (;;) {
      while (docs.timestampChanges('small')) await nextTurn();
      if ((await send()) !== 'behind') return;
      await read();
    }
  };

  const announce = async (): Promise<void> => {
    do await read();
    while (!(await append({ records: [], removed: [] }, { ring: keys.ring() }, () => {})));
  };

  tryAgain('all');

  return {
    /**
     * Publishes everything that was written here, except large things, and reads everything that was published before
     * it. So if two computers publish at once, the later one knows of the other. Takes one message if no other computer
     * was faster. Throws as `exchange` does.
     */
    publish: (): Promise<void> => inTurn(publishNow),
    /** Makes the other computers look again which computers there are. Throws as `exchange` does. */
    announce: (): Promise<void> => inTurn(announce),
    /** Returns the newest change known here, and how often the database was found not to continue what was read. */
    chain: (): { readonly head: Head; readonly breaks: number } => ({ head: known(), breaks }),
    /**
     * Publishes that these computers are removed, in a change that brings a new key to those that stay. Throws as
     * `exchange` does.
     */
    renewKey: (removed: readonly string[]): Promise<void> =>
      inTurn(async () => {
        await read();
        await renewKey(removed);
      }),
    /**
     * Reads what is new and sends what waits, until neither is left. Throws what the store throws, and DeskError
     * `shared-desk` for what cannot be read (`change-damaged`, `key-unknown`, `key-retired`, `newer-format`).
     */
    exchange: async (): Promise<void> => {
      try {
        while (await step());
      } finally {
        deps.onProgress(null);
      }
    },
    /** Does the same, but sends at most some parts of large things (the lines of lists). */
    exchangeSmall: async (): Promise<void> => void (await step()),
  };
};
