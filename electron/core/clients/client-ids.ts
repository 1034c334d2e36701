import { idsIn, onlyFound, tableOf } from '../common/id-ranges.ts';
import { nextTurn } from '../common/slices.ts';
import type { Database, SqlValue } from '../storage/database.ts';

/** Ids of clients, as one text out of one walk along one index: quick for any number of them. */
export interface IdQuery {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/** Clients that are in every one of these. */
type All = readonly IdQuery[];
/** Clients that need something: those of any of the parts, which have nobody in common, or no matter who. */
export type Need = readonly All[];

/** Clients that need it, each once. Index by index with a breath in between: together they would be felt. */
export const readNeed = async (db: Database, need: Need): Promise<readonly number[]> => {
  const found: number[] = [];
  for (const [first, ...others] of need) {
    if (first === undefined) continue;
    let ids = idsIn(db, first.sql, first.params);
    await nextTurn();
    for (const other of others) {
      ids = onlyFound(ids, idsIn(db, other.sql, other.params));
      await nextTurn();
    }
    for (const id of ids) found.push(id);
  }
  const isNew = tableOf(found);
  return found.filter((id) => {
    const wasNew = isNew[id] === 1;
    isNew[id] = 0;
    return wasNew;
  });
};
