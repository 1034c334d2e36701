import { searchWords } from '#shared/domain/fold-text.ts';
import type { Database } from './database.ts';
import { createFreshAnswers, type FreshAnswers } from './fresh-answers.ts';
import { containsAll } from './id-ranges.ts';
import { among, every, plain, type Sql, sql } from './sql.ts';

/** `ORDER BY` in both directions, each matching an index of the list. */
interface ListOrder {
  readonly asc: string;
  readonly desc: string;
  /** An expression that is null in some rows, which come last in both directions. */
  readonly nullable?: string;
}

/**
 * An order along an index on (…, column, id DESC): ascending, the newest of equal rows come first. `column` may be an
 * expression, written as in the index.
 */
export const tieBreakNewest = (column: string): ListOrder => ({
  asc: `${column} ASC, id DESC`,
  desc: `${column} DESC, id ASC`,
});

/** An order along an index on (…, column, id) in both directions. */
export const tieBreakId = (column: string, options: { readonly nullable?: boolean } = {}): ListOrder => ({
  asc: `${column} ASC, id ASC`,
  desc: `${column} DESC, id DESC`,
  ...(options.nullable === true ? { nullable: column } : {}),
});

interface Searched {
  readonly search: string;
}

interface Sort<By extends string> {
  readonly by: By;
  readonly direction: 'asc' | 'desc';
}

/** The declaration of a list, from which paging, search, sorting and the ids of a selection follow. */
export interface ListDeclaration<Row, Filter extends Searched, By extends string> {
  readonly table: string;
  /** The condition for the rows with which the index of every sort begins. */
  readonly scope: (accountId: string, filter: Filter) => Sql;
  readonly sorts: Readonly<Record<By, ListOrder>>;
  /**
   * Returns queries for the `id`s of rows whose texts contain the words, folded. A row must be in all of them and in
   * the scope.
   */
  readonly matchesWords: (words: readonly string[], accountId: string) => readonly Sql[];
  /**
   * Returns queries for the `id`s of rows that the rest of the filter allows. A row must be in all of them and in the
   * scope.
   */
  readonly filters: (filter: Filter, accountId: string) => readonly Sql[];
  /** Returns what an answer depends on besides the filter and the stored rows, such as the current minute. */
  readonly dependsOn?: (filter: Filter) => string | number;
  /** Reads rows in the order of the ids; those that are gone meanwhile are left out. */
  readonly rows: (accountId: string, ids: readonly number[]) => Row[];
}

export interface ListQuestion<Filter, By extends string> {
  readonly filter: Filter;
  readonly sort: Sort<By>;
}

export interface List<Row, Filter, By extends string> {
  /** Returns the ids of all rows under the filter, in the order of the sort. */
  ids(accountId: string, question: ListQuestion<Filter, By>): readonly number[];
  page(
    accountId: string,
    question: ListQuestion<Filter, By> & { readonly offset: number; readonly limit: number },
  ): { total: number; rows: Row[] };
  /** Reads rows in the order of the ids; those that are gone meanwhile are left out. */
  rows(accountId: string, ids: readonly number[]): Row[];
  /** Returns those of `found` that are in the scope, in the order of the sort. */
  inOrder(accountId: string, question: ListQuestion<Filter, By>, found: readonly number[]): readonly number[];
}

/** Up to this many rows are sorted by themselves, which is quicker than a walk over all rows in their order. */
const FEW = 1_000;

/**
 * Answers the questions about a list with ids: any deeper page is then free, and a frozen selection needs them. The
 * rows found and the order of all rows are read separately, each as one text from one walk along an index, and are
 * combined here. In SQL that takes three times as long for 100,000 rows; and while the user types a search, the order
 * stays cached.
 */
