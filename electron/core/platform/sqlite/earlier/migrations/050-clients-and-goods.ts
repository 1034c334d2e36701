/** The tables of version 50 for accounts, clients and their goods. Its columns are explained in ../../schema, under the names that they have now. */
export const clientsAndGoods = `
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
  removed INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  books INTEGER NOT NULL DEFAULT 0,
  copy_as_of INTEGER,
  unknown_since INTEGER,
  refresh_checked_at INTEGER,
  token_mark TEXT
) STRICT;
CREATE TABLE balance_history (
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  at INTEGER NOT NULL,
  balance_kopecks INTEGER NOT NULL,
  spent_kopecks INTEGER NOT NULL,
  seq INTEGER NOT NULL DEFAULT 0,
  ledger_mark INTEGER,
  books INTEGER NOT NULL DEFAULT 0,
  uptime INTEGER,
  seen_uptime INTEGER,
  seen_at INTEGER,
  PRIMARY KEY (account_id, at)
) STRICT, WITHOUT ROWID;
CREATE INDEX balance_history_by_seq ON balance_history (account_id, seq);
CREATE TABLE deeds (
  id INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  kind TEXT NOT NULL,
  name TEXT,
  at INTEGER NOT NULL,
  count INTEGER NOT NULL,
  back INTEGER NOT NULL DEFAULT 0,
  taken_back_at INTEGER
) STRICT;
CREATE INDEX deeds_by_time ON deeds (account_id, at, id);
CREATE TABLE deed_parts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  deed_id INTEGER NOT NULL REFERENCES deeds ON DELETE CASCADE,
  what_json TEXT NOT NULL
) STRICT;
CREATE INDEX deed_parts_by_deed ON deed_parts (deed_id, id);
CREATE TABLE clients (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  messenger_id INTEGER NOT NULL,
  client_key TEXT NOT NULL,
  name TEXT NOT NULL,
  note TEXT NOT NULL,
  name_sort TEXT,
  key_sort TEXT NOT NULL,
  archived INTEGER NOT NULL DEFAULT 0,
  removed INTEGER NOT NULL DEFAULT 0,
  traffic_gb REAL,
  traffic_as_of INTEGER,
  last_purchase_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  vpn_active INTEGER,
  vpn_total INTEGER,
  vpn_as_of INTEGER,
  next_expiry INTEGER,
  owed_kopecks INTEGER,
  owed_since INTEGER,
  due_day TEXT,
  removed_at INTEGER,
  UNIQUE (account_id, messenger_id, client_key)
) STRICT;
CREATE INDEX clients_by_name ON clients (account_id, removed, archived, name_sort, id);
CREATE INDEX clients_by_key ON clients (account_id, removed, archived, key_sort, id);
CREATE INDEX clients_by_messenger ON clients (account_id, removed, archived, messenger_id, id);
CREATE INDEX clients_by_created ON clients (account_id, removed, archived, created_at, id);
CREATE INDEX clients_by_traffic ON clients (account_id, removed, archived, traffic_gb, id);
CREATE INDEX clients_by_purchase ON clients (account_id, removed, archived, last_purchase_at, id);
CREATE INDEX clients_by_vpn ON clients (account_id, removed, archived, vpn_active, id);
CREATE INDEX clients_by_expiry ON clients (account_id, removed, archived, next_expiry, id);
CREATE INDEX clients_by_owed ON clients (account_id, removed, archived, owed_kopecks, id);
CREATE INDEX clients_owing ON clients (account_id, removed, due_day, owed_kopecks) WHERE owed_kopecks > 0;
CREATE INDEX clients_by_oldest_reading ON clients (
  account_id, removed, archived, min(coalesce(traffic_as_of, 0), coalesce(vpn_as_of, 0)), id,
  coalesce(traffic_as_of, vpn_as_of)
);
CREATE INDEX clients_in_trash ON clients (account_id, removed_at, id) WHERE removed > 0;
CREATE INDEX clients_in_trash_by_name ON clients (account_id, name_sort, id) WHERE removed > 0;
CREATE INDEX clients_in_trash_by_key ON clients (account_id, key_sort, id) WHERE removed > 0;
CREATE TRIGGER clients_pair_changed AFTER UPDATE OF messenger_id, client_key ON clients
WHEN old.messenger_id <> new.messenger_id OR old.client_key <> new.client_key BEGIN
  DELETE FROM vpn_reads WHERE client_id = new.id;
  DELETE FROM vpn_subscriptions WHERE client_id = new.id;
  DELETE FROM traffic_balances WHERE client_id = new.id;
  DELETE FROM whitelist_reads WHERE client_id = new.id;
  DELETE FROM whitelist_ips WHERE client_id = new.id;
  DELETE FROM sub_user_passwords WHERE client_id = new.id;
  UPDATE clients SET vpn_active = NULL, vpn_total = NULL, vpn_as_of = NULL, next_expiry = NULL, traffic_gb = NULL,
    traffic_as_of = NULL WHERE id = new.id;
END;
CREATE TABLE client_texts (
  client_id INTEGER PRIMARY KEY REFERENCES clients ON DELETE CASCADE,
  search_text TEXT NOT NULL
) STRICT;
CREATE VIRTUAL TABLE client_grams USING fts5(grams, content='', contentless_delete=1, detail=none, tokenize='ascii');
INSERT INTO client_grams (client_grams, rank) VALUES ('automerge', 0);
CREATE TRIGGER client_grams_delete AFTER DELETE ON client_texts BEGIN
  DELETE FROM client_grams WHERE rowid = old.client_id;
END;
CREATE TABLE client_tags (
  client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE,
  tag TEXT NOT NULL,
  account_id TEXT NOT NULL,
  PRIMARY KEY (client_id, tag)
) STRICT, WITHOUT ROWID;
CREATE INDEX client_tags_by_tag ON client_tags (account_id, tag, client_id);
CREATE TABLE client_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE,
  at INTEGER NOT NULL,
  event_json TEXT NOT NULL,
  account_id TEXT REFERENCES accounts ON DELETE CASCADE
) STRICT;
CREATE INDEX client_events_by_client ON client_events (client_id, at DESC);
CREATE INDEX client_events_by_account ON client_events (account_id);
CREATE TABLE handover_templates (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  language TEXT NOT NULL,
  text TEXT NOT NULL,
  written_at INTEGER NOT NULL,
  UNIQUE (account_id, language)
) STRICT;
CREATE TABLE alerts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  stage INTEGER NOT NULL,
  edition INTEGER,
  client_id INTEGER REFERENCES clients ON DELETE CASCADE,
  proxy_id INTEGER REFERENCES dedicated_proxies ON DELETE CASCADE,
  target TEXT NOT NULL,
  traffic_gb REAL,
  cover_json TEXT,
  raised_at INTEGER NOT NULL,
  told_at INTEGER,
  read_at INTEGER,
  dismissed INTEGER NOT NULL DEFAULT 0,
  standing_json TEXT,
  UNIQUE (account_id, kind, subject)
) STRICT;
CREATE INDEX alerts_by_kind ON alerts (account_id, kind, id);
CREATE INDEX alerts_shown ON alerts (account_id, raised_at DESC, id DESC) WHERE dismissed = 0 AND stage >= 0;
CREATE INDEX alerts_unread ON alerts (account_id) WHERE dismissed = 0 AND stage >= 0 AND read_at IS NULL;
CREATE INDEX alerts_untold ON alerts (account_id, kind, dismissed, stage) WHERE told_at IS NULL;
CREATE INDEX alerts_by_client ON alerts (client_id);
CREATE INDEX alerts_by_proxy ON alerts (proxy_id);
CREATE TABLE alert_marks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  kind TEXT NOT NULL,
  client_id INTEGER REFERENCES clients ON DELETE CASCADE,
  proxy_id INTEGER REFERENCES dedicated_proxies ON DELETE CASCADE,
  target TEXT NOT NULL,
  stage INTEGER NOT NULL,
  edition INTEGER,
  state TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX alert_marks_by_subject
  ON alert_marks (account_id, kind, coalesce(client_id, 0), coalesce(proxy_id, 0), target);
CREATE INDEX alert_marks_by_client ON alert_marks (client_id);
CREATE INDEX alert_marks_by_proxy ON alert_marks (proxy_id);
CREATE TABLE vpn_reads (
  client_id INTEGER PRIMARY KEY REFERENCES clients ON DELETE CASCADE,
  as_of INTEGER NOT NULL
) STRICT;
CREATE TABLE vpn_subscriptions (
  client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE,
  uuid TEXT NOT NULL COLLATE NOCASE,
  status TEXT,
  expires_at INTEGER,
  url TEXT,
  traffic_limit_bytes INTEGER,
  position INTEGER NOT NULL,
  purchase_id INTEGER REFERENCES purchases ON DELETE SET NULL,
  gone_at INTEGER,
  gone_reason TEXT,
  PRIMARY KEY (client_id, uuid)
) STRICT, WITHOUT ROWID;
CREATE INDEX vpn_subscriptions_by_expiry ON vpn_subscriptions (gone_at, expires_at, status);
CREATE INDEX vpn_subscriptions_by_purchase ON vpn_subscriptions (purchase_id);
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
  shape TEXT NOT NULL,
  password TEXT NOT NULL,
  as_of INTEGER NOT NULL
) STRICT;
CREATE TABLE locations (
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  pool_type TEXT NOT NULL,
  kind TEXT NOT NULL,
  scope TEXT NOT NULL,
  items BLOB NOT NULL,
  as_of INTEGER NOT NULL,
  PRIMARY KEY (account_id, pool_type, kind, scope)
) STRICT, WITHOUT ROWID;
CREATE TABLE dedicated_proxies (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  purchase_id INTEGER REFERENCES purchases ON DELETE SET NULL,
  service_id INTEGER,
  ip TEXT,
  port TEXT,
  username TEXT,
  password TEXT,
  date_end TEXT,
  date_source TEXT NOT NULL,
  wall_end INTEGER,
  ipv INTEGER NOT NULL,
  country_code TEXT NOT NULL,
  order_id TEXT,
  check_id TEXT,
  ip_sort TEXT,
  complete INTEGER NOT NULL,
  client_id INTEGER REFERENCES clients ON DELETE SET NULL,
  note TEXT NOT NULL DEFAULT '',
  port_type TEXT,
  port_type_sure INTEGER NOT NULL DEFAULT 1,
  archived INTEGER NOT NULL DEFAULT 0,
  bought_at INTEGER NOT NULL,
  last_check_json TEXT
) STRICT;
CREATE INDEX dedicated_by_end ON dedicated_proxies (account_id, archived, wall_end, id);
CREATE INDEX dedicated_by_time ON dedicated_proxies (account_id, archived, bought_at, id);
CREATE INDEX dedicated_by_ip ON dedicated_proxies (account_id, archived, ip_sort, id);
CREATE INDEX dedicated_by_country ON dedicated_proxies (account_id, archived, country_code, id);
CREATE INDEX dedicated_by_kind ON dedicated_proxies (account_id, archived, ipv, id);
CREATE INDEX dedicated_by_service_id ON dedicated_proxies (account_id, archived, service_id, id);
CREATE INDEX dedicated_found_by_service_id ON dedicated_proxies (account_id, service_id);
CREATE INDEX dedicated_unassigned ON dedicated_proxies (account_id, archived) WHERE client_id IS NULL;
CREATE INDEX dedicated_incomplete ON dedicated_proxies (account_id, archived) WHERE complete = 0;
CREATE INDEX dedicated_by_client ON dedicated_proxies (client_id);
CREATE INDEX dedicated_by_purchase ON dedicated_proxies (purchase_id);
CREATE TABLE dedicated_texts (
  proxy_id INTEGER PRIMARY KEY REFERENCES dedicated_proxies ON DELETE CASCADE,
  search_text TEXT NOT NULL
) STRICT;
CREATE TABLE dedicated_countries (
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  ipv INTEGER NOT NULL,
  code TEXT NOT NULL,
  title TEXT NOT NULL,
  listed INTEGER NOT NULL,
  as_of INTEGER NOT NULL,
  available INTEGER,
  available_as_of INTEGER,
  PRIMARY KEY (account_id, ipv, code)
) STRICT, WITHOUT ROWID;
`;
