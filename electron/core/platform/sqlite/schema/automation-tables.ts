/** Standing orders, which buy when something falls due, and scheduled lists (docs/money.md). */
export const AUTOMATION_TABLES = `
CREATE TABLE standing_orders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name TEXT NOT NULL,
  -- JSON: what it buys and when that is due
  action_json TEXT NOT NULL,
  -- clients, tag or proxies
  targets_of TEXT NOT NULL,
  -- '' unless targets_of is tag
  tag TEXT NOT NULL,
  -- ask, or do: it buys on its own
  mode TEXT NOT NULL,
  -- the most for one thing, and in one month; null: no limit
  ceiling_kopecks INTEGER,
  month_cap_kopecks INTEGER,
  -- HH:MM between which it may act, in the order's zone; null: at any time
  hours_from TEXT,
  hours_to TEXT,
  is_on INTEGER NOT NULL,
  -- since when it has been on with its present terms; nothing that was due before counts
  on_since INTEGER NOT NULL,
  -- JSON: what keeps it from going on; null: nothing
  blocked_reason_json TEXT,
  -- how often in a row it could not go on, and when that was last
  tries INTEGER NOT NULL DEFAULT 0,
  tried_at INTEGER,
  -- 1 for an order that was removed
  removed INTEGER NOT NULL DEFAULT 0,
  -- the same on all computers of a shared desk, and unchanged whatever is edited
  uid TEXT NOT NULL DEFAULT '',
  -- about when this computer last checked it for due items; 0: never, the order came from another computer
  checked_at INTEGER NOT NULL DEFAULT 0,
  -- the open purchase or the run that it waits for. They are not in blocked_reason_json, because ids differ between computers
  blocking_purchase_id INTEGER REFERENCES purchases ON DELETE SET NULL,
  blocking_run_id INTEGER REFERENCES runs ON DELETE SET NULL,
  -- terms that another computer set at the same time and that lost, until the order is saved again; 0 kopecks: no limit;
  -- null: none lost
  mode_lost TEXT,
  ceiling_lost INTEGER,
  month_cap_lost INTEGER,
  -- IANA name of the zone of its days and hours
  zone TEXT NOT NULL DEFAULT '',
  -- shared/domain/standing-rules.ts: the payment that it requires, and the one that lost
  payment TEXT NOT NULL DEFAULT 'any',
  payment_lost TEXT,
  -- how often it may pay for each thing; null: no limit
  times_each INTEGER,
  times_each_lost INTEGER
) STRICT;
CREATE INDEX standing_orders_by_account ON standing_orders (account_id, removed, id);
CREATE UNIQUE INDEX standing_orders_by_uid ON standing_orders (account_id, uid);

-- The clients, or the proxies, that an order names one by one.
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

-- One thing that fell due, once. As soon as there is a purchase for it, its outcome is that of the purchase.
CREATE TABLE due_items (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  order_id INTEGER NOT NULL REFERENCES standing_orders ON DELETE CASCADE,
  client_id INTEGER REFERENCES clients ON DELETE SET NULL,
  proxy_id INTEGER REFERENCES dedicated_proxies ON DELETE SET NULL,
  -- a subscription's uuid, a proxy's id at the service, or messenger id, client key and pool with spaces between
  target TEXT NOT NULL,
  -- the end at the time it was found, in ms; for traffic the sum of the times of all charged top-ups before it, in ms
  -- since 2020-01-01
  version INTEGER NOT NULL,
  -- when it was first found to be due
  due_at INTEGER NOT NULL,
  -- 1 if it was due while no computer looked
  missed INTEGER NOT NULL,
  -- shared/domain/due-item-states.ts
  state TEXT NOT NULL,
  -- JSON: why it failed
  error_json TEXT,
  price_kopecks INTEGER,
  -- written before the run begins
  run_id INTEGER REFERENCES runs ON DELETE SET NULL,
  charge INTEGER,
  -- written in the same transaction as the purchase
  purchase_id INTEGER REFERENCES purchases ON DELETE SET NULL,
  -- 1 once a top-up has shown in the balance
  has_shown INTEGER NOT NULL DEFAULT 0,
  tries INTEGER NOT NULL DEFAULT 0,
  tried_at INTEGER,
  at INTEGER NOT NULL,
  -- replaced by two columns of one-meaning-columns.ts
  started_by TEXT DEFAULT '',
  UNIQUE (order_id, target, version)
) STRICT;
CREATE INDEX due_items_by_time ON due_items (order_id, due_at, id);
CREATE INDEX due_items_open ON due_items (order_id, state) WHERE state NOT IN ('no-longer-due', 'abandoned');
CREATE INDEX due_items_by_run ON due_items (run_id, charge) WHERE run_id IS NOT NULL;
CREATE INDEX due_items_by_purchase ON due_items (purchase_id) WHERE purchase_id IS NOT NULL;
CREATE INDEX due_items_by_client ON due_items (client_id);
CREATE INDEX due_items_by_proxy ON due_items (proxy_id);
CREATE INDEX due_items_by_account ON due_items (account_id);
CREATE INDEX due_items_started ON due_items (order_id) WHERE started_by IS NOT '';

CREATE TABLE scheduled_lists (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name TEXT NOT NULL,
  -- case-folded for sorting
  name_sort TEXT NOT NULL,
  -- JSON: the recipe, how it is saved, and whether clients without traffic are skipped
  settings_json TEXT NOT NULL,
  -- for all clients with this tag; null: for those of scheduled_list_clients
  tag TEXT,
  -- day, weekdays or month
  every TEXT NOT NULL,
  -- for month: on which day of it
  month_day INTEGER NOT NULL,
  -- HH:MM in the schedule's zone
  time TEXT NOT NULL,
  folder TEXT NOT NULL,
  -- 0 after a desk was restored, until the folder is chosen in a dialog on this computer again
  folder_chosen INTEGER NOT NULL,
  -- how many files of each client stay; null: all
  keep INTEGER,
  enabled INTEGER NOT NULL,
  -- 1 for a schedule that was removed
  removed INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  -- IANA name of the zone of its days and its time
  zone TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX scheduled_lists_by_time ON scheduled_lists (account_id, created_at, id) WHERE removed = 0;
CREATE INDEX scheduled_lists_by_name ON scheduled_lists (account_id, name_sort, id DESC) WHERE removed = 0;

CREATE TABLE scheduled_list_clients (
  schedule_id INTEGER NOT NULL REFERENCES scheduled_lists ON DELETE CASCADE,
  -- the position in the selection
  place INTEGER NOT NULL,
  client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE,
  PRIMARY KEY (schedule_id, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX scheduled_list_clients_by_client ON scheduled_list_clients (client_id);

-- One row for each day on which a schedule was due. Whatever the clock does, no day is started a second time.
CREATE TABLE due_lists (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  schedule_id INTEGER NOT NULL REFERENCES scheduled_lists ON DELETE CASCADE,
  -- YYYY-MM-DD in the schedule's zone; null: started by hand
  day TEXT,
  due_at INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  -- null: it is still to be done or is running
  ended_at INTEGER,
  -- 1 if it was due before the schedule existed or was switched on
  passed INTEGER NOT NULL DEFAULT 0,
  -- how many earlier days were never done and will not be
  missed INTEGER NOT NULL DEFAULT 0,
  run_id INTEGER REFERENCES runs ON DELETE SET NULL,
  -- a code that says why it waits or made nothing
  problem TEXT,
  UNIQUE (schedule_id, day)
) STRICT;
CREATE INDEX due_lists_by_time ON due_lists (schedule_id, id DESC);
CREATE INDEX due_lists_open ON due_lists (schedule_id, id) WHERE ended_at IS NULL;
CREATE INDEX due_lists_by_run ON due_lists (run_id) WHERE run_id IS NOT NULL;

-- Files that a schedule wrote. It deletes the old ones, each only while the file is still exactly what it wrote.
CREATE TABLE scheduled_list_files (
  export_id INTEGER PRIMARY KEY REFERENCES exports ON DELETE CASCADE,
  schedule_id INTEGER NOT NULL REFERENCES scheduled_lists ON DELETE CASCADE,
  -- null: one file for all clients
  client_id INTEGER,
  -- the real path, with links resolved
  folder TEXT NOT NULL,
  name TEXT NOT NULL,
  -- from the file system, as it was after writing
  inode TEXT NOT NULL,
  modified_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  UNIQUE (schedule_id, folder, name)
) STRICT;
CREATE INDEX scheduled_list_files_by_owner ON scheduled_list_files (schedule_id, folder, client_id, export_id);

-- When reports of an account are written into a folder of this computer.
CREATE TABLE scheduled_reports (
  account_id TEXT PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  enabled INTEGER NOT NULL,
  every TEXT NOT NULL CHECK (every IN ('day', 'month')),
  format TEXT NOT NULL CHECK (format IN ('csv', 'pdf')),
  -- HH:MM of this computer's clock
  time TEXT NOT NULL,
  folder TEXT NOT NULL,
  -- 0 after a desk was restored, until the folder is chosen in a dialog on this computer again
  folder_chosen INTEGER NOT NULL,
  -- a code that says why the last report was not written; null: it was
  problem TEXT
) STRICT;

-- The report of each day or month.
CREATE TABLE report_files (
  id INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- YYYY-MM-DD or YYYY-MM
  period TEXT NOT NULL,
  -- null: it was passed over
  path TEXT,
  -- 0 while the file may not be there
  written INTEGER NOT NULL,
  at INTEGER NOT NULL,
  UNIQUE (account_id, period)
) STRICT;

-- When the dedicated proxies of an account are checked.
CREATE TABLE scheduled_checks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL UNIQUE REFERENCES accounts ON DELETE CASCADE,
  enabled INTEGER NOT NULL,
  -- hours or day
  every TEXT NOT NULL,
  hours INTEGER NOT NULL,
  -- HH:MM in the zone, an IANA name
  time TEXT NOT NULL,
  zone TEXT NOT NULL,
  -- nothing that was due before counts
  counts_from INTEGER NOT NULL,
  -- the last check that began on this computer
  run_id INTEGER REFERENCES runs ON DELETE SET NULL
) STRICT;
CREATE INDEX scheduled_checks_by_run ON scheduled_checks (run_id) WHERE run_id IS NOT NULL;
`;
