/** What a desk shares with other computers: electron/core/sync. */
export const sharedDesk = `
CREATE TABLE shared_desks (
  account_id TEXT PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  desk_id TEXT NOT NULL,
  computer_id TEXT NOT NULL,
  -- of the shared desk, as whoever made it called it
  name TEXT NOT NULL DEFAULT '',
  -- of this computer, as its user called it
  computer TEXT NOT NULL DEFAULT '',
  -- up to which change the desk was read, and the hash of that one
  seq INTEGER NOT NULL DEFAULT 0,
  head BLOB NOT NULL,
  -- of the newest key when it was read up to there: without that one nothing may be written behind it
  generation INTEGER NOT NULL DEFAULT 1,
  -- the newest stamp given or seen
  last_stamp TEXT NOT NULL DEFAULT '',
  -- ids of the computers that were removed, as JSON: they get no new key
  removed TEXT NOT NULL DEFAULT '[]'
) STRICT;

-- Who shares the desk, as first seen: the key of a computer that is known never changes.
CREATE TABLE shared_computers (
  account_id TEXT NOT NULL REFERENCES shared_desks ON DELETE CASCADE,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  public_key TEXT NOT NULL,
  -- ms since the epoch, by the clock of the database's server
  seen_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT, WITHOUT ROWID;

-- Every shared thing under the name all computers know it by, and when each of its fields was changed last.
CREATE TABLE shared_docs (
  account_id TEXT NOT NULL REFERENCES shared_desks ON DELETE CASCADE,
  kind TEXT NOT NULL,
  uid TEXT NOT NULL,
  -- its row here; null when there is none any more
  local_id INTEGER,
  -- field to stamp, as JSON (shared-desk/docs/stamps.ts)
  stamps TEXT NOT NULL,
  PRIMARY KEY (account_id, kind, uid)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX shared_docs_by_row ON shared_docs (account_id, kind, local_id) WHERE local_id IS NOT NULL;

-- What was changed here and has no stamp yet.
CREATE TABLE shared_dirty (
  account_id TEXT NOT NULL REFERENCES shared_desks ON DELETE CASCADE,
  kind TEXT NOT NULL,
  local_id INTEGER NOT NULL,
  field TEXT NOT NULL,
  PRIMARY KEY (account_id, kind, local_id, field)
) STRICT, WITHOUT ROWID;

-- What was changed here and is not in the shared database yet.
CREATE TABLE shared_unsent (
  account_id TEXT NOT NULL REFERENCES shared_desks ON DELETE CASCADE,
  kind TEXT NOT NULL,
  uid TEXT NOT NULL,
  field TEXT NOT NULL,
  stamp TEXT NOT NULL,
  -- the stamp of what was there before; null when nothing was
  base TEXT,
  PRIMARY KEY (account_id, kind, uid, field)
) STRICT, WITHOUT ROWID;

-- What was written by hand and lost against somebody's later text, until somebody has looked at it.
CREATE TABLE shared_conflicts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  kind TEXT NOT NULL,
  uid TEXT NOT NULL,
  field TEXT NOT NULL,
  -- when and by which computer it was written
  stamp TEXT NOT NULL,
  value TEXT NOT NULL,
  seen INTEGER NOT NULL DEFAULT 0,
  UNIQUE (account_id, kind, uid, field, stamp)
) STRICT;
`;
