/** Bulk runs: a plan, its charges, and the lines they are for. Times are ms since the epoch, UTC. */
export const bulk = `
CREATE TABLE bulk_runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- what was asked for, without the selection
  params_json TEXT NOT NULL,
  -- planned, running, stopped, finished or closed
  state TEXT NOT NULL,
  stop_reason TEXT,
  error_json TEXT,
  -- null until it is started
  cap_kopecks INTEGER,
  balance_kopecks INTEGER,
  prices_as_of INTEGER NOT NULL,
  job_id INTEGER,
  -- the newest purchase when it was planned
  ledger_mark INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER
) STRICT;
CREATE INDEX bulk_runs_by_account ON bulk_runs (account_id, state);

-- One request that charges. Its state is the purchase's.
CREATE TABLE bulk_charges (
  run_id INTEGER NOT NULL REFERENCES bulk_runs ON DELETE CASCADE,
  charge INTEGER NOT NULL,
  order_json TEXT NOT NULL,
  price_kopecks INTEGER NOT NULL,
  -- the price before it was last asked for again, where that changed it
  former_kopecks INTEGER,
  -- why nothing was sent, found out during the run
  problem_json TEXT,
  -- the outcome is unknown, and the user goes on without it
  skipped INTEGER NOT NULL DEFAULT 0,
  -- written in the transaction that writes the purchase
  purchase_id INTEGER REFERENCES purchases ON DELETE SET NULL,
  PRIMARY KEY (run_id, charge)
) STRICT, WITHOUT ROWID;
CREATE INDEX bulk_charges_by_purchase ON bulk_charges (purchase_id);

-- What one client, subscription or proxy gets of it.
CREATE TABLE bulk_lines (
  run_id INTEGER NOT NULL REFERENCES bulk_runs ON DELETE CASCADE,
  line INTEGER NOT NULL,
  -- null: it cannot be done
  charge INTEGER,
  problem_json TEXT,
  client_id INTEGER REFERENCES clients ON DELETE SET NULL,
  -- who it is for, as it was then
  client_name TEXT NOT NULL,
  messenger_id INTEGER,
  client_key TEXT,
  -- a subscription's uuid, a proxy's address; empty for traffic
  target TEXT NOT NULL,
  proxy_id INTEGER,
  service_id INTEGER,
  -- when it ended at the time of the plan
  expires_at INTEGER,
  -- its part of the charge; null where the service does not say
  price_kopecks INTEGER,
  PRIMARY KEY (run_id, line)
) STRICT, WITHOUT ROWID;
CREATE INDEX bulk_lines_by_charge ON bulk_lines (run_id, charge);
CREATE INDEX bulk_lines_by_client ON bulk_lines (client_id);
`;
