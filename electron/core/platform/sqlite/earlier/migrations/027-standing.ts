/** Standing orders: what is bought by itself, or asked about. Times are ms since the epoch, UTC. */
export const standing = `
CREATE TABLE standing_orders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name TEXT NOT NULL,
  -- JSON: what is bought, and when
  action_json TEXT NOT NULL,
  -- clients, tag or proxies
  targets_of TEXT NOT NULL,
  tag TEXT NOT NULL,
  -- ask or do
  mode TEXT NOT NULL,
  ceiling_kopecks INTEGER,
  month_cap_kopecks INTEGER,
  hours_from TEXT,
  hours_to TEXT,
  is_on INTEGER NOT NULL,
  -- since when it has been on as it is: nothing was due before
  on_since INTEGER NOT NULL,
  -- about the last time that it looked for what is due
  looked_at INTEGER NOT NULL,
  -- JSON: what keeps it from going on
  hindrance_json TEXT,
  -- how often in a row it could not go on, and when last
  tries INTEGER NOT NULL DEFAULT 0,
  tried_at INTEGER,
  -- the undo group; 0 while it is there
  removed INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX standing_orders_by_account ON standing_orders (account_id, removed, id);

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

-- Each thing that fell due, once. What became of it is the purchase's, as soon as there is one.
CREATE TABLE standing_occasions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  order_id INTEGER NOT NULL REFERENCES standing_orders ON DELETE CASCADE,
  client_id INTEGER REFERENCES clients ON DELETE SET NULL,
  proxy_id INTEGER REFERENCES dedicated_proxies ON DELETE SET NULL,
  -- a subscription's uuid, a proxy's id at the service, a client and the pool
  target TEXT NOT NULL,
  -- the end as it was seen; of traffic the newest top-up before
  edition INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  missed INTEGER NOT NULL,
  state TEXT NOT NULL,
  -- JSON: why it failed
  error_json TEXT,
  price_kopecks INTEGER,
  -- written before the run begins
  run_id INTEGER REFERENCES runs ON DELETE SET NULL,
  charge INTEGER,
  -- written in the transaction that writes the purchase
  purchase_id INTEGER REFERENCES purchases ON DELETE SET NULL,
  -- a top-up has shown in the balance
  was_seen INTEGER NOT NULL DEFAULT 0,
  tries INTEGER NOT NULL DEFAULT 0,
  tried_at INTEGER,
  at INTEGER NOT NULL,
  UNIQUE (order_id, target, edition)
) STRICT;
CREATE INDEX standing_occasions_by_time ON standing_occasions (order_id, due_at, id);
CREATE INDEX standing_occasions_open ON standing_occasions (order_id, state) WHERE state NOT IN ('gone', 'left', 'bought');
CREATE INDEX standing_occasions_by_run ON standing_occasions (run_id, charge) WHERE run_id IS NOT NULL;
CREATE INDEX standing_occasions_by_purchase ON standing_occasions (purchase_id) WHERE purchase_id IS NOT NULL;
CREATE INDEX standing_occasions_by_client ON standing_occasions (client_id);
CREATE INDEX standing_occasions_by_proxy ON standing_occasions (proxy_id);
CREATE INDEX standing_occasions_by_account ON standing_occasions (account_id);

-- The order on whose account a run or a purchase is: what it spends in a month is added up from these.
ALTER TABLE runs ADD COLUMN standing_order_id INTEGER REFERENCES standing_orders ON DELETE SET NULL;
-- begun by the order itself
ALTER TABLE runs ADD COLUMN by_itself INTEGER NOT NULL DEFAULT 0;
CREATE INDEX runs_by_standing ON runs (standing_order_id) WHERE standing_order_id IS NOT NULL;
ALTER TABLE purchases ADD COLUMN standing_order_id INTEGER REFERENCES standing_orders ON DELETE SET NULL;
CREATE INDEX purchases_by_standing ON purchases (standing_order_id, created_at) WHERE standing_order_id IS NOT NULL;

-- JSON: what an alert of a standing order tells.
ALTER TABLE alerts ADD COLUMN standing_json TEXT;
`;
