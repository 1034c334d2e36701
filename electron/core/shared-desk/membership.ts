import type { Database } from '../storage/database.ts';
import { sql } from '../storage/sql.ts';
import { EMPTY_HEAD } from './chain.ts';
import type { Head } from './place/place.ts';

/** That an account's desk is shared, and up to where it was read. */
export interface Membership {
  readonly accountId: string;
  readonly deskId: string;
  readonly computerId: string;
  /** Of the shared desk. */
  readonly name: string;
  /** What this computer is called. */
  readonly computer: string;
  readonly head: Head;
  /** Of the newest key when it was read up to there. */
  readonly generation: number;
  /** See `Stamps.last`. */
  readonly lastStamp: string;
  /** Ids of computers that do not belong to it any more. */
  readonly removed: readonly string[];
}

type Row = Omit<Membership, 'head'> & Head;

const COLUMNS = sql`account_id, desk_id, computer_id, name, computer, seq, head AS hash, generation, last_stamp,
  removed AS "removed:json"`;

const toMembership = ({ seq, hash, ...row }: Row): Membership => ({ ...row, head: { seq, hash } });

/** The SQL of `shared_desks`. */
export const createMemberships = (db: Database) => ({
  all: (): readonly Membership[] =>
    db
      .all<Row>(
        sql`SELECT ${COLUMNS} FROM shared_desks WHERE account_id IN (SELECT id FROM accounts WHERE removed = 0)`,
      )
      .map(toMembership),
  find: (accountId: string): Membership | null => {
    const row = db.get<Row>(sql`SELECT ${COLUMNS} FROM shared_desks WHERE account_id = ${accountId}`);
    return row === undefined ? null : toMembership(row);
  },
  /** What was shared with another desk before is forgotten. */
  add: ({
    accountId,
    deskId,
    computerId,
    name,
    computer,
  }: Pick<Membership, 'accountId' | 'deskId' | 'computerId' | 'name' | 'computer'>): Membership =>
    db.transaction(() => {
      db.run(sql`DELETE FROM shared_desks WHERE account_id = ${accountId}`);
      db.run(sql`INSERT INTO shared_desks (account_id, desk_id, computer_id, name, computer, head)
        VALUES (${accountId}, ${deskId}, ${computerId}, ${name}, ${computer}, ${EMPTY_HEAD.hash})`);
      return {
        ...{ accountId, deskId, computerId, name, computer },
        head: EMPTY_HEAD,
        generation: 1,
        lastStamp: '',
        removed: [],
      };
    }),
  remove: (accountId: string): void => {
    db.run(sql`DELETE FROM shared_desks WHERE account_id = ${accountId}`);
  },
  rename: (accountId: string, computer: string): void => {
    db.run(sql`UPDATE shared_desks SET computer = ${computer} WHERE account_id = ${accountId}`);
  },
  noteRemoved: (accountId: string, removed: readonly string[]): void => {
    db.run(sql`UPDATE shared_desks SET removed = ${JSON.stringify(removed)} WHERE account_id = ${accountId}`);
  },
  /** Joins the transaction that is open. */
  moveTo: (
    accountId: string,
    { head: { seq, hash }, lastStamp, generation }: Pick<Membership, 'head' | 'lastStamp' | 'generation'>,
  ): void => {
    db.run(sql`UPDATE shared_desks SET seq = ${seq}, head = ${hash}, last_stamp = max(last_stamp, ${lastStamp}),
      generation = max(generation, ${generation})
      WHERE account_id = ${accountId}`);
  },
});

export type Memberships = ReturnType<typeof createMemberships>;
