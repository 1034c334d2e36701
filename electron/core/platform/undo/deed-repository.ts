import type { Database } from '#core/platform/sqlite/database.ts';
import { type Sql, sql } from '#core/platform/sqlite/sql.ts';
import { type DeedKind, UNDO_MS } from '#shared/domain/deed-kinds.ts';

export interface StoredDeed {
  readonly id: number;
  readonly accountId: string;
  readonly kind: DeedKind;
  readonly name: string | null;
  /** ms since the epoch, UTC. */
  readonly at: number;
  readonly count: number;
  readonly undone: number;
  readonly undoneAt: number | null;
}

const DEEDS = sql`SELECT id, account_id, kind, name, at, count, undone, undone_at FROM deeds`;

/**
 * Returns the moment itself, or the first one after it that no action of the account has. Ids are random, so two actions of the
 * same millisecond would have no order otherwise.
 */
const freeMoment = (accountId: string, at: number): Sql =>
  sql`coalesce((SELECT max(at) + 1 FROM deeds WHERE account_id = ${accountId} AND at BETWEEN ${at} AND ${at + 1_000}),
    ${at})`;

/**
 * Stores another part of an action, and the action itself with the first part. As everything here that writes, it runs in
 * the caller's transaction if there is one.
 */
export const addDeedPart = (
  db: Database,
  deed: Pick<StoredDeed, 'id' | 'accountId' | 'kind' | 'name' | 'at' | 'count'>,
  what: unknown,
): void => {
  db.run(sql`INSERT INTO deeds (id, account_id, kind, name, at, count)
    VALUES (${deed.id}, ${deed.accountId}, ${deed.kind}, ${deed.name}, ${freeMoment(deed.accountId, deed.at)}, ${deed.count})
    ON CONFLICT (id) DO UPDATE SET count = count + excluded.count`);
  db.run(sql`INSERT INTO deed_parts (deed_id, change_json) VALUES (${deed.id}, ${JSON.stringify(what)})`);
};

/** Finds an action of the last day, undone or not. `now`: ms since the epoch. */
export const findDeed = (db: Database, accountId: string, id: number, now: number): StoredDeed | undefined =>
  db.get<StoredDeed>(sql`${DEEDS} WHERE id = ${id} AND account_id = ${accountId} AND at > ${now - UNDO_MS}`);

export const deedsPage = (
  db: Database,
  accountId: string,
  now: number,
  { offset, limit }: { readonly offset: number; readonly limit: number },
) => ({
  total:
    db.value<number>(sql`SELECT count(*) FROM deeds WHERE account_id = ${accountId} AND at > ${now - UNDO_MS}`) ?? 0,
  rows: db.all<StoredDeed>(sql`${DEEDS} WHERE account_id = ${accountId} AND at > ${now - UNDO_MS}
    ORDER BY at DESC, id DESC LIMIT ${limit} OFFSET ${offset}`),
});

/** The ids of the parts that are not undone yet. */
export const deedPartIds = (db: Database, deedId: number): readonly number[] =>
  db.values<number>(sql`SELECT id FROM deed_parts WHERE deed_id = ${deedId} ORDER BY id`);

export const deedPart = (db: Database, partId: number): string | null =>
  db.value<string>(sql`SELECT change_json FROM deed_parts WHERE id = ${partId}`);

/** Notes that a part was undone, for `undone` things. */
export const notePartUndone = (db: Database, deedId: number, partId: number, undone: number): void => {
  db.run(sql`DELETE FROM deed_parts WHERE id = ${partId}`);
  db.run(sql`UPDATE deeds SET undone = undone + ${undone} WHERE id = ${deedId}`);
};

export const endDeed = (db: Database, deedId: number, at: number): void => {
  db.run(sql`UPDATE deeds SET undone_at = ${at} WHERE id = ${deedId}`);
};

/** Deletes an action as if it had never been done. */
export const dropDeed = (db: Database, deedId: number): void => {
  db.run(sql`DELETE FROM deeds WHERE id = ${deedId}`);
};

export const dropOldDeeds = (db: Database, now: number): void => {
  db.run(sql`DELETE FROM deeds WHERE at <= ${now - UNDO_MS}`);
};