export const createList = <Row, Filter extends Searched, By extends string>(
  db: Database,
  list: ListDeclaration<Row, Filter, By>,
  fresh: FreshAnswers = createFreshAnswers(db),
): List<Row, Filter, By> => {
  const table = plain(list.table);
  const walk = (from: Sql, where: Sql, { by, direction }: Sort<By>): readonly number[] => {
    const { nullable, ...order } = list.sorts[by];
    const isMissing = plain(nullable === undefined ? '0' : `${nullable} IS NULL`);
    const found = db.get<{ ids: string | null; missing: number | null }>(sql`
      SELECT group_concat(id) AS ids, sum(isMissing) AS missing FROM
        (SELECT id, ${isMissing} AS isMissing FROM ${from} WHERE ${where} ORDER BY ${plain(order[direction])})`);
    const ids = idsOf(found?.ids ?? null);
    // SQLite puts nulls first. `NULLS LAST` would sort the whole answer again instead of walking the index.
    const missing = direction === 'asc' ? (found?.missing ?? 0) : 0;
    return missing === 0 ? ids : ids.slice(missing).concat(ids.slice(0, missing));
  };

  const inOrder = (
    accountId: string,
    { filter, sort }: ListQuestion<Filter, By>,
    found: readonly number[],
  ): readonly number[] => {
    if (found.length === 0) return found;
    const scope = list.scope(accountId, filter);
    if (found.length > FEW) return onlyFound(inScope(scope, sort), found);
    // Without `CROSS JOIN` the planner would walk over all rows.
    const wanted = sql`(SELECT value AS wanted FROM json_each(${JSON.stringify([...new Set(found)])}))`;
    return walk(sql`${wanted} CROSS JOIN ${table} ON id = wanted`, scope, sort);
  };

  const inScope = (scope: Sql, sort: Sort<By>): readonly number[] =>
    fresh(JSON.stringify(['scope', list.table, scope, sort]), () => walk(table, scope, sort));

  const find = (accountId: string, question: ListQuestion<Filter, By>): readonly number[] => {
    const { filter, sort } = question;
    const words = searchWords(filter.search);
    const conditions = [
      ...list.filters(filter, accountId),
      ...(words.length === 0 ? [] : list.matchesWords(words, accountId)),
    ];
    const [first, ...others] = conditions;
    if (first === undefined) return inScope(list.scope(accountId, filter), sort);
    let found = selectIds(db, first);
    for (const other of others) if (found.length > 0) found = onlyFound(found, selectIds(db, other));
    return inOrder(accountId, question, found);
  };

  const ids = (accountId: string, question: ListQuestion<Filter, By>): readonly number[] => {
    const { filter, sort } = question;
    const key = ['ids', list.table, accountId, filter, sort.by, sort.direction, list.dependsOn?.(filter)];
    return fresh(JSON.stringify(key), () => find(accountId, question));
  };

  return {
    ids,
    page: (accountId, { offset, limit, ...question }) => {
      return sectionOf(ids(accountId, question), { offset, limit }, (page) => list.rows(accountId, page));
    },
    rows: list.rows,
    inOrder,
  };
};

/** Returns the section of the rows with these ids that begins at `offset`, and the number of all. */
export const sectionOf = <Row>(
  ids: readonly number[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
  read: (ids: readonly number[]) => Row[],
): { total: number; rows: Row[] } => ({ total: ids.length, rows: read(ids.slice(offset, offset + limit)) });

/** Selects the rows of `from` whose column `search_text` contains all the words, along an index that includes it. */
export const withAllWords = (from: Sql, all: Sql, words: readonly string[]): Sql =>
  sql`SELECT id FROM ${from} WHERE ${every([all, ...containsAll(words)])}`;

const idsOf = (text: string | null): number[] => JSON.parse(`[${text ?? ''}]`) as number[];

/** Reads the `id`s that a query selects as one text: 100,000 separate rows would take ten times as long. */
export const selectIds = (db: Database, query: Sql): readonly number[] =>
  idsOf(db.value(sql`SELECT group_concat(id) FROM (${query})`));

/** The longest table of bytes: the ids in a desk from elsewhere may be of any size. */
const MAX_TABLE = 2 ** 24;

/**
 * Returns those of `ids` that are in `found`, in the order of `ids`. A table of bytes is quicker than a set of 100,000
 * numbers.
 */
const onlyFound = (ids: readonly number[], found: readonly number[]): readonly number[] => {
  const size = found.reduce((highest, id) => Math.max(highest, id), 0) + 1;
  if (size > MAX_TABLE) {
    const all = new Set(found);
    return ids.filter((id) => all.has(id));
  }
  const isFound = new Uint8Array(size);
  for (const id of found) isFound[id] = 1;
  return ids.filter((id) => isFound[id] === 1);
};

/** Reads rows by their ids and in their order; those that are gone meanwhile are left out. */
export const rowsInOrder = <Row extends { readonly id: number }>(
  ids: readonly number[],
  read: (ids: Sql) => readonly Row[],
): Row[] => {
  const rows = new Map(read(among(ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
};
