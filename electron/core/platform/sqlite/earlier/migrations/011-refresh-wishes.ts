/** Whom a refresh was asked for, until all of them are written down. Times are ms since the epoch, UTC. */
export const refreshWishes = `
CREATE TABLE refresh_wishes (
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES refresh_runs ON DELETE CASCADE,
  -- JSON array of ids; null: all clients
  client_ids TEXT,
  -- 1: before everybody else of the run
  go_first INTEGER NOT NULL,
  -- whose older reading is younger than this is left out
  skip_read_after INTEGER
) STRICT;
CREATE INDEX refresh_wishes_by_run ON refresh_wishes (run_id);
-- Of a selection only what is written down is known; all clients are all clients.
INSERT INTO refresh_wishes (run_id, go_first) SELECT id, 0 FROM refresh_runs WHERE state = 'planning' AND scope = 'all';
`;
