import type { SqlValue } from '../storage/database.ts';

/** A condition in SQL with the values of its question marks. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** All of them at once. */
export const every = (conditions: readonly Condition[]): Condition => ({
  sql: conditions.map(({ sql }) => sql).join(' AND '),
  values: conditions.flatMap(({ values }) => values),
});
