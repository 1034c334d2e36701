import { z } from 'zod';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { openComputer, sealComputer } from '#core/sync/crypto/batch.ts';
import { type KeyRing, newestKey } from '#core/sync/crypto/keys.ts';
import { computerMark } from '#core/sync/model/timestamps.ts';
import type { SharedStore } from '#core/sync/store/shared-store.ts';
import { type Awaited, findMembership, noteAwaitedColleagues, setStoreMark } from './membership.ts';

/** The part of a computer's entry that the other computers keep. */
const profile = z.object({ name: z.string().max(100), publicKey: z.string().max(100) });
export type Profile = z.output<typeof profile>;

const kopecks = z.int();
/**
 * A computer's whole entry. It also describes the computer's reseller, so that another computer can find out whether
 * both belong to the same one (whose-books.ts).
 */
const computerEntry = profile.extend({
  tokenMark: z.string().max(100).catch(''),
  /** As last read from the service. */
  sums: z.object({ balanceKopecks: kopecks, spentKopecks: kopecks }).nullable().catch(null),
});
export type ComputerEntry = z.output<typeof computerEntry>;

export interface KnownComputer extends Profile {
  readonly id: string;
  readonly seenAt: number;
}

/** A computer as a snapshot describes it to another one. */
export interface Acquaintance extends Profile {
  readonly id: string;
  readonly hasLeft: boolean;
}

/**
 * Opens the entry of a computer. Returns `null` if it cannot be read, for example because it is sealed with a key that
 * is not in the ring or is older than `leastGeneration`.
 */
export const readProfile = (
  ring: KeyRing,
  whose: { readonly deskId: string; readonly computerId: string; readonly leastGeneration: number },
  sealed: Uint8Array,
): ComputerEntry | null => {
  try {
    return computerEntry.safeParse(openComputer(ring, whose, sealed)).data ?? null;
  } catch {
    return null;
  }
};

interface ComputersDeps {
  readonly db: Database;
  readonly accountId: string;
  readonly deskId: string;
  readonly computerId: string;
  readonly store: SharedStore;
  readonly ring: () => KeyRing;
}

export type Computers = ReturnType<typeof createComputers>;

/**
 * Keeps the list of the computers that share the desk. A computer becomes known only through an entry or a snapshot
 * that is sealed with the newest key of the desk, and its public key is kept from then on. So a removed computer can
 * neither come back under another name nor replace the key of a colleague with its own.
 */
