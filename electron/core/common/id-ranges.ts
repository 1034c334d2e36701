import type { Database, SqlValue } from '../storage/database.ts';
import type { FreshAnswers } from './fresh-answers.ts';
import { createBreather, nextTurn } from './slices.ts';
import type { Condition } from './sorted-rows.ts';

type Table = 'lists' | 'exports' | 'purchases';

export interface IdRange {
  readonly after: number;
  readonly upTo: number;
}

/** Rows looked at in one go: a few milliseconds along an index that holds what is looked at. */
const RANGE = 5_000;

/** The ids of a table, range after range, with a breath in between. */
export async function* idRanges(db: Database, table: Table, size = RANGE): AsyncGenerator<IdRange> {
  const ends = db.get<{ first: number | null; last: number | null }>(
    `SELECT (SELECT min(id) FROM ${table}) AS first, (SELECT max(id) FROM ${table}) AS last`,
  );
  const breathe = createBreather();
  const last = ends?.last ?? 0;
  for (let after = (ends?.first ?? 1) - 1; after < last; after += size) {
    yield { after, upTo: after + size };
    await breathe();
  }
}

/** Condition of a range, for an index on (…, id, …). */
export const within = ({ after, upTo }: IdRange): Condition => ({ sql: 'id > ? AND id <= ?', values: [after, upTo] });

/** Every word is in the folded text of a row, as it is or inside another. No words: no conditions. */
export const containsAll = (words: readonly string[]): readonly Condition[] =>
  words.map((word) => ({ sql: 'instr(search_text, ?) > 0', values: [word] }));

/** All ids under a condition in an order that an index has: one walk along it, as one text. */
export const idsAlong = (
  db: Database,
  fresh: FreshAnswers,
  { table, all, orderBy }: { readonly table: Table; readonly all: Condition; readonly orderBy: string },
): Promise<readonly number[]> =>
  fresh(JSON.stringify(['along', table, all, orderBy]), async () => {
    await nextTurn();
    const sql = `SELECT group_concat(id) AS ids FROM (SELECT id FROM ${table} WHERE ${all.sql} ORDER BY ${orderBy})`;
    const ids = idsIn(db, sql, all.values);
    await nextTurn();
    return ids;
  });

/** The ids that a query puts together as one text: 100,000 rows of their own would take ten times as long. */
export const idsIn = (db: Database, sql: string, values: readonly SqlValue[]): readonly number[] =>
  JSON.parse(`[${db.get<{ ids: string | null }>(sql, ...values)?.ids ?? ''}]`) as number[];

/** Those of `ids` that were found, in their order. */
export const onlyFound = (ids: readonly number[], found: readonly number[]): readonly number[] => {
  const isFound = tableOf(found);
  return ids.filter((id) => isFound[id] === 1);
};

/** 1 at every id, up to the highest. A table of bytes is quicker than a set of 100,000 numbers. */
export const tableOf = (ids: readonly number[]): Uint8Array => {
  const table = new Uint8Array(ids.reduce((highest, id) => Math.max(highest, id), 0) + 1);
  for (const id of ids) table[id] = 1;
  return table;
};

/** Rows by their ids and in their order; those that are gone meanwhile are left out. */
export const rowsInOrder = <Row extends { readonly id: number }>(
  ids: readonly number[],
  read: (ids: string) => readonly Row[],
): readonly Row[] => {
  const rows = new Map(read(JSON.stringify(ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
};
