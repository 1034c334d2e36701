/** Runs that read clients again, and whom they still have to read. Times are ms since the epoch, UTC. */
export const refresh = `
CREATE TABLE refresh_runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- all or selection
  scope TEXT NOT NULL,
  -- user or schedule
  origin TEXT NOT NULL,
  -- planning, running, paused, stopped, done or cancelled
  state TEXT NOT NULL,
  error_json TEXT,
  total INTEGER NOT NULL DEFAULT 0,
  done INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  job_id INTEGER,
  started_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;
CREATE INDEX refresh_runs_by_account ON refresh_runs (account_id, id);

-- Who waits for it, and who could not be read; whoever was read is gone from here.
CREATE TABLE refresh_targets (
  run_id INTEGER NOT NULL REFERENCES refresh_runs ON DELETE CASCADE,
  client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE,
  -- the order of need
  rank INTEGER NOT NULL,
  sort INTEGER NOT NULL,
  -- null while it waits
  error_json TEXT,
  failed_at INTEGER,
  PRIMARY KEY (run_id, client_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX refresh_targets_waiting ON refresh_targets (run_id, rank, sort, client_id) WHERE failed_at IS NULL;
CREATE INDEX refresh_targets_failed ON refresh_targets (run_id, failed_at DESC, client_id) WHERE failed_at IS NOT NULL;
CREATE INDEX refresh_targets_by_client ON refresh_targets (client_id);
`;
