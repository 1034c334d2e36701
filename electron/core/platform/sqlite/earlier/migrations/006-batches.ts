/** Batches: lists generated or saved for many clients at once. Times are ms since the epoch, UTC. */
export const batches = `
CREATE TABLE batches (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- what was asked for, without the selection
  params_json TEXT NOT NULL,
  -- running, stopped or finished
  state TEXT NOT NULL,
  stop_reason TEXT,
  error_json TEXT,
  -- the folder, or the combined file, as chosen in the dialog of the OS
  place TEXT,
  -- the combined file as it was last written
  export_id INTEGER REFERENCES exports ON DELETE SET NULL,
  job_id INTEGER,
  created_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;
CREATE INDEX batches_by_account ON batches (account_id, state);
CREATE INDEX batches_by_export ON batches (export_id);

CREATE TABLE batch_items (
  batch_id INTEGER NOT NULL REFERENCES batches ON DELETE CASCADE,
  item INTEGER NOT NULL,
  state TEXT NOT NULL,
  problem_json TEXT,
  -- whether "retry" asks for it again
  retryable INTEGER NOT NULL DEFAULT 0,
  client_id INTEGER REFERENCES clients ON DELETE SET NULL,
  -- who it is for, as it was then
  client_name TEXT NOT NULL,
  messenger_id INTEGER,
  client_key TEXT NOT NULL,
  list_id INTEGER REFERENCES lists ON DELETE SET NULL,
  list_title TEXT NOT NULL DEFAULT '',
  -- as they were when the item ended: the list may be removed since
  lines INTEGER NOT NULL DEFAULT 0,
  export_id INTEGER REFERENCES exports ON DELETE SET NULL,
  -- reserved before the file is written, so that a crash in between makes no second one
  file_name TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (batch_id, item)
) STRICT, WITHOUT ROWID;
CREATE INDEX batch_items_by_state ON batch_items (batch_id, state, item);
CREATE INDEX batch_items_by_client ON batch_items (client_id);
CREATE INDEX batch_items_by_list ON batch_items (list_id);
CREATE INDEX batch_items_by_export ON batch_items (export_id);
`;
