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

/** The last results of a proxy that are kept. */
const KEPT_RESULTS = 30;

/**
 * Checks on a schedule, and the history of each dedicated proxy. Triggers write the history, because a result is stored
 * by a check here or arrives from another computer of a shared desk. An address that refuses says nothing about the
 * proxy, so it neither stops nor restores one.
 */
const SCHEDULED_CHECKS = `
CREATE TABLE scheduled_checks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL UNIQUE REFERENCES accounts ON DELETE CASCADE,
  enabled INTEGER NOT NULL,
  every TEXT NOT NULL,
  hours INTEGER NOT NULL,
  time TEXT NOT NULL,
  zone TEXT NOT NULL,
  counts_from INTEGER NOT NULL,
  run_id INTEGER REFERENCES runs ON DELETE SET NULL
) STRICT;
CREATE INDEX scheduled_checks_by_run ON scheduled_checks (run_id) WHERE run_id IS NOT NULL;
CREATE TABLE proxy_checks (
  id INTEGER PRIMARY KEY,
  proxy_id INTEGER NOT NULL REFERENCES dedicated_proxies ON DELETE CASCADE,
  at INTEGER NOT NULL,
  state TEXT NOT NULL,
  reason TEXT,
  first_byte_ms INTEGER
) STRICT;
CREATE INDEX proxy_checks_by_proxy ON proxy_checks (proxy_id, id);
CREATE TABLE stopped_proxies (
  proxy_id INTEGER PRIMARY KEY REFERENCES dedicated_proxies ON DELETE CASCADE,
  at INTEGER NOT NULL
) STRICT;
INSERT INTO proxy_checks (proxy_id, at, state, reason, first_byte_ms)
  SELECT id, last_check_json ->> 'at', last_check_json ->> 'state', last_check_json ->> 'reason',
    last_check_json ->> 'firstByteMs'
  FROM dedicated_proxies
  WHERE CASE WHEN json_valid(last_check_json) THEN json_type(last_check_json, '$.at') IS 'integer'
    AND json_type(last_check_json, '$.state') IS 'text'
    AND coalesce(json_type(last_check_json, '$.firstByteMs'), 'null') IN ('integer', 'null') ELSE 0 END;
CREATE TRIGGER proxy_checked AFTER UPDATE OF last_check_json ON dedicated_proxies
WHEN NEW.last_check_json IS NOT NULL AND NEW.last_check_json IS NOT OLD.last_check_json BEGIN
  INSERT OR IGNORE INTO stopped_proxies (proxy_id, at)
    SELECT NEW.id, NEW.last_check_json ->> 'at'
    WHERE NEW.last_check_json ->> 'state' IN ('refused', 'dead') AND NEW.last_check_json ->> 'reason' IS NOT 'site'
      AND (SELECT state FROM proxy_checks WHERE proxy_id = NEW.id AND reason IS NOT 'site' ORDER BY id DESC LIMIT 1)
        IN ('alive', 'slow');
  DELETE FROM stopped_proxies
    WHERE proxy_id = NEW.id AND NEW.last_check_json ->> 'state' IN ('alive', 'slow');
  INSERT INTO proxy_checks (proxy_id, at, state, reason, first_byte_ms)
    VALUES (NEW.id, NEW.last_check_json ->> 'at', NEW.last_check_json ->> 'state', NEW.last_check_json ->> 'reason',
      NEW.last_check_json ->> 'firstByteMs');
  DELETE FROM proxy_checks WHERE proxy_id = NEW.id AND id <=
    (SELECT id FROM proxy_checks WHERE proxy_id = NEW.id ORDER BY id DESC LIMIT 1 OFFSET ${KEPT_RESULTS});
END;
CREATE TRIGGER proxy_check_taken_back AFTER UPDATE OF last_check_json ON dedicated_proxies
WHEN NEW.last_check_json IS NULL AND OLD.last_check_json IS NOT NULL BEGIN
  DELETE FROM stopped_proxies WHERE proxy_id = NEW.id AND at = OLD.last_check_json ->> 'at';
  DELETE FROM proxy_checks WHERE at = OLD.last_check_json ->> 'at'
    AND id = (SELECT max(id) FROM proxy_checks WHERE proxy_id = NEW.id);
END;
ALTER TABLE alerts ADD COLUMN stopped_json TEXT;
`;

