import { inTurns } from '#core/platform/async/slices.ts';
import type { Database } from './database.ts';
import { plain, type Sql, sql } from './sql.ts';

export interface IdRange {
  readonly after: number;
  readonly upTo: number;
}

/** The number of ids in one step, which takes a few milliseconds along an index that covers the query. */
const RANGE = 5_000;

/** Yields the ids of a table range by range; other work runs between slices. */
export const idRanges = (db: Database, table: 'purchases', size = RANGE): AsyncGenerator<IdRange> =>
  inTurns(rangesOf(db, table, size));

function* rangesOf(db: Database, table: 'purchases', size: number): Generator<IdRange> {
  const ends = db.get<{ first: number | null; last: number | null }>(sql`
    SELECT (SELECT min(id) FROM ${plain(table)}) AS first, (SELECT max(id) FROM ${plain(table)}) AS last`);
  const last = ends?.last ?? 0;
  for (let after = (ends?.first ?? 1) - 1; after < last; after += size) {
    yield { after, upTo: after + size };
  }
}

/** The condition for the ids of a range, for an index on (…, id, …). */
export const withinIdRange = ({ after, upTo }: IdRange): Sql => sql`id > ${after} AND id <= ${upTo}`;

/** The conditions that every word occurs in a row's folded text, also inside another word. None without words. */
export const containsAll = (words: readonly string[]): readonly Sql[] =>
  words.map((word) => sql`instr(search_text, ${word}) > 0`);
