/** Settings, accounts, the readings of their balances, and the bulk actions that can be undone. */
export const ACCOUNT_TABLES = `
-- The settings of this computer, whose keys begin with app., and other single facts such as the active account. A missing
-- setting has its default value (electron/core/desk/settings/settings-handlers.ts).
CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  -- JSON for settings, plain text for other facts
  value TEXT NOT NULL
) STRICT;

-- One API token with its address, and everything that was done with it. The token itself is in the keychain.
CREATE TABLE accounts (
  id TEXT PRIMARY KEY,
  label TEXT NOT NULL,
  base_url TEXT NOT NULL,
  is_sandbox INTEGER NOT NULL,
  token_in_keychain INTEGER NOT NULL DEFAULT 0,
  -- 1 after the service refused the token
  token_rejected INTEGER NOT NULL DEFAULT 0,
  -- the newest reading; null until the balance was read once
  balance_kopecks INTEGER,
  spent_kopecks INTEGER,
  balance_as_of INTEGER,
  -- 1 when the user removed the account: its rows are then deleted in small steps
  removed INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  -- which books are kept now; counted up with a token whose readings do not continue those of the one before
  books INTEGER NOT NULL DEFAULT 0,
  -- for a desk that was restored: the last reading in the newest copy it was restored from; null if it never was
  copy_as_of INTEGER,
  -- the same for the first copy: purchases made after it may be missing here
  unknown_since INTEGER,
  -- when a check last found that no client's data is too old; null: never
  refresh_checked_at INTEGER,
  -- a keyed hash of the token that was last used, which recognises the same token later
  token_mark TEXT
) STRICT;

-- Each different reading of the balance. Readings that say the same extend the last row.
CREATE TABLE balance_history (
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  at INTEGER NOT NULL,
  balance_kopecks INTEGER NOT NULL,
  -- everything ever spent with the token, as the service says
  spent_kopecks INTEGER NOT NULL,
  -- the order in which the readings were made, whatever the clock said
  seq INTEGER NOT NULL DEFAULT 0,
  -- the newest purchase of the account at that moment; null while a purchase was in flight, because then nobody can say
  -- which of the two came first
  ledger_mark INTEGER,
  -- accounts.books at that moment: readings of different books are never compared
  books INTEGER NOT NULL DEFAULT 0,
  -- ms since the machine started (Clock.uptime) at the first and the last reading; null: not known
  uptime INTEGER,
  seen_uptime INTEGER,
  -- until when readings said the same
  seen_at INTEGER,
  PRIMARY KEY (account_id, at)
) STRICT, WITHOUT ROWID;
CREATE INDEX balance_history_by_seq ON balance_history (account_id, seq);

-- A bulk action that can be undone for a day (electron/core/platform/undo).
CREATE TABLE deeds (
  -- random: no other desk, and no other state of this desk, has the same id
  id INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  kind TEXT NOT NULL,
  -- of the one thing it was done to, or of a file; null otherwise
  name TEXT,
  at INTEGER NOT NULL,
  -- how many things it changed, and how many of these were undone
  count INTEGER NOT NULL,
  undone INTEGER NOT NULL DEFAULT 0,
  undone_at INTEGER
) STRICT;
CREATE INDEX deeds_by_time ON deeds (account_id, at, id);

-- The changes of one transaction of the action. The row is deleted when they are undone.
CREATE TABLE deed_parts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  deed_id INTEGER NOT NULL REFERENCES deeds ON DELETE CASCADE,
  -- JSON, in the shape of the kind of action
  change_json TEXT NOT NULL
) STRICT;
CREATE INDEX deed_parts_by_deed ON deed_parts (deed_id, id);

-- The filters that the user saved by name. They stay on this computer, because they name its clients by their numbers.
CREATE TABLE saved_filters (
  id INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  screen TEXT NOT NULL CHECK (screen IN ('clients', 'dedicated', 'purchases')),
  name TEXT NOT NULL,
  filter_json TEXT NOT NULL CHECK (json_valid(filter_json) AND json_type(filter_json) = 'object'),
  -- the column and direction of the list; the JSON null: its own order
  sort_json TEXT NOT NULL CHECK (json_valid(sort_json)),
  UNIQUE (account_id, screen, name)
) STRICT;

-- The rights of each computer of a shared desk, and the computer on which they were set.
CREATE TABLE computer_rights (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- the id of the computer (shared_computers.id)
  computer TEXT NOT NULL,
  -- shared/domain/computer-rights.ts
  buys TEXT NOT NULL,
  day_cap_kopecks INTEGER NOT NULL,
  -- 1: it does not show selling prices, debts and profit
  hides_sales INTEGER NOT NULL,
  set_by TEXT NOT NULL,
  set_at INTEGER NOT NULL,
  UNIQUE (account_id, computer)
) STRICT;
`;
