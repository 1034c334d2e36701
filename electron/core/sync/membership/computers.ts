import { z } from 'zod';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { openComputer, sealComputer } from '#core/sync/crypto/batch.ts';
import { type KeyRing, newestKey } from '#core/sync/crypto/keys.ts';
import { computerMark } from '#core/sync/model/timestamps.ts';
import type { SharedStore } from '#core/sync/store/shared-store.ts';
import type { Awaited, Memberships } from './membership.ts';

/** What a computer says of itself. */
const profile = z.object({ name: z.string().max(100), publicKey: z.string().max(100) });
export type Profile = z.output<typeof profile>;

const kopecks = z.int();
/** And of its reseller (whose-books.ts): so that another computer can tell whether it is of the same. */
const computerEntry = profile.extend({
  tokenMark: z.string().max(100).catch(''),
  /** As last read of the service. */
  sums: z.object({ balanceKopecks: kopecks, spentKopecks: kopecks }).nullable().catch(null),
});
export type ComputerEntry = z.output<typeof computerEntry>;

export interface KnownComputer extends Profile {
  readonly id: string;
  readonly seenAt: number;
}

/** As one computer tells another of a third. */
export interface Acquaintance extends Profile {
  readonly id: string;
  readonly hasLeft: boolean;
}

/** `null`: it is sealed with no key of the ring, or with one older than that. */
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
  readonly memberships: Memberships;
  readonly store: SharedStore;
  readonly ring: () => KeyRing;
}

export type Computers = ReturnType<typeof createComputers>;

/**
 * Who shares the desk. A computer becomes known with the newest key of the desk only, and its public key is kept from
 * then on: whoever was removed cannot come back under another name, nor put a key of its own in the place of a colleague's.
 */
export const createComputers = (deps: ComputersDeps) => {
  const { db, accountId, deskId, computerId, memberships, store, ring } = deps;
  let brokenOff: readonly string[] = [];
  let hasPublished = true;
  let marks: readonly string[] = [];

  const isRemoved = (id: string): boolean => memberships.find(accountId)?.removed.includes(id) ?? false;

  const awaited = (): readonly Awaited[] =>
    (memberships.find(accountId)?.awaited ?? []).filter(({ id }) => !isRemoved(id));

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
    /** By its mark in stamps; also of one that has left or was removed. '' when nobody knows it. */
    nameOf: (mark: string): string =>
      db
        .all<{ id: string; name: string }>(sql`SELECT id, name FROM shared_computers WHERE account_id = ${accountId}`)
        .find(({ id }) => computerMark(id) === mark)?.name ?? '',
    /** Whoever belonged to the desk and does not any more; last heard of before that moment. */
    gone: (before: number): readonly string[] => {
      const here = new Set(all().map(({ id }) => id));
      return db
        .values<string>(sql`SELECT id FROM shared_computers WHERE account_id = ${accountId} AND seen_at < ${before}`)
        .filter((id) => !here.has(id) && id !== computerId);
    },
    isRemoved,
    /** Ids of colleagues that may still be on the desk in a database it was in before: what they do is not heard here. */
    awaited: (): readonly string[] => awaited().map(({ id }) => id),
    /**
     * Before anything else is asked of the place: where it is another database than before, the colleagues are awaited there.
     * Whether it is.
     */
    identifyStore: async (): Promise<boolean> => {
      const mark = await store.mark();
      const before = memberships.find(accountId)?.storeMark ?? '';
      if (mark === before) return false;
      if (before !== '') {
        const seen = new Map((await store.computers()).map(({ id, seenAt }) => [id, seenAt]));
        const others = all().filter(({ id }) => id !== computerId);
        const absent = others.map(({ id }) => ({ id, seenAt: seen.get(id) ?? null }));
        memberships.noteAwaited(accountId, absent);
      }
      memberships.setStoreMark(accountId, mark);
      return before !== '';
    },
    /** Others that had broken off while paying, and not told what came of it, when it was looked last. */
    brokenOff: () => brokenOff,
    /** The database has it so that this computer has told what it bought. */
    hasPublished: () => hasPublished,
    /** Of the tokens that the others have, as far as they say. */
    tokenMarks: () => marks,
    publicKeyOf: (id: string): string | null => all().find((one) => one.id === id)?.publicKey ?? null,
    /** What a colleague knows of others. Joins the transaction that is open. */
    learn: (others: readonly Acquaintance[]): void => {
      for (const { id, name, publicKey, hasLeft } of others) {
        db.run(sql`INSERT INTO shared_computers (account_id, id, name, public_key, seen_at, has_left)
          VALUES (${accountId}, ${id}, ${name}, ${publicKey}, 0, ${hasLeft})
          ON CONFLICT DO NOTHING`);
      }
    },
    /** All that were ever known here, those that have left or were removed included. */
    acquaintances: (): readonly Acquaintance[] =>
      db.all<Acquaintance>(sql`SELECT id, name, public_key, has_left AS "hasLeft:flag" FROM shared_computers
        WHERE account_id = ${accountId}`),
    /** This computer, as it calls itself. */
    putOwnEntry: async (own: ComputerEntry, now: number): Promise<void> => {
      keep(computerId, own, now);
      await store.putComputer(sealComputer(ring(), { deskId, computerId }, own));
    },
    /** Asks the database who is there. */
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
        // With an older key whoever was removed could have written it, also into the entry of a colleague.
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
      if (absent.length < before.length) memberships.noteAwaited(accountId, absent);
      // Who left has taken itself out of the list.
      for (const id of known.keys()) {
        if (id === computerId || absent.some((one) => one.id === id)) continue;
        db.run(sql`UPDATE shared_computers SET has_left = 1 WHERE account_id = ${accountId} AND id = ${id}`);
      }
    },
  };
};
