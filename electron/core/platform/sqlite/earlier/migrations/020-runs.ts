/**
 * Jobs and refreshes become runs with lines of one kind. What a refresh still has to read, and whom it could not, goes
 * along; other kinds follow. Times are ms since the epoch, UTC.
 */
export const runs = `
-- A refresh that Activity has not been told of yet.
INSERT INTO jobs (account_id, kind, title, state, done, total, target_id, started_at)
  SELECT account_id, 'refresh', '', 'interrupted', 0, 0, id, started_at FROM refresh_runs
  WHERE job_id IS NULL AND state NOT IN ('done', 'cancelled');
UPDATE refresh_runs SET job_id = (SELECT max(id) FROM jobs WHERE kind = 'refresh' AND target_id = refresh_runs.id)
  WHERE job_id IS NULL;

-- When it was found that no client's data is too old; null: never
ALTER TABLE accounts ADD COLUMN refresh_checked_at INTEGER;
UPDATE accounts SET refresh_checked_at =
  (SELECT max(started_at) FROM refresh_runs WHERE account_id = accounts.id AND job_id IS NULL AND scope = 'all' AND state = 'done');

DROP INDEX jobs_by_time;
DROP INDEX jobs_by_trouble;
DROP INDEX jobs_by_kind;
DROP INDEX jobs_by_state;
DROP INDEX jobs_by_progress;
ALTER TABLE jobs RENAME TO runs;
ALTER TABLE import_reports RENAME COLUMN job_id TO run_id;
ALTER TABLE import_bad_lines RENAME COLUMN job_id TO run_id;
ALTER TABLE lists RENAME COLUMN job_id TO run_id;
-- why it has stopped by itself
ALTER TABLE runs ADD COLUMN reason TEXT;
-- of the lines that are done
ALTER TABLE runs ADD COLUMN failed INTEGER NOT NULL DEFAULT 0;
-- JSON: what was asked for, without the selection; null: nothing but the subject
ALTER TABLE runs ADD COLUMN params_json TEXT;
UPDATE runs SET kind = CASE kind WHEN 'generate' THEN 'list' WHEN 'batch' THEN 'lists' WHEN 'bulk' THEN 'purchases'
  ELSE kind END;
UPDATE runs SET params_json = json_object('scope', r.scope, 'origin', r.origin), target_id = NULL,
    state = CASE WHEN r.state IN ('planning', 'running') THEN 'interrupted'
      WHEN r.state = 'done' AND r.failed > 0 THEN 'partial' ELSE r.state END,
    done = r.done + r.failed, failed = r.failed, total = r.total, error_json = r.error_json, finished_at = r.finished_at
  FROM refresh_runs r WHERE r.job_id = runs.id AND runs.kind = 'refresh';
-- A crash kept it from its refresh, and another went on with that: nobody knows any more whom this one was for.
UPDATE runs SET state = 'cancelled' WHERE kind = 'refresh' AND params_json IS NULL;
CREATE INDEX runs_by_time ON runs (account_id, started_at DESC, id DESC);
CREATE INDEX runs_by_kind ON runs (account_id, kind, id DESC);
CREATE INDEX runs_by_state
  ON runs (account_id, instr('running paused stopped failed interrupted partial cancelled done', state), id DESC);
CREATE INDEX runs_by_progress ON runs (account_id, done * 1.0 / max(total, 1), id DESC);
CREATE INDEX runs_by_trouble ON runs (account_id, finished_at)
  WHERE dismissed = 0 AND kind <> 'refresh' AND state IN ('failed', 'partial', 'interrupted', 'stopped');

-- What a run does for one client, list, subscription or proxy.
CREATE TABLE run_lines (
  run_id INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
  -- the place in the selection; of a refresh the client's id
  line INTEGER NOT NULL,
  -- waiting, running, or what became of it
  state TEXT NOT NULL,
  -- those that wait are taken by rank, then by sort, then by line
  rank INTEGER NOT NULL DEFAULT 0,
  sort INTEGER NOT NULL DEFAULT 0,
  -- JSON: why it failed, or cannot be done
  problem_json TEXT,
  ended_at INTEGER,
  client_id INTEGER REFERENCES clients ON DELETE SET NULL,
  PRIMARY KEY (run_id, line)
) STRICT, WITHOUT ROWID;
CREATE INDEX run_lines_waiting ON run_lines (run_id, rank, sort, line) WHERE state = 'waiting';
CREATE INDEX run_lines_failed ON run_lines (run_id, ended_at DESC, line) WHERE state = 'failed';
CREATE INDEX run_lines_by_client ON run_lines (client_id);
INSERT INTO run_lines (run_id, line, state, rank, sort, problem_json, ended_at, client_id)
  SELECT r.job_id, t.client_id, iif(t.failed_at IS NULL, 'waiting', 'failed'), t.rank, t.sort, t.error_json, t.failed_at,
    t.client_id
  FROM refresh_runs r JOIN refresh_targets t ON t.run_id = r.id JOIN runs ON runs.id = r.job_id;

-- Whom a refresh was asked for, until all of them are written down.
CREATE TABLE run_wishes (
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
  -- JSON array of ids; null: all clients
  client_ids TEXT,
  -- 1: before everybody else of the run
  go_first INTEGER NOT NULL,
  -- whose older reading is younger than this is left out
  skip_read_after INTEGER
) STRICT;
CREATE INDEX run_wishes_by_run ON run_wishes (run_id);
INSERT INTO run_wishes (id, run_id, client_ids, go_first, skip_read_after)
  SELECT w.id, r.job_id, w.client_ids, w.go_first, w.skip_read_after
  FROM refresh_runs r JOIN refresh_wishes w ON w.run_id = r.id JOIN runs ON runs.id = r.job_id;
DROP TABLE refresh_wishes;
DROP TABLE refresh_targets;
DROP TABLE refresh_runs;
`;
