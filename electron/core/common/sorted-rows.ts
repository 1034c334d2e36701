import type { SqlValue } from '../storage/database.ts';

/** A condition in SQL with the values of its question marks. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/**
 * `ORDER BY` along an index on (…, column, id DESC): where it goes up, the newest of equals stand first. `column` may be
 * an expression, as the index has it.
 */
export const orderAlong = (column: string, direction: 'asc' | 'desc'): string =>
  direction === 'asc' ? `${column} ASC, id DESC` : `${column} DESC, id ASC`;

/** `ORDER BY` the time at which rows came, which an index on (…, column, id) follows both ways. */
export const orderInTime = (column: string, direction: 'asc' | 'desc'): string =>
  `${column} ${direction}, id ${direction}`;

/**
 * The rows of `table` under `all`, of which only those under `some` where it is given. Those are looked for apart, and
 * `+` keeps the planner on the index of the sort: it would otherwise sort all that it finds, or look up every row.
 */
export const narrowed = (table: string, all: Condition, some: Condition | null): Condition =>
  some === null
    ? all
    : {
        sql: `${all.sql} AND +id IN (SELECT id FROM ${table} WHERE ${some.sql})`,
        values: [...all.values, ...some.values],
      };

/** All of them at once. */
export const every = (conditions: readonly Condition[]): Condition => ({
  sql: conditions.map(({ sql }) => sql).join(' AND '),
  values: conditions.flatMap(({ values }) => values),
});
