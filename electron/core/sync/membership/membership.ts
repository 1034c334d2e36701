import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { noteFormerComputer } from '#core/money/rights/former-computers.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { parseJson } from '#core/platform/text/parse-json.ts';
import { computerMark, laterThanStored, type Timestamp } from '#core/sync/model/timestamps.ts';
import type { OwnSession } from '#core/sync/store/clones.ts';
import type { Head } from '#core/sync/store/shared-store.ts';
import { EMPTY_HEAD } from './chain.ts';

/** The prefix of the keys in `settings` that hold the sessions of the app on this file, one key for each account. */
const SESSIONS = 'sharedDesk.sessions.';
const SESSIONS_KEPT = 5;

/** Says that the desk of an account is shared, and up to which change this computer has read it. */
export interface Membership {
  readonly accountId: string;
  readonly deskId: string;
  readonly computerId: string;
  /** The name of the shared desk. */
  readonly name: string;
  /** The name of this computer. */
  readonly computer: string;
  readonly head: Head;
  /** The generation of the newest key when the desk was read up to `head`. */
  readonly generation: number;
  /** See `Timestamps.last`. */
  readonly lastTimestamp: Timestamp | null;
  /** Ids of computers that no longer belong to the desk. */
  readonly removed: readonly string[];
  /** The mark of the database in which the desk was last found (store/store-mark.ts); `null` if there was none yet. */
  readonly storeMark: string | null;
  /** Whether this computer was connected to another database since, and has not found the desk there yet. */
  readonly isStoreReplaced: boolean;
  /** Colleagues that were on the desk in the previous database, and have not come to this one yet. */
  readonly awaited: readonly Awaited[];
}

export interface Awaited {
  readonly id: string;
  /**
   * When the database had last heard of this colleague, at the moment when this computer came to it: ms of the server's
   * clock. `null`: never.
   */
  readonly seenAt: number | null;
}

type Row = Omit<Membership, 'head'> & Head;

const COLUMNS = sql`account_id, desk_id, computer_id, name, computer, seq, head AS hash, generation, last_timestamp,
  removed AS "removed:json", store_mark, is_store_replaced AS "isStoreReplaced:flag", awaited AS "awaited:json"`;

const toMembership = ({ seq, hash, ...row }: Row): Membership => ({ ...row, head: { seq, hash } });

export const allMemberships = (db: Database): readonly Membership[] =>
  db
    .all<Row>(sql`SELECT ${COLUMNS} FROM shared_desks WHERE account_id IN (SELECT id FROM accounts WHERE removed = 0)`)
    .map(toMembership);

/** Returns the accounts that share no desk. */
export const unsharedAccounts = (db: Database): readonly string[] =>
  db.values<string>(sql`SELECT id FROM accounts
    WHERE removed = 0 AND id NOT IN (SELECT account_id FROM shared_desks)`);

export const findMembership = (db: Database, accountId: string): Membership | null => {
  const row = db.get<Row>(sql`SELECT ${COLUMNS} FROM shared_desks WHERE account_id = ${accountId}`);
  return row === undefined ? null : toMembership(row);
};

/** Adds a membership, and forgets everything about the one that the account had before. */
export const addMembership = (
  db: Database,
  {
    accountId,
    deskId,
    computerId,
    name,
    computer,
  }: Pick<Membership, 'accountId' | 'deskId' | 'computerId' | 'name' | 'computer'>,
): Membership =>
  db.transaction(() => {
    db.run(sql`DELETE FROM shared_desks WHERE account_id = ${accountId}`);
    db.run(sql`INSERT INTO shared_desks (account_id, desk_id, computer_id, name, computer, head)
      VALUES (${accountId}, ${deskId}, ${computerId}, ${name}, ${computer}, ${EMPTY_HEAD.hash})`);
    return {
      accountId,
      deskId,
      computerId,
      name,
      computer,
      head: EMPTY_HEAD,
      generation: 1,
      lastTimestamp: null,
      removed: [],
      storeMark: null,
      isStoreReplaced: false,
      awaited: [],
    };
  });

/** Notes an identity that this computer gives up. `lastId` is the `lastPurchaseId` of `FormerComputer`. */
export const noteFormerMember = (
  db: Database,
  accountId: string,
  { deskId, computerId }: Pick<Membership, 'deskId' | 'computerId'>,
  lastId: number | null = null,
): void => {
  const former = { id: computerId, mark: computerMark(computerId), lastPurchaseId: lastId };
  noteFormerComputer(db, accountId, deskId, former);
};

