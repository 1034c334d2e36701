/** The tables of version 50 for runs, automation and the shared desk. Its columns are explained in ../../schema, under the names that they have now. */
export const workAndSharedDesk = `
CREATE TABLE runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  state TEXT NOT NULL,
  done INTEGER NOT NULL,
  total INTEGER NOT NULL,
  target_id INTEGER,
  error_json TEXT,
  started_at INTEGER NOT NULL,
  finished_at INTEGER,
  dismissed INTEGER NOT NULL DEFAULT 0,
  subject_json TEXT,
  reason TEXT,
  failed INTEGER NOT NULL DEFAULT 0,
  params_json TEXT,
  place TEXT,
  export_id INTEGER REFERENCES exports ON DELETE SET NULL,
  cap_kopecks INTEGER,
  balance_kopecks INTEGER,
  prices_as_of INTEGER,
  dates_as_of INTEGER,
  ledger_mark INTEGER,
  standing_order_id INTEGER REFERENCES standing_orders ON DELETE SET NULL,
  by_itself INTEGER NOT NULL DEFAULT 0
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
CREATE TABLE run_lines (
  run_id INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
  line INTEGER NOT NULL,
  state TEXT NOT NULL,
  rank INTEGER NOT NULL DEFAULT 0,
  sort INTEGER NOT NULL DEFAULT 0,
  problem_json TEXT,
  ended_at INTEGER,
  client_id INTEGER REFERENCES clients ON DELETE SET NULL,
  retryable INTEGER NOT NULL DEFAULT 0,
  client_name TEXT NOT NULL DEFAULT '',
  messenger_id INTEGER,
  client_key TEXT,
  list_id INTEGER REFERENCES lists ON DELETE SET NULL,
  list_title TEXT NOT NULL DEFAULT '',
  list_lines INTEGER NOT NULL DEFAULT 0,
  export_id INTEGER REFERENCES exports ON DELETE SET NULL,
  file_name TEXT NOT NULL DEFAULT '',
  charge INTEGER,
  target TEXT NOT NULL DEFAULT '',
  service_id INTEGER,
  expires_at INTEGER,
  price_kopecks INTEGER,
  PRIMARY KEY (run_id, line)
) STRICT, WITHOUT ROWID;
CREATE INDEX run_lines_waiting ON run_lines (run_id, rank, sort, line) WHERE state = 'waiting';
CREATE INDEX run_lines_failed ON run_lines (run_id, ended_at DESC, line) WHERE state = 'failed';
CREATE INDEX run_lines_by_client ON run_lines (client_id);
CREATE INDEX run_lines_by_state ON run_lines (run_id, state, line);
CREATE INDEX run_lines_by_list ON run_lines (list_id) WHERE list_id IS NOT NULL;
CREATE INDEX run_lines_by_export ON run_lines (export_id) WHERE export_id IS NOT NULL;
CREATE INDEX run_lines_by_charge ON run_lines (run_id, charge) WHERE charge IS NOT NULL;
CREATE TABLE run_wishes (
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
  client_ids TEXT,
  go_first INTEGER NOT NULL,
  skip_read_after INTEGER
) STRICT;
CREATE INDEX run_wishes_by_run ON run_wishes (run_id);
CREATE TABLE run_charges (
  run_id INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
  charge INTEGER NOT NULL,
  order_json TEXT NOT NULL,
  target_json TEXT,
  price_kopecks INTEGER NOT NULL,
  former_kopecks INTEGER,
  problem_json TEXT,
  skipped INTEGER NOT NULL DEFAULT 0,
  purchase_id INTEGER REFERENCES purchases ON DELETE SET NULL,
  PRIMARY KEY (run_id, charge)
) STRICT, WITHOUT ROWID;
CREATE INDEX run_charges_by_purchase ON run_charges (purchase_id);
CREATE TABLE check_lines (
  run_id INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
  line INTEGER NOT NULL,
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
CREATE TABLE import_reports (
  run_id INTEGER PRIMARY KEY REFERENCES runs ON DELETE CASCADE,
  file_name TEXT NOT NULL,
  header_json TEXT NOT NULL,
  added INTEGER NOT NULL DEFAULT 0,
  updated INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  bad INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE import_bad_lines (
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
  problems INTEGER NOT NULL,
  lines BLOB NOT NULL
) STRICT;
CREATE INDEX import_bad_lines_by_job ON import_bad_lines (run_id, id, problems);
CREATE TABLE standing_orders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name TEXT NOT NULL,
  action_json TEXT NOT NULL,
  targets_of TEXT NOT NULL,
  tag TEXT NOT NULL,
  mode TEXT NOT NULL,
  ceiling_kopecks INTEGER,
  month_cap_kopecks INTEGER,
  hours_from TEXT,
  hours_to TEXT,
  is_on INTEGER NOT NULL,
  on_since INTEGER NOT NULL,
  hindrance_json TEXT,
  tries INTEGER NOT NULL DEFAULT 0,
  tried_at INTEGER,
  removed INTEGER NOT NULL DEFAULT 0,
  uid TEXT NOT NULL DEFAULT '',
  looked_at INTEGER NOT NULL DEFAULT 0,
  held_purchase_id INTEGER REFERENCES purchases ON DELETE SET NULL,
  held_run_id INTEGER REFERENCES runs ON DELETE SET NULL,
  mode_lost TEXT,
  ceiling_lost INTEGER,
  month_cap_lost INTEGER,
  zone TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX standing_orders_by_account ON standing_orders (account_id, removed, id);
CREATE UNIQUE INDEX standing_orders_by_uid ON standing_orders (account_id, uid);
CREATE TABLE standing_clients (
  order_id INTEGER NOT NULL REFERENCES standing_orders ON DELETE CASCADE,
  client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE,
  PRIMARY KEY (order_id, client_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX standing_clients_by_client ON standing_clients (client_id);
CREATE TABLE standing_proxies (
  order_id INTEGER NOT NULL REFERENCES standing_orders ON DELETE CASCADE,
  proxy_id INTEGER NOT NULL REFERENCES dedicated_proxies ON DELETE CASCADE,
  PRIMARY KEY (order_id, proxy_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX standing_proxies_by_proxy ON standing_proxies (proxy_id);
CREATE TABLE standing_occasions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  order_id INTEGER NOT NULL REFERENCES standing_orders ON DELETE CASCADE,
  client_id INTEGER REFERENCES clients ON DELETE SET NULL,
  proxy_id INTEGER REFERENCES dedicated_proxies ON DELETE SET NULL,
  target TEXT NOT NULL,
  edition INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  missed INTEGER NOT NULL,
  state TEXT NOT NULL,
  error_json TEXT,
  price_kopecks INTEGER,
  run_id INTEGER REFERENCES runs ON DELETE SET NULL,
  charge INTEGER,
  purchase_id INTEGER REFERENCES purchases ON DELETE SET NULL,
  was_seen INTEGER NOT NULL DEFAULT 0,
  tries INTEGER NOT NULL DEFAULT 0,
  tried_at INTEGER,
  at INTEGER NOT NULL,
  computer TEXT DEFAULT '',
  UNIQUE (order_id, target, edition)
) STRICT;
CREATE INDEX standing_occasions_by_time ON standing_occasions (order_id, due_at, id);
CREATE INDEX standing_occasions_open ON standing_occasions (order_id, state) WHERE state NOT IN ('no-longer-due', 'abandoned');
CREATE INDEX standing_occasions_by_run ON standing_occasions (run_id, charge) WHERE run_id IS NOT NULL;
CREATE INDEX standing_occasions_by_purchase ON standing_occasions (purchase_id) WHERE purchase_id IS NOT NULL;
CREATE INDEX standing_occasions_by_client ON standing_occasions (client_id);
CREATE INDEX standing_occasions_by_proxy ON standing_occasions (proxy_id);
CREATE INDEX standing_occasions_by_account ON standing_occasions (account_id);
CREATE INDEX standing_occasions_begun ON standing_occasions (order_id) WHERE computer IS NOT '';
CREATE TABLE scheduled_lists (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name TEXT NOT NULL,
  name_sort TEXT NOT NULL,
  what_json TEXT NOT NULL,
  tag TEXT,
  every TEXT NOT NULL,
  month_day INTEGER NOT NULL,
  time TEXT NOT NULL,
  folder TEXT NOT NULL,
  folder_chosen INTEGER NOT NULL,
  keep INTEGER,
  enabled INTEGER NOT NULL,
  removed INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  zone TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX scheduled_lists_by_time ON scheduled_lists (account_id, created_at, id) WHERE removed = 0;
CREATE INDEX scheduled_lists_by_name ON scheduled_lists (account_id, name_sort, id DESC) WHERE removed = 0;
CREATE TABLE scheduled_list_clients (
  schedule_id INTEGER NOT NULL REFERENCES scheduled_lists ON DELETE CASCADE,
  place INTEGER NOT NULL,
  client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE,
  PRIMARY KEY (schedule_id, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX scheduled_list_clients_by_client ON scheduled_list_clients (client_id);
CREATE TABLE scheduled_list_occasions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  schedule_id INTEGER NOT NULL REFERENCES scheduled_lists ON DELETE CASCADE,
  day TEXT,
  due_at INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  ended_at INTEGER,
  passed INTEGER NOT NULL DEFAULT 0,
  missed INTEGER NOT NULL DEFAULT 0,
  run_id INTEGER REFERENCES runs ON DELETE SET NULL,
  problem TEXT,
  UNIQUE (schedule_id, day)
) STRICT;
CREATE INDEX scheduled_list_occasions_by_time ON scheduled_list_occasions (schedule_id, id DESC);
CREATE INDEX scheduled_list_occasions_open ON scheduled_list_occasions (schedule_id, id) WHERE ended_at IS NULL;
CREATE INDEX scheduled_list_occasions_by_run ON scheduled_list_occasions (run_id) WHERE run_id IS NOT NULL;
CREATE TABLE scheduled_list_files (
  export_id INTEGER PRIMARY KEY REFERENCES exports ON DELETE CASCADE,
  schedule_id INTEGER NOT NULL REFERENCES scheduled_lists ON DELETE CASCADE,
  client_id INTEGER,
  folder TEXT NOT NULL,
  name TEXT NOT NULL,
  inode TEXT NOT NULL,
  modified_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  UNIQUE (schedule_id, folder, name)
) STRICT;
CREATE INDEX scheduled_list_files_by_owner ON scheduled_list_files (schedule_id, folder, client_id, export_id);
CREATE TABLE shared_desks (
  account_id TEXT PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  desk_id TEXT NOT NULL,
  computer_id TEXT NOT NULL,
  name TEXT NOT NULL DEFAULT '',
  computer TEXT NOT NULL DEFAULT '',
  seq INTEGER NOT NULL DEFAULT 0,
  head BLOB NOT NULL,
  generation INTEGER NOT NULL DEFAULT 1,
  last_stamp TEXT NOT NULL DEFAULT '',
  removed TEXT NOT NULL DEFAULT '[]',
  place_mark TEXT NOT NULL DEFAULT '',
  awaited TEXT NOT NULL DEFAULT '[]'
) STRICT;
CREATE TABLE shared_computers (
  account_id TEXT NOT NULL REFERENCES shared_desks ON DELETE CASCADE,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  public_key TEXT NOT NULL,
  seen_at INTEGER NOT NULL,
  has_left INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE shared_docs (
  account_id TEXT NOT NULL REFERENCES shared_desks ON DELETE CASCADE,
  kind TEXT NOT NULL,
  uid TEXT NOT NULL,
  local_id INTEGER,
  stamps TEXT NOT NULL,
  PRIMARY KEY (account_id, kind, uid)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX shared_docs_by_row ON shared_docs (account_id, kind, local_id) WHERE local_id IS NOT NULL;
CREATE TABLE shared_dirty (
  account_id TEXT NOT NULL REFERENCES shared_desks ON DELETE CASCADE,
  kind TEXT NOT NULL,
  local_id INTEGER NOT NULL,
  field TEXT NOT NULL,
  PRIMARY KEY (account_id, kind, local_id, field)
) STRICT, WITHOUT ROWID;
CREATE TABLE shared_unsent (
  account_id TEXT NOT NULL REFERENCES shared_desks ON DELETE CASCADE,
  kind TEXT NOT NULL,
  uid TEXT NOT NULL,
  field TEXT NOT NULL,
  stamp TEXT NOT NULL,
  base TEXT,
  PRIMARY KEY (account_id, kind, uid, field)
) STRICT, WITHOUT ROWID;
CREATE TABLE shared_conflicts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  kind TEXT NOT NULL,
  uid TEXT NOT NULL,
  field TEXT NOT NULL,
  stamp TEXT NOT NULL,
  value TEXT NOT NULL,
  seen INTEGER NOT NULL DEFAULT 0,
  UNIQUE (account_id, kind, uid, field, stamp)
) STRICT;
CREATE TABLE shared_aside (
  account_id TEXT NOT NULL REFERENCES shared_desks ON DELETE CASCADE,
  kind TEXT NOT NULL,
  uid TEXT NOT NULL,
  field TEXT NOT NULL,
  stamp TEXT NOT NULL,
  value TEXT NOT NULL,
  base TEXT,
  reason TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (account_id, kind, uid, field)
) STRICT, WITHOUT ROWID;
`;
