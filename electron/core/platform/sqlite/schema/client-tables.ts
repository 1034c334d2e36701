/** The reseller's clients: what describes them, how they are searched, their history, alerts and messages. */
export const CLIENT_TABLES = `
CREATE TABLE clients (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- the pair by which the service knows the client
  messenger_id INTEGER NOT NULL,
  client_key TEXT NOT NULL,
  name TEXT NOT NULL,
  note TEXT NOT NULL,
  -- case-folded for sorting, because SQLite folds ASCII only; name_sort is null without a name
  name_sort TEXT,
  key_sort TEXT NOT NULL,
  archived INTEGER NOT NULL DEFAULT 0,
  -- 0 for a client that is there, 1 for one in the trash, below 0 for one that nobody can restore
  -- (electron/core/catalogue/trash/removal-states.ts); removal-columns.ts adds which action removed it
  removed INTEGER NOT NULL DEFAULT 0,
  -- from here on sums over other tables, stored so that the grid can sort by them: GB in all pools; null if never read
  traffic_gb REAL,
  traffic_as_of INTEGER,
  last_purchase_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- VPN subscriptions that run, and all of them; null if never read
  vpn_active INTEGER,
  vpn_total INTEGER,
  vpn_as_of INTEGER,
  -- the nearest end of the subscriptions that run; without any, the last end
  next_expiry INTEGER,
  -- the debt: below 0 the client has prepaid; null while nothing was sold or paid (electron/core/money/sales)
  owed_kopecks INTEGER,
  owed_since INTEGER,
  -- the earliest day on which a payment is due, YYYY-MM-DD in the reseller's calendar
  due_day TEXT,
  -- when it was put into the trash; null for a client that is there
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
-- By the older of the two readings, 0 where one was never made. The id, and whether the client was read at all, are in
-- the index so that counting clients with old data reads no row (electron/core/catalogue/clients/client-needs.ts).
CREATE INDEX clients_by_oldest_reading ON clients (
  account_id, removed, archived, min(coalesce(traffic_as_of, 0), coalesce(vpn_as_of, 0)), id,
  coalesce(traffic_as_of, vpn_as_of)
);
CREATE INDEX clients_in_trash ON clients (account_id, removed_at, id) WHERE removed > 0;
CREATE INDEX clients_in_trash_by_name ON clients (account_id, name_sort, id) WHERE removed > 0;
CREATE INDEX clients_in_trash_by_key ON clients (account_id, key_sort, id) WHERE removed > 0;

-- A changed pair names another client of the service. Data read for the old pair must not be shown or handed over as
-- that of the new one. Replaced in changed-pair-trigger.ts.
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

-- Everything that a search looks at, case-folded. It is a table of its own so that one quick pass reads little.
CREATE TABLE client_texts (
  client_id INTEGER PRIMARY KEY REFERENCES clients ON DELETE CASCADE,
  search_text TEXT NOT NULL
) STRICT;

-- The search index: every character and every two neighbours of a client's text (docs/decisions/020-search-in-sqlite.md).
-- The code that writes clients writes it, too, and merges it in small steps: SQLite's own merges would stall.
CREATE VIRTUAL TABLE client_grams USING fts5(grams, content='', contentless_delete=1, detail=none, tokenize='ascii');
INSERT INTO client_grams (client_grams, rank) VALUES ('automerge', 0);
CREATE TRIGGER client_grams_delete AFTER DELETE ON client_texts BEGIN
  DELETE FROM client_grams WHERE rowid = old.client_id;
END;

CREATE TABLE client_tags (
  client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE,
  tag TEXT NOT NULL,
  -- the client's, repeated here: counting the tags of 100,000 clients through their rows would take too long
  account_id TEXT NOT NULL,
  PRIMARY KEY (client_id, tag)
) STRICT, WITHOUT ROWID;
CREATE INDEX client_tags_by_tag ON client_tags (account_id, tag, client_id);

-- A client's history, apart from purchases. Rows never change, except for the count of one action on many things.
CREATE TABLE client_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE,
  at INTEGER NOT NULL,
  -- JSON without secrets
  event_json TEXT NOT NULL,
  -- the client's, repeated here
  account_id TEXT REFERENCES accounts ON DELETE CASCADE
) STRICT;
CREATE INDEX client_events_by_client ON client_events (client_id, at DESC);
CREATE INDEX client_events_by_account ON client_events (account_id);

-- The reseller's own words for the message to a client.
CREATE TABLE handover_templates (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- ru or en
  language TEXT NOT NULL,
  -- the occasion, such as new-goods (shared/domain/handover)
  message TEXT NOT NULL,
  -- '' for the app's own words, after the reseller went back to them
  text TEXT NOT NULL,
  written_at INTEGER NOT NULL,
  UNIQUE (account_id, language, message)
) STRICT;

-- The reseller's own bot. Its token is in the keychain, so these three tables stay on this computer (docs/telegram.md).
CREATE TABLE telegram_bots (
  account_id TEXT PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  bot_id INTEGER NOT NULL,
  user_name TEXT NOT NULL,
  -- the reseller's own chat; null while none is connected
  chat_id INTEGER,
  chat_name TEXT NOT NULL DEFAULT '',
  sends_alerts INTEGER NOT NULL DEFAULT 0,
  sends_summary INTEGER NOT NULL DEFAULT 0,
  -- HH:MM of this computer's clock
  summary_time TEXT NOT NULL DEFAULT '09:00',
  -- replaced by a column of one-meaning-columns.ts
  summary_day TEXT NOT NULL DEFAULT '',
  -- the number of the first update that was not read yet; null: none was read
  next_update INTEGER
) STRICT;

-- The chats of clients who pressed Start.
CREATE TABLE telegram_chats (
  client_id INTEGER PRIMARY KEY REFERENCES clients ON DELETE CASCADE,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  chat_id INTEGER NOT NULL,
  -- the name and the user name of the chat's owner
  name TEXT NOT NULL,
  user_name TEXT NOT NULL,
  -- 1 after the owner blocked the bot
  is_blocked INTEGER NOT NULL DEFAULT 0,
  since INTEGER NOT NULL
) STRICT;
CREATE INDEX telegram_chats_by_chat ON telegram_chats (account_id, chat_id);

-- The links by which clients connect their chats.
CREATE TABLE telegram_invites (
  client_id INTEGER PRIMARY KEY REFERENCES clients ON DELETE CASCADE,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  code TEXT NOT NULL UNIQUE,
  until INTEGER NOT NULL
) STRICT;
CREATE INDEX telegram_invites_by_account ON telegram_invites (account_id);

-- The newest alert about each subject.
CREATE TABLE alerts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- vpn, proxy, traffic, balance, order or schedule
  kind TEXT NOT NULL,
  -- which one within the kind
  subject TEXT NOT NULL,
  -- days before the end, or how empty a pool is, as last announced; below 0 while there is nothing to announce
  stage INTEGER NOT NULL,
  -- the time of what was announced: the end of goods, or when the newest proxy stopped; null where there is none
  event_at INTEGER,
  client_id INTEGER REFERENCES clients ON DELETE CASCADE,
  proxy_id INTEGER REFERENCES dedicated_proxies ON DELETE CASCADE,
  -- a subscription's uuid, a proxy's address or a pool's type
  target TEXT NOT NULL,
  -- for a pool: how much was left
  traffic_gb REAL,
  -- for the balance, JSON: which renewals it covers
  cover_json TEXT,
  raised_at INTEGER NOT NULL,
  -- when the desktop showed it; null: not yet
  notified_at INTEGER,
  read_at INTEGER,
  -- 0 while it is shown; above 0 it was dismissed, and the number is that of the action
  dismissed INTEGER NOT NULL DEFAULT 0,
  -- for a standing order, JSON: what the alert says
  order_json TEXT,
  -- for dedicated proxies that a check found stopped, JSON: which ones
  stopped_json TEXT,
  -- when it was sent to the reseller's own chat; null: not yet
  chat_sent_at INTEGER,
  UNIQUE (account_id, kind, subject)
) STRICT;
CREATE INDEX alerts_by_kind ON alerts (account_id, kind, id);
CREATE INDEX alerts_shown ON alerts (account_id, raised_at DESC, id DESC) WHERE dismissed = 0 AND stage >= 0;
CREATE INDEX alerts_unread ON alerts (account_id) WHERE dismissed = 0 AND stage >= 0 AND read_at IS NULL;
CREATE INDEX alerts_unnotified ON alerts (account_id, kind, dismissed, stage) WHERE notified_at IS NULL;
CREATE INDEX alerts_unsent ON alerts (account_id) WHERE chat_sent_at IS NULL AND read_at IS NULL AND dismissed = 0
  AND stage >= 0;
CREATE INDEX alerts_by_client ON alerts (client_id);
CREATE INDEX alerts_by_proxy ON alerts (proxy_id);

-- The answer of a user to an alert (read, dismissed…), for the other computers of a shared desk.
CREATE TABLE alert_marks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- vpn, proxy, traffic or balance
  kind TEXT NOT NULL,
  client_id INTEGER REFERENCES clients ON DELETE CASCADE,
  proxy_id INTEGER REFERENCES dedicated_proxies ON DELETE CASCADE,
  -- a subscription's uuid in lower case or a pool's type; '' for other kinds
  target TEXT NOT NULL,
  -- those of the alert at that moment; they cover earlier stages of the same end, too
  stage INTEGER NOT NULL,
  event_at INTEGER,
  -- shown, read or dismissed
  state TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX alert_marks_by_subject
  ON alert_marks (account_id, kind, coalesce(client_id, 0), coalesce(proxy_id, 0), target);
CREATE INDEX alert_marks_by_client ON alert_marks (client_id);
CREATE INDEX alert_marks_by_proxy ON alert_marks (proxy_id);
`;
