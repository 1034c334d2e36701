/** Purchases, the prices for which they were sold, and the payments of clients. All amounts are whole kopecks (docs/money.md). */
export const MONEY_TABLES = `
-- The journal: one row for each charge. Never deleted while its account exists.
CREATE TABLE purchases (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- the kind of purchase, such as traffic or vpn-renew
  kind TEXT NOT NULL,
  client_id INTEGER REFERENCES clients ON DELETE SET NULL,
  -- the client as it was at the time of the purchase
  messenger_id INTEGER,
  client_key TEXT,
  client_name TEXT NOT NULL,
  -- JSON: the goods that were ordered
  order_json TEXT NOT NULL,
  -- the price that the user agreed to
  price_kopecks INTEGER NOT NULL,
  -- JSON: the readings before the request left, and what the resolver concluded from later ones
  evidence_before TEXT NOT NULL,
  evidence_after TEXT,
  -- the answer as it came, stored before it was interpreted
  raw_status INTEGER,
  raw_answer TEXT,
  -- 0 when the connection broke off within the answer
  raw_complete INTEGER,
  -- JSON: the goods that the answer contained
  goods_json TEXT,
  note TEXT NOT NULL DEFAULT '',
  -- a code that says why the outcome is what it is
  reason TEXT,
  search_text TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  sent_at INTEGER,
  finished_at INTEGER,
  -- the amount really taken, where the service or its sum of spending says so; null: the agreed price
  charged_kopecks INTEGER,
  -- ms since the machine started (Clock.uptime), which nobody can set as they can the clock
  sent_uptime INTEGER,
  -- the same, when the answer had come or nobody waited for it any more
  ended_uptime INTEGER,
  -- JSON array of {verdict, reason, at}: what the user said of the outcome, only ever appended to; null: nothing
  settlements_json TEXT,
  -- for an outcome that was open in a restored copy: the newest purchase of that copy; null: never in one
  restored_mark INTEGER,
  -- the client's name, case-folded for sorting
  client_sort TEXT NOT NULL DEFAULT '',
  -- pending, open, charged or not-charged
  outcome TEXT NOT NULL DEFAULT 'pending',
  -- answer, evidence or user; null while pending or open
  basis TEXT,
  -- here, missing or none
  goods TEXT NOT NULL DEFAULT 'none',
  -- accounts.books at the time of the purchase
  books INTEGER NOT NULL DEFAULT 0,
  -- the standing order it was bought for
  standing_order_id INTEGER REFERENCES standing_orders ON DELETE SET NULL,
  -- null: bought on this computer; otherwise the mark of the computer of the shared desk that bought it
  computer TEXT,
  -- the uid of that standing order, which is the same on all computers
  standing_uid TEXT,
  -- how often its outcome was opened again; verdicts of two computers are compared by it
  reopened INTEGER NOT NULL DEFAULT 0,
  -- JSON: how the answer differs from the order (docs/money.md#as-ordered)
  differences_json TEXT,
  -- by how much the service's sum of spending rose beyond what the answer said
  risen_kopecks INTEGER
) STRICT;
CREATE INDEX purchases_by_time ON purchases (account_id, created_at DESC, id DESC);
CREATE INDEX purchases_by_client ON purchases (client_id, created_at DESC);
CREATE INDEX purchases_by_pair ON purchases (account_id, messenger_id, client_key);
CREATE INDEX purchases_by_client_name ON purchases (account_id, client_sort, id DESC);
CREATE INDEX purchases_by_kind ON purchases (account_id, kind, id DESC);
CREATE INDEX purchases_by_price ON purchases (account_id, price_kopecks, id DESC);
-- The order of the ledger: open outcomes first, then by time.
CREATE INDEX purchases_by_need ON purchases (account_id, outcome = 'open', created_at, id);
-- Purchases that need attention first.
CREATE INDEX purchases_by_outcome_rank ON purchases
  (account_id, iif(goods = 'missing', 2, instr('open pending not-charged charged', outcome)), id DESC);
CREATE INDEX purchases_by_outcome ON purchases (account_id, outcome, basis, created_at);
CREATE INDEX purchases_of_traffic ON purchases (account_id, order_json ->> 'poolType', client_id, outcome)
  WHERE kind = 'traffic';
CREATE INDEX purchases_by_standing ON purchases (standing_order_id, created_at) WHERE standing_order_id IS NOT NULL;
CREATE INDEX purchases_by_standing_uid ON purchases (standing_uid) WHERE standing_uid IS NOT NULL;
-- The search reads this index in order of id and never the rows, which hold the answers of the service.
CREATE INDEX purchases_by_text ON purchases (account_id, id, search_text);
-- Everything that purchases are counted, summed and filtered by.
CREATE INDEX purchases_by_facts
  ON purchases (account_id, id, kind, outcome, goods, computer, created_at, charged_kopecks, price_kopecks);

-- The newest price of each product that the service quoted, however it was asked for.
CREATE TABLE known_prices (
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- names the product and what its price depends on
  price_key TEXT NOT NULL,
  price_kopecks INTEGER NOT NULL,
  as_of INTEGER NOT NULL,
  PRIMARY KEY (account_id, price_key)
) STRICT, WITHOUT ROWID;

-- The reseller's price list: for traffic the price of 1 GB, for dedicated proxies that of one proxy.
CREATE TABLE prices (
  id INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- null: for every client without a price of its own
  client_id INTEGER REFERENCES clients ON DELETE CASCADE,
  -- shared/domain/sale-products.ts
  product TEXT NOT NULL,
  price_kopecks INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX prices_by_product ON prices (account_id, product, coalesce(client_id, 0));
CREATE INDEX prices_by_client ON prices (client_id);

-- The price for which a purchase was sold. A sale counts while the outcome of its purchase is charged.
CREATE TABLE sales (
  purchase_id INTEGER PRIMARY KEY REFERENCES purchases ON DELETE CASCADE,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE,
  price_kopecks INTEGER NOT NULL,
  -- the part that the client's payments cover; computed by electron/core/money/sales
  paid_kopecks INTEGER NOT NULL DEFAULT 0,
  -- YYYY-MM-DD in the reseller's calendar; null: none was set
  due_day TEXT
) STRICT;
CREATE INDEX sales_by_client ON sales (account_id, client_id, purchase_id);
CREATE INDEX sales_of_client ON sales (client_id);

CREATE TABLE payments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE,
  -- received, or opening: what the client owed before this desk was used, as an amount below 0
  kind TEXT NOT NULL,
  -- the purchase it was received for; null: for whatever is owed, the oldest first
  purchase_id INTEGER REFERENCES purchases ON DELETE SET NULL,
  amount_kopecks INTEGER NOT NULL,
  note TEXT NOT NULL,
  at INTEGER NOT NULL,
  -- distinguishes one payment that two computers recorded from two equal payments (docs/money.md#noted-once)
  origin TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX payments_by_client ON payments (account_id, client_id, at);
CREATE INDEX payments_of_client ON payments (client_id);
CREATE INDEX payments_of_purchase ON payments (purchase_id) WHERE purchase_id IS NOT NULL;

-- The names that scripts gave their purchases, so that none is made twice. They stay on this computer.
CREATE TABLE script_purchases (
  purchase_id INTEGER PRIMARY KEY REFERENCES purchases ON DELETE CASCADE,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name TEXT NOT NULL,
  -- JSON: the goods that were ordered, in the script's own words
  order_json TEXT NOT NULL,
  UNIQUE (account_id, name)
) STRICT;
`;
