import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { type DeedKind, UNDO_MS } from '#shared/domain/deed-kinds.ts';

export interface StoredDeed {
  readonly id: number;
  readonly accountId: string;
  readonly kind: DeedKind;
  readonly name: string | null;
  /** ms since the epoch, UTC. */
  readonly at: number;
  readonly count: number;
  readonly back: number;
  readonly takenBackAt: number | null;
}

const DEEDS = sql`SELECT id, account_id, kind, name, at, count, back, taken_back_at FROM deeds`;

/**
 * SQL of the tables `deeds` and `deed_parts`. Everything that writes runs in the caller's transaction if there is one.
 */
export const createDeedRepository = (db: Database) => ({
  /** Stores another part of an action, and the action itself with the first part. */
  add: (deed: Pick<StoredDeed, 'id' | 'accountId' | 'kind' | 'name' | 'at' | 'count'>, what: unknown): void => {
    db.run(sql`INSERT INTO deeds (id, account_id, kind, name, at, count)
      VALUES (${deed.id}, ${deed.accountId}, ${deed.kind}, ${deed.name}, ${deed.at}, ${deed.count})
      ON CONFLICT (id) DO UPDATE SET count = count + excluded.count`);
    db.run(sql`INSERT INTO deed_parts (deed_id, what_json) VALUES (${deed.id}, ${JSON.stringify(what)})`);
  },
  /** Finds an action of the last day, undone or not. `now`: ms since the epoch. */
  find: (accountId: string, id: number, now: number): StoredDeed | undefined =>
    db.get<StoredDeed>(sql`${DEEDS} WHERE id = ${id} AND account_id = ${accountId} AND at > ${now - UNDO_MS}`),
  page: (accountId: string, now: number, { offset, limit }: { readonly offset: number; readonly limit: number }) => ({
    total:
      db.value<number>(sql`SELECT count(*) FROM deeds WHERE account_id = ${accountId} AND at > ${now - UNDO_MS}`) ?? 0,
    rows: db.all<StoredDeed>(sql`${DEEDS} WHERE account_id = ${accountId} AND at > ${now - UNDO_MS}
      ORDER BY at DESC, id DESC LIMIT ${limit} OFFSET ${offset}`),
  }),
  /** The ids of the parts that are not undone yet. */
  partIds: (deedId: number): readonly number[] =>
    db.values<number>(sql`SELECT id FROM deed_parts WHERE deed_id = ${deedId} ORDER BY id`),
  part: (partId: number): string | null => db.value<string>(sql`SELECT what_json FROM deed_parts WHERE id = ${partId}`),
  /** Notes that a part was undone, for `back` things. */
  noteBack: (deedId: number, partId: number, back: number): void => {
    db.run(sql`DELETE FROM deed_parts WHERE id = ${partId}`);
    db.run(sql`UPDATE deeds SET back = back + ${back} WHERE id = ${deedId}`);
  },
  end: (deedId: number, at: number): void => {
    db.run(sql`UPDATE deeds SET taken_back_at = ${at} WHERE id = ${deedId}`);
  },
  /** Deletes an action as if it had never been done. */
  drop: (deedId: number): void => {
    db.run(sql`DELETE FROM deeds WHERE id = ${deedId}`);
  },
  dropOld: (now: number): void => {
    db.run(sql`DELETE FROM deeds WHERE at <= ${now - UNDO_MS}`);
  },
});
