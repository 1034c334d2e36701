/** Checks of proxies. Times are ms since the epoch, UTC; how long something took is in ms. */
export const checks = `
-- One proxy of a check. Only the last check of a list is kept, and the newest ones of dedicated proxies.
CREATE TABLE check_lines (
  run_id INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
  -- its place in the list, or in the selection
  line INTEGER NOT NULL,
  -- of a check of dedicated proxies
  proxy_id INTEGER REFERENCES dedicated_proxies ON DELETE SET NULL,
  state TEXT NOT NULL DEFAULT 'waiting',
  reason TEXT,
  connect_ms INTEGER,
  first_byte_ms INTEGER,
  exit_ip TEXT,
  exit_country TEXT,
  PRIMARY KEY (run_id, line)
) STRICT, WITHOUT ROWID;
CREATE INDEX check_lines_by_state ON check_lines (run_id, state, line);
CREATE INDEX check_lines_by_time ON check_lines (run_id, first_byte_ms, line);
CREATE INDEX check_lines_by_exit ON check_lines (run_id, exit_ip, line);
CREATE INDEX check_lines_by_proxy ON check_lines (proxy_id) WHERE proxy_id IS NOT NULL;
-- JSON: what the last check found; null: never checked
ALTER TABLE lists ADD COLUMN last_check_json TEXT;
ALTER TABLE dedicated_proxies ADD COLUMN last_check_json TEXT;
CREATE INDEX runs_by_checked_list ON runs (target_id) WHERE kind = 'check';
`;
