/** Lists for many clients become runs. Times are ms since the epoch, UTC. */
export const runLists = `
-- the folder, or the combined file, as chosen in the dialog of the OS
ALTER TABLE runs ADD COLUMN place TEXT;
-- the combined file as it was last written
ALTER TABLE runs ADD COLUMN export_id INTEGER REFERENCES exports ON DELETE SET NULL;
CREATE INDEX runs_by_export ON runs (export_id) WHERE export_id IS NOT NULL;

-- whether "retry" asks for it again
ALTER TABLE run_lines ADD COLUMN retryable INTEGER NOT NULL DEFAULT 0;
-- who it is for, as it was then
ALTER TABLE run_lines ADD COLUMN client_name TEXT NOT NULL DEFAULT '';
ALTER TABLE run_lines ADD COLUMN messenger_id INTEGER;
ALTER TABLE run_lines ADD COLUMN client_key TEXT;
ALTER TABLE run_lines ADD COLUMN list_id INTEGER REFERENCES lists ON DELETE SET NULL;
ALTER TABLE run_lines ADD COLUMN list_title TEXT NOT NULL DEFAULT '';
-- how many the list had when its line ended: it may be removed since
ALTER TABLE run_lines ADD COLUMN list_lines INTEGER NOT NULL DEFAULT 0;
ALTER TABLE run_lines ADD COLUMN export_id INTEGER REFERENCES exports ON DELETE SET NULL;
-- reserved before the file is written, so that a crash in between makes no second one
ALTER TABLE run_lines ADD COLUMN file_name TEXT NOT NULL DEFAULT '';
CREATE INDEX run_lines_by_state ON run_lines (run_id, state, line);
CREATE INDEX run_lines_by_list ON run_lines (list_id) WHERE list_id IS NOT NULL;
CREATE INDEX run_lines_by_export ON run_lines (export_id) WHERE export_id IS NOT NULL;

-- Each start was a job of its own: the last one is the run.
DELETE FROM runs WHERE kind = 'lists' AND id NOT IN (SELECT job_id FROM batches WHERE job_id IS NOT NULL);
UPDATE runs SET params_json = b.params_json, place = b.place, export_id = b.export_id, error_json = b.error_json,
    started_at = b.created_at, finished_at = b.finished_at, target_id = NULL,
    state = CASE WHEN b.state = 'running' THEN 'interrupted'
      WHEN b.state = 'stopped' AND b.stop_reason = 'cancelled' THEN 'paused'
      WHEN b.state = 'stopped' AND b.stop_reason = 'interrupted' THEN 'interrupted'
      WHEN b.state = 'stopped' THEN 'stopped'
      WHEN EXISTS (SELECT 1 FROM batch_items WHERE batch_id = b.id AND state IN ('partial', 'unsaved', 'failed'))
        THEN 'partial'
      ELSE 'done' END,
    reason = CASE WHEN b.state = 'stopped' AND b.stop_reason IN ('error', 'failures') THEN b.stop_reason END,
    total = (SELECT count(*) FROM batch_items WHERE batch_id = b.id),
    done = (SELECT count(*) FROM batch_items WHERE batch_id = b.id AND state NOT IN ('waiting', 'running'))
  FROM batches b WHERE b.job_id = runs.id AND runs.kind = 'lists';
INSERT INTO run_lines (run_id, line, state, problem_json, retryable, client_id, client_name, messenger_id, client_key,
    list_id, list_title, list_lines, export_id, file_name)
  SELECT b.job_id, i.item, iif(i.state = 'running', 'waiting', i.state), i.problem_json, i.retryable, i.client_id,
    i.client_name, i.messenger_id, i.client_key, i.list_id, i.list_title, i.lines, i.export_id, i.file_name
  FROM batches b JOIN batch_items i ON i.batch_id = b.id JOIN runs ON runs.id = b.job_id;
DROP TABLE batch_items;
DROP TABLE batches;
`;
