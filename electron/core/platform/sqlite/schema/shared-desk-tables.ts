/**
 * The state of shared desks on this computer (docs/shared-desk.md). Changes of shared tables are recorded by temporary
 * triggers, which a connection creates while its account is shared (electron/core/sync/model/capture.ts): they are not part
 * of the file.
 *
 * A timestamp is 24 hex digits: 12 of ms since the epoch, 4 of a counter, and 8 of the id of the computer that made the change.
 * The later timestamp wins. All zeros stand for a field that never changes.
 */
export const SHARED_DESK_TABLES = `
-- The membership of this computer, one row for each account that is shared. Its keys are in the keychain.
CREATE TABLE shared_desks (
  account_id TEXT PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  desk_id TEXT NOT NULL,
  computer_id TEXT NOT NULL,
  -- the name of the shared desk, given by the computer that created it
  name TEXT NOT NULL DEFAULT '',
  -- the name of this computer, given by its user
  computer TEXT NOT NULL DEFAULT '',
  -- the number and the hash of the last change that was read
  seq INTEGER NOT NULL DEFAULT 0,
  head BLOB NOT NULL,
  -- that of the newest key at that change: without this key nothing may be written behind it
  generation INTEGER NOT NULL DEFAULT 1,
  -- replaced by a column of shared-desk-columns.ts
  last_timestamp TEXT NOT NULL DEFAULT '',
  -- JSON array of ids of computers that were removed: they get no new key
  removed TEXT NOT NULL DEFAULT '[]',
  -- replaced by two columns of shared-desk-columns.ts
  store_mark TEXT NOT NULL DEFAULT '',
  -- after the shared desk was found in another database, JSON array of {id, seenAt}: the computers that have not come
  -- there yet, and when that database last heard of each, or null
  awaited TEXT NOT NULL DEFAULT '[]'
) STRICT;

-- All computers of a shared desk, as they were first seen. The key of a known computer never changes.
CREATE TABLE shared_computers (
  account_id TEXT NOT NULL REFERENCES shared_desks ON DELETE CASCADE,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  public_key TEXT NOT NULL,
  -- by the clock of the database's server
  seen_at INTEGER NOT NULL,
  -- 1 after it left; its name is still needed for what it changed
  has_left INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, id)
) STRICT, WITHOUT ROWID;

-- Every shared thing under the name by which all computers know it, and when each of its fields was last changed.
CREATE TABLE shared_docs (
  account_id TEXT NOT NULL REFERENCES shared_desks ON DELETE CASCADE,
  -- client, purchase, list, order and others (electron/core/sync/model/kinds.ts)
  kind TEXT NOT NULL,
  uid TEXT NOT NULL,
  -- the id of its row here; null after the row was deleted
  local_id INTEGER,
  -- JSON: field to timestamp
  timestamps TEXT NOT NULL,
  PRIMARY KEY (account_id, kind, uid)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX shared_docs_by_row ON shared_docs (account_id, kind, local_id) WHERE local_id IS NOT NULL;

-- Fields that were changed here and have no timestamp yet.
CREATE TABLE shared_changed_fields (
  account_id TEXT NOT NULL REFERENCES shared_desks ON DELETE CASCADE,
  kind TEXT NOT NULL,
  local_id INTEGER NOT NULL,
  -- Changes of whole rows are in a table of shared-desk-columns.ts.
  field TEXT NOT NULL,
  PRIMARY KEY (account_id, kind, local_id, field)
) STRICT, WITHOUT ROWID;

-- The outbox: fields that were changed here and are not in the shared database yet.
CREATE TABLE shared_outbox (
  account_id TEXT NOT NULL REFERENCES shared_desks ON DELETE CASCADE,
  kind TEXT NOT NULL,
  uid TEXT NOT NULL,
  -- Whole records are in a table of shared-desk-columns.ts.
  field TEXT NOT NULL,
  timestamp TEXT NOT NULL,
  -- the timestamp of the value before; null when there was none
  base TEXT,
  PRIMARY KEY (account_id, kind, uid, field)
) STRICT, WITHOUT ROWID;

-- Texts written by hand that lost against a later text of somebody else, until a user has looked at them.
CREATE TABLE shared_conflicts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  kind TEXT NOT NULL,
  uid TEXT NOT NULL,
  field TEXT NOT NULL,
  -- that of the text that lost
  timestamp TEXT NOT NULL,
  value TEXT NOT NULL,
  seen INTEGER NOT NULL DEFAULT 0,
  UNIQUE (account_id, kind, uid, field, timestamp)
) STRICT;

-- Fields received from other computers that cannot be used here (electron/core/sync/model/set-aside.ts). Replaced by two
-- tables of shared-desk-columns.ts.
CREATE TABLE shared_set_aside (
  account_id TEXT NOT NULL REFERENCES shared_desks ON DELETE CASCADE,
  kind TEXT NOT NULL,
  uid TEXT NOT NULL,
  field TEXT NOT NULL,
  timestamp TEXT NOT NULL,
  value TEXT NOT NULL,
  base TEXT,
  -- unknown: from a newer app; unfit: not a value of this field; ahead: dated in the future; waits: it belongs to
  -- something that is set aside
  reason TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (account_id, kind, uid, field)
) STRICT, WITHOUT ROWID;
`;
