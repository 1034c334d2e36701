/** Lists that are made on a schedule. Times are ms since the epoch, UTC; days are YYYY-MM-DD of this computer's calendar. */
export const scheduledLists = `
CREATE TABLE scheduled_lists (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name TEXT NOT NULL,
  name_sort TEXT NOT NULL,
  -- JSON: recipe, output, whether clients without traffic are left out
  what_json TEXT NOT NULL,
  -- for everybody who has it; null: for those of scheduled_list_clients
  tag TEXT,
  -- day, weekdays or month
  every TEXT NOT NULL,
  month_day INTEGER NOT NULL,
  -- HH:MM on the wall
  time TEXT NOT NULL,
  folder TEXT NOT NULL,
  -- chosen in a dialog on this computer: of a restored desk it was not
  folder_chosen INTEGER NOT NULL,
  -- files of each client; null: all
  keep INTEGER,
  enabled INTEGER NOT NULL,
  -- the undo group; 0 while it is there
  removed INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX scheduled_lists_by_time ON scheduled_lists (account_id, created_at, id) WHERE removed = 0;
CREATE INDEX scheduled_lists_by_name ON scheduled_lists (account_id, name_sort, id DESC) WHERE removed = 0;

CREATE TABLE scheduled_list_clients (
  schedule_id INTEGER NOT NULL REFERENCES scheduled_lists ON DELETE CASCADE,
  -- the place in the selection
  place INTEGER NOT NULL,
  client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE,
  PRIMARY KEY (schedule_id, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX scheduled_list_clients_by_client ON scheduled_list_clients (client_id);

-- One row for each time that one was due and looked at: whatever the clock does, none begins a second time.
CREATE TABLE scheduled_list_occasions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  schedule_id INTEGER NOT NULL REFERENCES scheduled_lists ON DELETE CASCADE,
  -- null: made by hand
  day TEXT,
  due_at INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  -- null: it is still to be done, or under way
  ended_at INTEGER,
  -- it was due before the schedule was there or switched on
  passed INTEGER NOT NULL DEFAULT 0,
  -- earlier ones that nobody made, and nobody will
  missed INTEGER NOT NULL DEFAULT 0,
  run_id INTEGER REFERENCES runs ON DELETE SET NULL,
  -- why it waits, or made nothing
  problem TEXT,
  UNIQUE (schedule_id, day)
) STRICT;
CREATE INDEX scheduled_list_occasions_by_time ON scheduled_list_occasions (schedule_id, id DESC);
CREATE INDEX scheduled_list_occasions_open ON scheduled_list_occasions (schedule_id, id) WHERE ended_at IS NULL;
CREATE INDEX scheduled_list_occasions_by_run ON scheduled_list_occasions (run_id) WHERE run_id IS NOT NULL;

-- What a schedule wrote, and may delete as long as it is still just that.
CREATE TABLE scheduled_list_files (
  export_id INTEGER PRIMARY KEY REFERENCES exports ON DELETE CASCADE,
  schedule_id INTEGER NOT NULL REFERENCES scheduled_lists ON DELETE CASCADE,
  -- null: one file of all clients
  client_id INTEGER,
  -- as it is really called, without links
  folder TEXT NOT NULL,
  name TEXT NOT NULL,
  -- of the file system
  inode TEXT NOT NULL,
  modified_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  UNIQUE (schedule_id, folder, name)
) STRICT;
CREATE INDEX scheduled_list_files_by_owner ON scheduled_list_files (schedule_id, folder, client_id, export_id);
`;
