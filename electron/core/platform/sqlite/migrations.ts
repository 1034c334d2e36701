import { SCHEMA } from './schema/schema.ts';

/**
 * The number of the first migration. Lower numbers were used before the first release, when the schema was developed in
 * 49 steps; desks with such a number are converted (earlier/convert-earlier-desk.ts).
 */
export const FIRST_VERSION = 50;

/** Marks dedicated proxies that their user imported, and whose purchase this desk does not know. */
const IMPORTED_PROXIES = 'ALTER TABLE dedicated_proxies ADD COLUMN imported INTEGER NOT NULL DEFAULT 0;';

/**
 * Standing orders may require that their clients have paid, and may pay only so often for each target. The two columns
 * with `_lost` are as those of the other terms.
 */
const ORDER_CONDITIONS = `
ALTER TABLE standing_orders ADD COLUMN payment TEXT NOT NULL DEFAULT 'any';
ALTER TABLE standing_orders ADD COLUMN payment_lost TEXT;
ALTER TABLE standing_orders ADD COLUMN times_each INTEGER;
ALTER TABLE standing_orders ADD COLUMN times_each_lost INTEGER;
`;

/** Gives each occasion a message of its own. What was there is the message about new goods. */
const MESSAGES_BY_OCCASION = `
CREATE TABLE templates_by_occasion (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  language TEXT NOT NULL,
  message TEXT NOT NULL,
  text TEXT NOT NULL,
  written_at INTEGER NOT NULL,
  UNIQUE (account_id, language, message)
) STRICT;
INSERT INTO templates_by_occasion (id, account_id, language, message, text, written_at)
  SELECT id, account_id, language, 'new-goods', text, written_at FROM handover_templates;
DROP TABLE handover_templates;
ALTER TABLE templates_by_occasion RENAME TO handover_templates;
`;

/** Layouts of the reseller's own for the lines of proxies, and the name of the layout of each file. */
const LINE_LAYOUTS = `
CREATE TABLE line_layouts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name TEXT NOT NULL,
  layout_json TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (account_id, name)
) STRICT;
ALTER TABLE exports ADD COLUMN layout TEXT;
`;

/**
 * The schema and its later changes, in order. SQLite's `user_version` is the number of the last migration that was
 * applied to a file. A migration that was shipped is never edited: changes are added as another one.
 */
export const MIGRATIONS: readonly string[] = [
  SCHEMA,
  IMPORTED_PROXIES,
  ORDER_CONDITIONS,
  MESSAGES_BY_OCCASION,
  LINE_LAYOUTS,
];

/** Returns the number of the last migration. */
export const newestVersion = (migrations: readonly string[], first = FIRST_VERSION): number =>
  first + migrations.length - 1;

/** Whether a file was made before the first release. An empty file has the number 0. */
export const isEarlierVersion = (version: number): boolean => version > 0 && version < FIRST_VERSION;
