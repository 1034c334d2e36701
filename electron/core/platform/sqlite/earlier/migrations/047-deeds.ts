/** What was done to many things, and can be taken back for a day: electron/core/platform/undo. Times are ms since the epoch, UTC. */
export const deeds = `
CREATE TABLE deeds (
  -- at random: no other desk, and no other state of this one, has the same
  id INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  kind TEXT NOT NULL,
  -- of what it was done to, where that was one thing, or of a file
  name TEXT,
  at INTEGER NOT NULL,
  -- things it changed, and how many of them are taken back
  count INTEGER NOT NULL,
  back INTEGER NOT NULL DEFAULT 0,
  taken_back_at INTEGER
) STRICT;
CREATE INDEX deeds_by_time ON deeds (account_id, at, id);

-- What each transaction of it changed; gone when that is taken back.
CREATE TABLE deed_parts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  deed_id INTEGER NOT NULL REFERENCES deeds ON DELETE CASCADE,
  -- JSON, of the shape of its kind
  what_json TEXT NOT NULL
) STRICT;
CREATE INDEX deed_parts_by_deed ON deed_parts (deed_id, id);
`;
