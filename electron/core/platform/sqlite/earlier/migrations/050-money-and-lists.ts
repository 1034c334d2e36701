/** The tables of version 50 for the journal, sales and lists. Its columns are explained in ../../schema, under the names that they have now. */
export const moneyAndLists = `
CREATE TABLE purchases (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  kind TEXT NOT NULL,
  client_id INTEGER REFERENCES clients ON DELETE SET NULL,
  messenger_id INTEGER,
  client_key TEXT,
  client_name TEXT NOT NULL,
  order_json TEXT NOT NULL,
  price_kopecks INTEGER NOT NULL,
  evidence_before TEXT NOT NULL,
  evidence_after TEXT,
  raw_status INTEGER,
  raw_answer TEXT,
  raw_complete INTEGER,
  goods_json TEXT,
  note TEXT NOT NULL DEFAULT '',
  reason TEXT,
  search_text TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  sent_at INTEGER,
  finished_at INTEGER,
  charged_kopecks INTEGER,
  sent_uptime INTEGER,
  ended_uptime INTEGER,
  settlements_json TEXT,
  restored_mark INTEGER,
  client_sort TEXT NOT NULL DEFAULT '',
  outcome TEXT NOT NULL DEFAULT 'pending',
  basis TEXT,
  goods TEXT NOT NULL DEFAULT 'none',
  books INTEGER NOT NULL DEFAULT 0,
  standing_order_id INTEGER REFERENCES standing_orders ON DELETE SET NULL,
  computer TEXT,
  standing_uid TEXT,
  reopened INTEGER NOT NULL DEFAULT 0,
  differences_json TEXT,
  risen_kopecks INTEGER
) STRICT;
CREATE INDEX purchases_by_time ON purchases (account_id, created_at DESC, id DESC);
CREATE INDEX purchases_by_client ON purchases (client_id, created_at DESC);
CREATE INDEX purchases_by_pair ON purchases (account_id, messenger_id, client_key);
CREATE INDEX purchases_by_client_name ON purchases (account_id, client_sort, id DESC);
CREATE INDEX purchases_by_kind ON purchases (account_id, kind, id DESC);
CREATE INDEX purchases_by_price ON purchases (account_id, price_kopecks, id DESC);
CREATE INDEX purchases_by_need ON purchases (account_id, outcome = 'open', created_at, id);
CREATE INDEX purchases_by_outcome_rank ON purchases
  (account_id, iif(goods = 'missing', 2, instr('open pending not-charged charged', outcome)), id DESC);
CREATE INDEX purchases_by_outcome ON purchases (account_id, outcome, basis, created_at);
CREATE INDEX purchases_of_traffic ON purchases (account_id, order_json ->> 'poolType', client_id, outcome)
  WHERE kind = 'traffic';
CREATE INDEX purchases_by_standing ON purchases (standing_order_id, created_at) WHERE standing_order_id IS NOT NULL;
CREATE INDEX purchases_by_standing_uid ON purchases (standing_uid) WHERE standing_uid IS NOT NULL;
CREATE INDEX purchases_by_text ON purchases (account_id, id, search_text);
CREATE INDEX purchases_by_facts
  ON purchases (account_id, id, kind, outcome, goods, computer, created_at, charged_kopecks, price_kopecks);
CREATE TABLE known_prices (
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  price_key TEXT NOT NULL,
  price_kopecks INTEGER NOT NULL,
  as_of INTEGER NOT NULL,
  PRIMARY KEY (account_id, price_key)
) STRICT, WITHOUT ROWID;
CREATE TABLE prices (
  id INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  client_id INTEGER REFERENCES clients ON DELETE CASCADE,
  product TEXT NOT NULL,
  price_kopecks INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX prices_by_product ON prices (account_id, product, coalesce(client_id, 0));
CREATE INDEX prices_by_client ON prices (client_id);
CREATE TABLE sales (
  purchase_id INTEGER PRIMARY KEY REFERENCES purchases ON DELETE CASCADE,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE,
  price_kopecks INTEGER NOT NULL,
  paid_kopecks INTEGER NOT NULL DEFAULT 0,
  due_day TEXT
) STRICT;
CREATE INDEX sales_by_client ON sales (account_id, client_id, purchase_id);
CREATE INDEX sales_of_client ON sales (client_id);
CREATE TABLE payments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE,
  kind TEXT NOT NULL,
  purchase_id INTEGER REFERENCES purchases ON DELETE SET NULL,
  amount_kopecks INTEGER NOT NULL,
  note TEXT NOT NULL,
  at INTEGER NOT NULL,
  origin TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX payments_by_client ON payments (account_id, client_id, at);
CREATE INDEX payments_of_client ON payments (client_id);
CREATE INDEX payments_of_purchase ON payments (purchase_id) WHERE purchase_id IS NOT NULL;
CREATE TABLE lists (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  client_id INTEGER REFERENCES clients ON DELETE SET NULL,
  client_name TEXT NOT NULL,
  client_key TEXT NOT NULL,
  title TEXT NOT NULL,
  recipe_json TEXT NOT NULL,
  state TEXT NOT NULL,
  line_count INTEGER NOT NULL DEFAULT 0,
  domain_lines INTEGER NOT NULL DEFAULT 0,
  ip_lines INTEGER NOT NULL DEFAULT 0,
  domain_convertible INTEGER NOT NULL DEFAULT 1,
  ip_convertible INTEGER NOT NULL DEFAULT 1,
  duplicates INTEGER NOT NULL DEFAULT 0,
  issues_json TEXT NOT NULL DEFAULT '[]',
  issue_count INTEGER NOT NULL DEFAULT 0,
  error_json TEXT,
  run_id INTEGER,
  removed INTEGER NOT NULL DEFAULT 0,
  search_text TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  title_sort TEXT NOT NULL DEFAULT '',
  client_sort TEXT NOT NULL DEFAULT '',
  last_check_json TEXT,
  digest TEXT NOT NULL DEFAULT '',
  missing_lines INTEGER NOT NULL DEFAULT 0,
  removed_at INTEGER
) STRICT;
CREATE INDEX lists_by_time ON lists (account_id, removed, created_at DESC, id DESC);
CREATE INDEX lists_by_client ON lists (client_id, created_at DESC);
CREATE INDEX lists_by_title ON lists (account_id, removed, title_sort, id DESC);
CREATE INDEX lists_by_client_name ON lists (account_id, removed, client_sort, id DESC);
CREATE INDEX lists_by_lines ON lists (account_id, removed, line_count, id DESC, created_at);
CREATE INDEX lists_by_pool ON lists (account_id, removed, recipe_json ->> 'poolType', id DESC);
CREATE INDEX lists_by_format ON lists (account_id, removed, recipe_json ->> 'formatId', id DESC);
CREATE INDEX lists_by_text ON lists (account_id, removed, id, search_text);
CREATE INDEX lists_by_state ON lists (account_id, removed,
  iif(missing_lines > 0, 0, instr('running failed partial cancelled complete', state)), id DESC);
CREATE INDEX lists_in_trash ON lists (account_id, removed_at, id) WHERE removed > 0;
CREATE INDEX lists_in_trash_by_title ON lists (account_id, title_sort, id) WHERE removed > 0;
CREATE INDEX lists_in_trash_by_client ON lists (account_id, client_sort, id) WHERE removed > 0;
CREATE TABLE list_chunks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL,
  list_id INTEGER NOT NULL REFERENCES lists ON DELETE CASCADE,
  variant TEXT NOT NULL,
  first_line INTEGER NOT NULL,
  line_count INTEGER NOT NULL,
  lines BLOB NOT NULL,
  UNIQUE (list_id, variant, first_line)
) STRICT;
CREATE TABLE exports (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  list_id INTEGER REFERENCES lists ON DELETE SET NULL,
  list_title TEXT NOT NULL,
  path TEXT NOT NULL,
  format_id INTEGER NOT NULL,
  variant TEXT NOT NULL,
  line_count INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  search_text TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  file_sort TEXT NOT NULL DEFAULT '',
  list_sort TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX exports_by_time ON exports (account_id, created_at DESC, id DESC);
CREATE INDEX exports_by_list ON exports (list_id);
CREATE INDEX exports_by_file ON exports (account_id, file_sort, id DESC);
CREATE INDEX exports_by_title ON exports (account_id, list_sort, id DESC);
CREATE INDEX exports_by_format ON exports (account_id, format_id, id DESC);
CREATE INDEX exports_by_variant ON exports (account_id, variant, id DESC);
CREATE INDEX exports_by_lines ON exports (account_id, line_count, id DESC);
CREATE INDEX exports_by_bytes ON exports (account_id, bytes, id DESC);
CREATE INDEX exports_by_text ON exports (account_id, id, search_text);
CREATE TABLE presets (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name TEXT NOT NULL,
  recipe_json TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (account_id, name)
) STRICT;
`;
