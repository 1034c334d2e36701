/** The first schema: accounts, clients, premium, purchases, lists and exports. Times are ms since the epoch, UTC. */
export const foundation = `
CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

CREATE TABLE accounts (
  id TEXT PRIMARY KEY,
  label TEXT NOT NULL,
  base_url TEXT NOT NULL,
  is_sandbox INTEGER NOT NULL,
  token_in_keychain INTEGER NOT NULL DEFAULT 0,
  token_rejected INTEGER NOT NULL DEFAULT 0,
  balance_kopecks INTEGER,
  spent_kopecks INTEGER,
  balance_as_of INTEGER,
  -- gone for the user; what belongs to it is deleted in slices
  removed INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE balance_history (
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  at INTEGER NOT NULL,
  balance_kopecks INTEGER NOT NULL,
  spent_kopecks INTEGER NOT NULL,
  PRIMARY KEY (account_id, at)
) STRICT, WITHOUT ROWID;

CREATE TABLE clients (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  messenger_id INTEGER NOT NULL,
  client_key TEXT NOT NULL,
  name TEXT NOT NULL,
  note TEXT NOT NULL,
  -- folded for sorting: SQLite folds ASCII only; null when there is no name
  name_sort TEXT,
  key_sort TEXT NOT NULL,
  archived INTEGER NOT NULL DEFAULT 0,
  -- the undo group of a removed client; 0 while it is there
  removed INTEGER NOT NULL DEFAULT 0,
  -- sums over the client's records, kept here so that the grid can sort by them
  traffic_gb REAL,
  traffic_as_of INTEGER,
  last_purchase_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (account_id, messenger_id, client_key)
) STRICT;
CREATE INDEX clients_by_name ON clients (account_id, removed, archived, name_sort, id);
CREATE INDEX clients_by_key ON clients (account_id, removed, archived, key_sort, id);
CREATE INDEX clients_by_messenger ON clients (account_id, removed, archived, messenger_id, id);
CREATE INDEX clients_by_created ON clients (account_id, removed, archived, created_at, id);
CREATE INDEX clients_by_traffic ON clients (account_id, removed, archived, traffic_gb, id);
CREATE INDEX clients_by_purchase ON clients (account_id, removed, archived, last_purchase_at, id);

-- Everything a search looks at, folded. Apart from the clients, so that words too short for the trigrams can be looked
-- for in one quick pass over this table alone.
CREATE TABLE client_texts (
  client_id INTEGER PRIMARY KEY REFERENCES clients ON DELETE CASCADE,
  search_text TEXT NOT NULL
) STRICT;
CREATE VIRTUAL TABLE clients_fts USING fts5(
  search_text, content='client_texts', content_rowid='client_id', tokenize='trigram case_sensitive 1'
);
-- Merged in small steps by whoever writes many rows (clients/client-repository.ts): SQLite's own merges would stall.
INSERT INTO clients_fts (clients_fts, rank) VALUES ('automerge', 0);
CREATE TRIGGER client_texts_insert AFTER INSERT ON client_texts BEGIN
  INSERT INTO clients_fts (rowid, search_text) VALUES (new.client_id, new.search_text);
END;
CREATE TRIGGER client_texts_delete AFTER DELETE ON client_texts BEGIN
  INSERT INTO clients_fts (clients_fts, rowid, search_text) VALUES ('delete', old.client_id, old.search_text);
END;
CREATE TRIGGER client_texts_update AFTER UPDATE OF search_text ON client_texts BEGIN
  INSERT INTO clients_fts (clients_fts, rowid, search_text) VALUES ('delete', old.client_id, old.search_text);
  INSERT INTO clients_fts (rowid, search_text) VALUES (new.client_id, new.search_text);
END;

CREATE TABLE client_tags (
  client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE,
  tag TEXT NOT NULL,
  -- the client's, here too: counting the tags of 100,000 clients through their rows would take too long
  account_id TEXT NOT NULL,
  PRIMARY KEY (client_id, tag)
) STRICT, WITHOUT ROWID;
CREATE INDEX client_tags_by_tag ON client_tags (account_id, tag, client_id);

CREATE TABLE traffic_balances (
  client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE,
  pool_type TEXT NOT NULL,
  traffic_gb REAL NOT NULL,
  as_of INTEGER NOT NULL,
  PRIMARY KEY (client_id, pool_type)
) STRICT, WITHOUT ROWID;
CREATE INDEX traffic_balances_by_amount ON traffic_balances (pool_type, traffic_gb);

CREATE TABLE whitelist_reads (
  client_id INTEGER PRIMARY KEY REFERENCES clients ON DELETE CASCADE,
  -- the answer as text when its shape is not known, else null
  raw TEXT,
  as_of INTEGER NOT NULL
) STRICT;
CREATE TABLE whitelist_ips (
  client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE,
  ip TEXT NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (client_id, ip)
) STRICT, WITHOUT ROWID;

CREATE TABLE sub_user_passwords (
  client_id INTEGER PRIMARY KEY REFERENCES clients ON DELETE CASCADE,
  -- known, none, or raw: an answer whose shape is not known, kept in password as it came
  shape TEXT NOT NULL,
  password TEXT NOT NULL,
  as_of INTEGER NOT NULL
) STRICT;

CREATE TABLE locations (
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  pool_type TEXT NOT NULL,
  kind TEXT NOT NULL,
  -- the chosen countries, states and cities as canonical JSON
  scope TEXT NOT NULL,
  -- compressed JSON of {code, name, count}
  items BLOB NOT NULL,
  as_of INTEGER NOT NULL,
  PRIMARY KEY (account_id, pool_type, kind, scope)
) STRICT, WITHOUT ROWID;

-- The journal (docs/money.md). A row is never deleted while its account exists.
CREATE TABLE purchases (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  kind TEXT NOT NULL,
  client_id INTEGER REFERENCES clients ON DELETE SET NULL,
  -- who it was for, as it was then
  messenger_id INTEGER,
  client_key TEXT,
  client_name TEXT NOT NULL,
  order_json TEXT NOT NULL,
  state TEXT NOT NULL,
  price_kopecks INTEGER NOT NULL,
  -- what was so before the request left: the proof of the outcome
  evidence_before TEXT NOT NULL,
  evidence_after TEXT,
  -- the answer as it came, kept before it was read
  raw_status INTEGER,
  raw_answer TEXT,
  -- 0 when the connection broke off in the middle of it
  raw_complete INTEGER,
  goods_json TEXT,
  note TEXT NOT NULL DEFAULT '',
  reason TEXT,
  search_text TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  sent_at INTEGER,
  finished_at INTEGER
) STRICT;
CREATE INDEX purchases_by_time ON purchases (account_id, created_at DESC, id DESC);
CREATE INDEX purchases_by_client ON purchases (client_id, created_at DESC);
CREATE INDEX purchases_by_state ON purchases (account_id, state);

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
  -- 1 while every line of the variant converts between formats 1 and 2 without guessing
  domain_convertible INTEGER NOT NULL DEFAULT 1,
  ip_convertible INTEGER NOT NULL DEFAULT 1,
  duplicates INTEGER NOT NULL DEFAULT 0,
  issues_json TEXT NOT NULL DEFAULT '[]',
  issue_count INTEGER NOT NULL DEFAULT 0,
  error_json TEXT,
  job_id INTEGER,
  removed INTEGER NOT NULL DEFAULT 0,
  search_text TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX lists_by_time ON lists (account_id, removed, created_at DESC, id DESC);
CREATE INDEX lists_by_client ON lists (client_id, created_at DESC);

CREATE TABLE list_chunks (
  list_id INTEGER NOT NULL REFERENCES lists ON DELETE CASCADE,
  -- domain or ip
  variant TEXT NOT NULL,
  -- index of the chunk's first line in the variant, from 0
  first_line INTEGER NOT NULL,
  line_count INTEGER NOT NULL,
  -- the lines as the service sent them, joined with a line feed, compressed
  lines BLOB NOT NULL,
  PRIMARY KEY (list_id, variant, first_line)
) STRICT;

CREATE TABLE exports (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- the history stays when the list is gone
  list_id INTEGER REFERENCES lists ON DELETE SET NULL,
  list_title TEXT NOT NULL,
  path TEXT NOT NULL,
  format_id INTEGER NOT NULL,
  variant TEXT NOT NULL,
  line_count INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  search_text TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX exports_by_time ON exports (account_id, created_at DESC, id DESC);
CREATE INDEX exports_by_list ON exports (list_id);

CREATE TABLE presets (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name TEXT NOT NULL,
  recipe_json TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (account_id, name)
) STRICT;

CREATE TABLE jobs (
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
  finished_at INTEGER
) STRICT;
CREATE INDEX jobs_by_time ON jobs (account_id, started_at DESC, id DESC);
`;
