import { SCHEMA } from './schema/schema.ts';

/**
 * The number of the first migration. Numbers below it were given before the first release, when the schema came about in
 * 49 steps; desks with such a number are converted (earlier/convert-earlier-desk.ts).
 */
export const FIRST_VERSION = 50;

/**
 * The schema, and what was changed of it since, in order. SQLite's `user_version` is the number of the last one that a file has
 * seen. A migration that was shipped is never edited: what is to change is added as another one.
 */
export const MIGRATIONS: readonly string[] = [SCHEMA];

/** The number of the last one. */
export const newestVersion = (migrations: readonly string[], first = FIRST_VERSION): number =>
  first + migrations.length - 1;

/** Whether a file was made before the first release. 0 is the number of an empty file. */
export const isEarlierVersion = (version: number): boolean => version > 0 && version < FIRST_VERSION;
