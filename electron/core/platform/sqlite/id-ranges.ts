import { inTurns } from '#core/platform/async/slices.ts';
import type { Database } from './database.ts';
import { plain, type Sql, sql } from './sql.ts';

export interface IdRange {
  readonly after: number;
  readonly upTo: number;
}

/** Rows looked at in one go: a few milliseconds along an index that holds what is looked at. */
const RANGE = 5_000;

/** The ids of a table, range after range, in slices. */
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

/** Condition of a range, for an index on (…, id, …). */
export const withinIdRange = ({ after, upTo }: IdRange): Sql => sql`id > ${after} AND id <= ${upTo}`;

/** Every word is in the folded text of a row, as it is or inside another. No words: no conditions. */
export const containsAll = (words: readonly string[]): readonly Sql[] =>
  words.map((word) => sql`instr(search_text, ${word}) > 0`);