const lastPurchaseId = (db: Database): number => db.value<number>(sql`SELECT max(id) FROM purchases`) ?? 0;

/**
 * Removes the membership of an account and notes its identity as a former one. `isOwn`: the identity is that of this
 * computer, and not of another one whose backup was restored here.
 */
export const removeMembership = (db: Database, accountId: string, isOwn: boolean): void => {
  const left = findMembership(db, accountId);
  if (left !== null) noteFormerMember(db, accountId, left, isOwn ? null : lastPurchaseId(db));
  db.run(sql`DELETE FROM shared_desks WHERE account_id = ${accountId}`);
};

export const renameOwnComputer = (db: Database, accountId: string, computer: string): void => {
  db.run(sql`UPDATE shared_desks SET computer = ${computer} WHERE account_id = ${accountId}`);
};

/**
 * Gives this computer another identity. Its earlier purchases and due items stay with the former identity. Joins the
 * transaction that is open.
 */
export const becomeAnotherComputer = (db: Database, accountId: string, computerId: string, computer: string): void => {
  const before = findMembership(db, accountId);
  if (before === null) return;
  const mark = computerMark(before.computerId);
  noteFormerMember(db, accountId, before, lastPurchaseId(db));
  db.run(sql`UPDATE shared_desks SET computer_id = ${computerId}, computer = ${computer}
    WHERE account_id = ${accountId}`);
  db.run(sql`UPDATE purchases SET computer = ${mark} WHERE account_id = ${accountId} AND computer IS NULL`);
  db.run(sql`UPDATE due_items SET started_here = 0, started_elsewhere_by = ${mark}
    WHERE account_id = ${accountId} AND started_here = 1`);
};

/**
 * Returns a new session of the app on this desk, and stores it. The sessions before it are those of this very file.
 * They are on the disk before the database hears of the new one, so that this file recognizes its own sessions after
 * a crash.
 */
export const newDeskSession = (db: Database, accountId: string): OwnSession => {
  const key = `${SESSIONS}${accountId}`;
  const kept = db.value<string>(sql`SELECT value FROM settings WHERE key = ${key}`);
  const before = z
    .array(z.uuid())
    .max(SESSIONS_KEPT)
    .catch([])
    .parse(parseJson(kept ?? ''));
  const id = randomUUID();
  const all = JSON.stringify([id, ...before].slice(0, SESSIONS_KEPT));
  db.run(sql`INSERT OR REPLACE INTO settings (key, value) VALUES (${key}, ${all})`);
  return { id, before };
};

export const noteRemovedComputers = (db: Database, accountId: string, removed: readonly string[]): void => {
  db.run(sql`UPDATE shared_desks SET removed = ${JSON.stringify(removed)} WHERE account_id = ${accountId}`);
};

/** Returns the names of the other computers that belong to the desk, as far as they are known here. */
export const namesOfColleagues = (db: Database, { accountId, computerId, removed }: Membership): readonly string[] =>
  db
    .all<{ id: string; name: string }>(sql`SELECT id, name FROM shared_computers
      WHERE account_id = ${accountId} AND has_left = 0 AND id <> ${computerId} ORDER BY name, id`)
    .filter(({ id }) => !removed.includes(id))
    .map(({ name }) => name);

/** Notes in which database the desk was found. */
export const setStoreMark = (db: Database, accountId: string, storeMark: string): void => {
  db.run(sql`UPDATE shared_desks SET store_mark = ${storeMark}, is_store_replaced = 0 WHERE account_id = ${accountId}`);
};

/** Notes that the next database is another one than before, whatever its mark. */
export const noteReplacedStore = (db: Database, accountId: string): void => {
  db.run(sql`UPDATE shared_desks SET is_store_replaced = 1 WHERE account_id = ${accountId}`);
};

export const noteAwaitedColleagues = (db: Database, accountId: string, awaited: readonly Awaited[]): void => {
  db.run(sql`UPDATE shared_desks SET awaited = ${JSON.stringify(awaited)} WHERE account_id = ${accountId}`);
};

/** Stores up to which change this computer has read the desk. Joins the transaction that is open. */
export const storeCursor = (
  db: Database,
  accountId: string,
  { head: { seq, hash }, lastTimestamp, generation }: Pick<Membership, 'head' | 'lastTimestamp' | 'generation'>,
): void => {
  db.run(sql`UPDATE shared_desks SET seq = ${seq}, head = ${hash}, last_timestamp = ${laterThanStored(lastTimestamp)},
    generation = max(generation, ${generation})
    WHERE account_id = ${accountId}`);
};