/** The names that scripts gave their purchases, so that none is made twice. They stay on this computer. */
const SCRIPT_PURCHASES = `
CREATE TABLE script_purchases (
  purchase_id INTEGER PRIMARY KEY REFERENCES purchases ON DELETE CASCADE,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name TEXT NOT NULL,
  order_json TEXT NOT NULL,
  UNIQUE (account_id, name)
) STRICT;
`;

/** The filters that the user saved by name. They stay on this computer, because they name its clients by their numbers. */
const SAVED_FILTERS = `
CREATE TABLE saved_filters (
  id INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  screen TEXT NOT NULL CHECK (screen IN ('clients', 'dedicated', 'purchases')),
  name TEXT NOT NULL,
  filter_json TEXT NOT NULL CHECK (json_valid(filter_json) AND json_type(filter_json) = 'object'),
  sort_json TEXT NOT NULL CHECK (json_valid(sort_json)),
  UNIQUE (account_id, screen, name)
) STRICT;
`;

/**
 * The bots of the accounts, the chats of their clients, and the links by which clients come there. They stay on this
 * computer, because the tokens of the bots do. `chat_told_at`: when an alert was sent to the reseller's own chat.
 */
const TELEGRAM = `
CREATE TABLE telegram_bots (
  account_id TEXT PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  bot_id INTEGER NOT NULL,
  user_name TEXT NOT NULL,
  chat_id INTEGER,
  chat_name TEXT NOT NULL DEFAULT '',
  sends_alerts INTEGER NOT NULL DEFAULT 0,
  sends_summary INTEGER NOT NULL DEFAULT 0,
  summary_time TEXT NOT NULL DEFAULT '09:00',
  summary_day TEXT NOT NULL DEFAULT '',
  next_update INTEGER
) STRICT;
CREATE TABLE telegram_chats (
  client_id INTEGER PRIMARY KEY REFERENCES clients ON DELETE CASCADE,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  chat_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  user_name TEXT NOT NULL,
  is_blocked INTEGER NOT NULL DEFAULT 0,
  since INTEGER NOT NULL
) STRICT;
CREATE INDEX telegram_chats_by_chat ON telegram_chats (account_id, chat_id);
CREATE TABLE telegram_invites (
  client_id INTEGER PRIMARY KEY REFERENCES clients ON DELETE CASCADE,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  code TEXT NOT NULL UNIQUE,
  until INTEGER NOT NULL
) STRICT;
CREATE INDEX telegram_invites_by_account ON telegram_invites (account_id);
ALTER TABLE alerts ADD COLUMN chat_told_at INTEGER;
CREATE INDEX alerts_unsent ON alerts (account_id) WHERE chat_told_at IS NULL AND read_at IS NULL AND dismissed = 0
  AND stage >= 0;
`;

/** The rights of each computer of a shared desk, and the computer on which they were set. */
const COMPUTER_RIGHTS = `
CREATE TABLE computer_rights (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  computer TEXT NOT NULL,
  buys TEXT NOT NULL,
  day_cap_kopecks INTEGER NOT NULL,
  hides_sales INTEGER NOT NULL,
  set_by TEXT NOT NULL,
  set_at INTEGER NOT NULL,
  UNIQUE (account_id, computer)
) STRICT;
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
  SCHEDULED_CHECKS,
  SCRIPT_PURCHASES,
  SAVED_FILTERS,
  TELEGRAM,
  COMPUTER_RIGHTS,
];

/** Returns the number of the last migration. */
export const newestVersion = (migrations: readonly string[], first = FIRST_VERSION): number =>
  first + migrations.length - 1;

/** Whether a file was made before the first release. An empty file has the number 0. */
export const isEarlierVersion = (version: number): boolean => version > 0 && version < FIRST_VERSION;
