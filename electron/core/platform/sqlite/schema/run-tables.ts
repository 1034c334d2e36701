/** Work with many lines, which can be stopped and resumed and is reported line by line. */
export const RUN_TABLES = `
CREATE TABLE runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- refresh, purchases, lists, list, check, import and others
  kind TEXT NOT NULL,
  -- for old runs without a subject
  title TEXT NOT NULL,
  -- running, paused, stopped, failed, interrupted, partial, cancelled or done
  state TEXT NOT NULL,
  done INTEGER NOT NULL,
  total INTEGER NOT NULL,
  -- the list that a run of one list makes or checks
  target_id INTEGER,
  error_json TEXT,
  started_at INTEGER NOT NULL,
  finished_at INTEGER,
  -- 1 after the user saw that it failed and dismissed it
  dismissed INTEGER NOT NULL DEFAULT 0,
  -- JSON from which the title is worded in the user's language; null: use the title column
  subject_json TEXT,
  -- why it stopped on its own; null otherwise
  reason TEXT,
  -- how many of the done lines failed
  failed INTEGER NOT NULL DEFAULT 0,
  -- JSON: what was asked for, without the selection; null: the subject says it all
  params_json TEXT,
  -- the folder or the combined file, as chosen in the dialog of the system
  place TEXT,
  -- the combined file as it was last written
  export_id INTEGER REFERENCES exports ON DELETE SET NULL,
  -- the most that it may spend; null until the user agreed to the plan
  cap_kopecks INTEGER,
  -- the balance read together with the prices; null: it could not be read
  balance_kopecks INTEGER,
  prices_as_of INTEGER,
  -- how old the oldest end shown in the plan is; null: the plan shows no ends, or none is missing
  dates_as_of INTEGER,
  -- the newest purchase at the time of the plan
  ledger_mark INTEGER,
  -- the standing order that pays for it
  standing_order_id INTEGER REFERENCES standing_orders ON DELETE SET NULL,
  -- 1 if its standing order started it, 0 if the user did
  is_automatic INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX runs_by_time ON runs (account_id, started_at DESC, id DESC);
CREATE INDEX runs_by_kind ON runs (account_id, kind, id DESC);
CREATE INDEX runs_by_state
  ON runs (account_id, instr('running paused stopped failed interrupted partial cancelled done', state), id DESC);
CREATE INDEX runs_by_progress ON runs (account_id, done * 1.0 / max(total, 1), id DESC);
CREATE INDEX runs_by_trouble ON runs (account_id, finished_at)
  WHERE dismissed = 0 AND kind <> 'refresh' AND state IN ('failed', 'partial', 'interrupted', 'stopped');
CREATE INDEX runs_by_export ON runs (export_id) WHERE export_id IS NOT NULL;
CREATE INDEX runs_by_standing ON runs (standing_order_id) WHERE standing_order_id IS NOT NULL;
CREATE INDEX runs_by_checked_list ON runs (target_id) WHERE kind = 'check';

-- The work of a run for one client, list, subscription or proxy.
CREATE TABLE run_lines (
  run_id INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
  -- the position in the selection; for a refresh the client's id
  line INTEGER NOT NULL,
  -- waiting, running, or how it ended, in the words of the kind of run
  state TEXT NOT NULL,
  -- waiting lines are taken by rank, then by sort, then by line
  rank INTEGER NOT NULL DEFAULT 0,
  sort INTEGER NOT NULL DEFAULT 0,
  -- JSON: why it failed or cannot be done
  problem_json TEXT,
  ended_at INTEGER,
  client_id INTEGER REFERENCES clients ON DELETE SET NULL,
  -- 1 if "retry" includes it
  retryable INTEGER NOT NULL DEFAULT 0,
  -- the client as it was at the start
  client_name TEXT NOT NULL DEFAULT '',
  messenger_id INTEGER,
  client_key TEXT,
  list_id INTEGER REFERENCES lists ON DELETE SET NULL,
  list_title TEXT NOT NULL DEFAULT '',
  -- the number of lines the list had when this one ended; the list may have been removed since
  list_lines INTEGER NOT NULL DEFAULT 0,
  export_id INTEGER REFERENCES exports ON DELETE SET NULL,
  -- reserved before the file is written, so that a crash in between does not lead to a second file
  file_name TEXT NOT NULL DEFAULT '',
  -- the request that pays for it, perhaps together with other lines: the state is then 'purchase', and the outcome is
  -- that of the purchase; null: nothing pays for it
  charge INTEGER,
  -- a subscription's uuid, a proxy's address or an address of a whitelist; '' for traffic
  target TEXT NOT NULL DEFAULT '',
  -- the proxy's id at the service
  service_id INTEGER,
  -- its end at the time of the plan
  expires_at INTEGER,
  -- its share of the charge; null where the service does not say
  price_kopecks INTEGER,
  -- JSON: the proxies that the layout of the run leaves out of the list's file
  left_out_json TEXT,
  PRIMARY KEY (run_id, line)
) STRICT, WITHOUT ROWID;
CREATE INDEX run_lines_waiting ON run_lines (run_id, rank, sort, line) WHERE state = 'waiting';
CREATE INDEX run_lines_failed ON run_lines (run_id, ended_at DESC, line) WHERE state = 'failed';
CREATE INDEX run_lines_by_client ON run_lines (client_id);
CREATE INDEX run_lines_by_state ON run_lines (run_id, state, line);
CREATE INDEX run_lines_by_list ON run_lines (list_id) WHERE list_id IS NOT NULL;
CREATE INDEX run_lines_by_export ON run_lines (export_id) WHERE export_id IS NOT NULL;
CREATE INDEX run_lines_by_charge ON run_lines (run_id, charge) WHERE charge IS NOT NULL;

-- Clients a refresh was asked for whose lines are not all written yet.
CREATE TABLE refresh_requests (
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
  -- JSON array of ids; null: all clients
  client_ids TEXT,
  -- 1: before all other lines of the run
  go_first INTEGER NOT NULL,
  -- clients whose older reading is newer than this are skipped; null: none are
  skip_read_after INTEGER
) STRICT;
CREATE INDEX refresh_requests_by_run ON refresh_requests (run_id);

-- One request of a run that charges. Its outcome is that of its purchase.
CREATE TABLE run_charges (
  run_id INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
  charge INTEGER NOT NULL,
  order_json TEXT NOT NULL,
  -- JSON: the thing it pays for, as the plan shows it (Target)
  target_json TEXT,
  price_kopecks INTEGER NOT NULL,
  -- the price before the last time it was asked for, if it changed then
  former_kopecks INTEGER,
  -- JSON: why the run sent nothing
  problem_json TEXT,
  -- 1: the outcome is unknown and the user continued without it
  skipped INTEGER NOT NULL DEFAULT 0,
  -- written in the same transaction as the purchase
  purchase_id INTEGER REFERENCES purchases ON DELETE SET NULL,
  PRIMARY KEY (run_id, charge)
) STRICT, WITHOUT ROWID;
CREATE INDEX run_charges_by_purchase ON run_charges (purchase_id);

-- One proxy of a check. Only the last check of each list is stored, and the newest ones of dedicated proxies.
CREATE TABLE check_lines (
  run_id INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
  -- the position in the list or in the selection
  line INTEGER NOT NULL,
  -- for dedicated proxies
  proxy_id INTEGER REFERENCES dedicated_proxies ON DELETE SET NULL,
  -- waiting, alive, slow, refused, dead or unreadable
  state TEXT NOT NULL DEFAULT 'waiting',
  reason TEXT,
  -- durations in ms
  connect_ms INTEGER,
  first_byte_ms INTEGER,
  -- the address and country under which the proxy appears
  exit_ip TEXT,
  exit_country TEXT,
  PRIMARY KEY (run_id, line)
) STRICT, WITHOUT ROWID;
CREATE INDEX check_lines_by_state ON check_lines (run_id, state, line);
CREATE INDEX check_lines_by_time ON check_lines (run_id, first_byte_ms, line);
CREATE INDEX check_lines_by_exit ON check_lines (run_id, exit_ip, line);
CREATE INDEX check_lines_by_proxy ON check_lines (proxy_id) WHERE proxy_id IS NOT NULL;

-- The result of an import of clients.
CREATE TABLE import_reports (
  run_id INTEGER PRIMARY KEY REFERENCES runs ON DELETE CASCADE,
  file_name TEXT NOT NULL,
  -- JSON array of the titles of the file's columns
  header_json TEXT NOT NULL,
  added INTEGER NOT NULL DEFAULT 0,
  updated INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  bad INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Lines of the file that were not imported, many to a row.
CREATE TABLE import_bad_lines (
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
  -- how many things are wrong with these lines
  problems INTEGER NOT NULL,
  -- packed as the lines of lists are; each line is JSON with its cells and what is wrong with them
  lines BLOB NOT NULL
) STRICT;
-- Answers everything that is asked of a run's lines before they are unpacked.
CREATE INDEX import_bad_lines_by_run ON import_bad_lines (run_id, id, problems);
`;
