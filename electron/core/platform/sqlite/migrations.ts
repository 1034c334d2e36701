import {
  ALERTS_SCHEMA,
  CHANGED_PAIR_SCHEMA,
  CHECKED_LISTS_SCHEMA,
  ONE_MEANING_SCHEMA,
  PAID_UNTIL_SCHEMA,
  REMOVAL_SCHEMA,
  SCHEMA,
  SHARED_DESK_SCHEMA,
} from './schema/schema.ts';

/**
 * The number of the first migration. Lower numbers were used before the first release; desks with such a number are
 * converted (earlier/convert-earlier-desk.ts).
 */
export const FIRST_VERSION = 100;

/**
 * The schema and its later changes, in order. SQLite's `user_version` is the number of the last migration that was
 * applied to a file. A migration that was shipped is never edited: changes are added as another one.
 */
export const MIGRATIONS: readonly string[] = [
  SCHEMA,
  CHECKED_LISTS_SCHEMA,
  PAID_UNTIL_SCHEMA,
  ONE_MEANING_SCHEMA,
  CHANGED_PAIR_SCHEMA,
  ALERTS_SCHEMA,
  SHARED_DESK_SCHEMA,
  REMOVAL_SCHEMA,
];

/** Returns the number of the last migration. */
export const newestVersion = (migrations: readonly string[], first = FIRST_VERSION): number =>
  first + migrations.length - 1;

/** Whether a file was made before the first release. An empty file has the number 0. */
export const isEarlierVersion = (version: number): boolean => version > 0 && version < FIRST_VERSION;