export const createComputers = (deps: ComputersDeps) => {
  const { db, accountId, deskId, computerId, store, ring } = deps;
  let brokenOff: readonly string[] = [];
  let hasPublished = true;
  let marks: readonly string[] = [];

  const isRemoved = (id: string): boolean => findMembership(db, accountId)?.removed.includes(id) ?? false;

  const awaited = (): readonly Awaited[] =>
    (findMembership(db, accountId)?.awaited ?? []).filter(({ id }) => !isRemoved(id));

  const all = (): readonly KnownComputer[] =>
    db
      .all<KnownComputer>(sql`SELECT id, name, public_key, seen_at FROM shared_computers
        WHERE account_id = ${accountId} AND has_left = 0 ORDER BY name, id`)
      .filter(({ id }) => !isRemoved(id));

  const keep = (id: string, { name, publicKey }: Profile, seenAt: number): void => {
    db.run(sql`INSERT INTO shared_computers (account_id, id, name, public_key, seen_at)
      VALUES (${accountId}, ${id}, ${name}, ${publicKey}, ${seenAt})
      ON CONFLICT DO UPDATE SET name = excluded.name, seen_at = excluded.seen_at, has_left = 0`);
  };

  return {
    all,
    /**
     * Returns the name of the computer with this mark in timestamps, even if it has left or was removed; '' if it is
     * unknown.
     */
    nameOf: (mark: string): string =>
      db
        .all<{ id: string; name: string }>(sql`SELECT id, name FROM shared_computers WHERE account_id = ${accountId}`)
        .find(({ id }) => computerMark(id) === mark)?.name ?? '',
    /** Returns the computers that no longer belong to the desk and were last heard of before this moment. */
    gone: (before: number): readonly string[] => {
      const here = new Set(all().map(({ id }) => id));
      return db
        .values<string>(sql`SELECT id FROM shared_computers WHERE account_id = ${accountId} AND seen_at < ${before}`)
        .filter((id) => !here.has(id) && id !== computerId);
    },
    isRemoved,
    /**
     * Returns the ids of colleagues that may still use the desk in a database where it was before. This computer does
     * not receive what they do there.
     */
    awaited: (): readonly string[] => awaited().map(({ id }) => id),
    /**
     * Finds out which database the store is, before anything else is asked of it. If the desk was in another one
     * before, notes that the colleagues are awaited in this one. Returns whether it was.
     */
    identifyStore: async (): Promise<boolean> => {
      const mark = await store.mark();
      const { storeMark = null, isStoreReplaced = false } = findMembership(db, accountId) ?? {};
      if (mark === storeMark && !isStoreReplaced) return false;
      const isAnother = storeMark !== null || isStoreReplaced;
      if (isAnother) {
        const seen = new Map((await store.computers()).map(({ id, seenAt }) => [id, seenAt]));
        const others = all().filter(({ id }) => id !== computerId);
        const absent = others.map(({ id }) => ({ id, seenAt: seen.get(id) ?? null }));
        noteAwaitedColleagues(db, accountId, absent);
      }
      setStoreMark(db, accountId, mark);
      return isAnother;
    },
    /**
     * Returns the other computers that had broken off while paying and not published the outcome when the list was last
     * read.
     */
    brokenOff: () => brokenOff,
    /** Returns whether the database says that this computer has published what it bought. */
    hasPublished: () => hasPublished,
    /** Returns the marks of the tokens that the other computers have, as far as their entries name them. */
    tokenMarks: () => marks,
    publicKeyOf: (id: string): string | null => all().find((one) => one.id === id)?.publicKey ?? null,
    /** Adds computers that a snapshot names. Joins the transaction that is open. */
    learn: (others: readonly Acquaintance[]): void => {
      for (const { id, name, publicKey, hasLeft } of others) {
        db.run(sql`INSERT INTO shared_computers (account_id, id, name, public_key, seen_at, has_left)
          VALUES (${accountId}, ${id}, ${name}, ${publicKey}, 0, ${hasLeft})
          ON CONFLICT DO NOTHING`);
      }
    },
    /** Returns all computers that were ever known here, including those that have left or were removed. */
    acquaintances: (): readonly Acquaintance[] =>
      db.all<Acquaintance>(sql`SELECT id, name, public_key, has_left AS "hasLeft:flag" FROM shared_computers
        WHERE account_id = ${accountId}`),
    /** Writes the entry of this computer, both here and in the database. */
    putOwnEntry: async (own: ComputerEntry, now: number): Promise<void> => {
      keep(computerId, own, now);
      await store.putComputer(sealComputer(ring(), { deskId, computerId }, own));
    },
    /** Reads the list of computers from the database. */
    readList: async (): Promise<void> => {
      const known = new Map(all().map((one) => [one.id, one]));
      const there = await store.computers();
      const unpublished = there
        .filter(({ id, diedWhilePaying }) => diedWhilePaying && !isRemoved(id))
        .map(({ id }) => id);
      hasPublished = !unpublished.includes(computerId);
      brokenOff = unpublished.filter((id) => id !== computerId);
      const seen: string[] = [];
      for (const { id, sealed, seenAt } of there) {
        const before = known.get(id);
        // A removed computer still has the older keys, and could have sealed an entry with one of them, even in place
        // of a colleague's.
        const leastGeneration = newestKey(ring()).generation;
        const now = readProfile(ring(), { deskId, computerId: id, leastGeneration }, sealed);
        if (now !== null && id !== computerId) seen.push(now.tokenMark);
        if (now !== null) keep(id, now, seenAt);
        else if (before !== undefined) keep(id, before, seenAt);
        known.delete(id);
      }
      marks = seen;
      const seenAt = new Map(there.map((one) => [one.id, one.seenAt]));
      const before = awaited();
      const absent = before.filter((one) => (seenAt.get(one.id) ?? null) === one.seenAt);
      if (absent.length < before.length) noteAwaitedColleagues(db, accountId, absent);
      // A computer that leaves deletes its own entry from the list.
      for (const id of known.keys()) {
        if (id === computerId || absent.some((one) => one.id === id)) continue;
        db.run(sql`UPDATE shared_computers SET has_left = 1 WHERE account_id = ${accountId} AND id = ${id}`);
      }
    },
  };
};
