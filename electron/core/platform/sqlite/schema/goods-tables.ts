/** The number of results of each dedicated proxy that are kept. */
const KEPT_RESULTS = 30;

/** The goods of clients, as last read from the service: VPN subscriptions, traffic, whitelists, passwords, dedicated proxies. */
export const GOODS_TABLES = `
-- When the subscriptions of a client were read last. A client without a row was never read.
CREATE TABLE vpn_reads (
  client_id INTEGER PRIMARY KEY REFERENCES clients ON DELETE CASCADE,
  as_of INTEGER NOT NULL
) STRICT;

CREATE TABLE vpn_subscriptions (
  client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE,
  uuid TEXT NOT NULL COLLATE NOCASE,
  -- in the service's words; null while it has not said
  status TEXT,
  expires_at INTEGER,
  -- the link, which is a secret
  url TEXT,
  -- 0: unlimited; null: not known
  traffic_limit_bytes INTEGER,
  -- in the service's answer
  position INTEGER NOT NULL,
  -- the last purchase made for it here; a row without one is deleted once the service does not name it any more
  purchase_id INTEGER REFERENCES purchases ON DELETE SET NULL,
  -- since when the service does not name it any more; null while it does
  gone_at INTEGER,
  -- deleted (by the user) or vanished
  gone_reason TEXT,
  PRIMARY KEY (client_id, uuid)
) STRICT, WITHOUT ROWID;
-- The status is in the index so that the counts of the overview read no row.
CREATE INDEX vpn_subscriptions_by_expiry ON vpn_subscriptions (gone_at, expires_at, status);
CREATE INDEX vpn_subscriptions_by_purchase ON vpn_subscriptions (purchase_id);

-- The traffic that a client has left in each pool.
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
  -- the answer as text if its shape was not understood, otherwise null
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
  -- known, none, or raw: the shape of the answer was not understood, and the password column holds it as it came
  shape TEXT NOT NULL,
  password TEXT NOT NULL,
  as_of INTEGER NOT NULL
) STRICT;

-- The places that the service offers for lists, as last read.
CREATE TABLE locations (
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  pool_type TEXT NOT NULL,
  -- countries, states, cities, zipcodes or asns
  kind TEXT NOT NULL,
  -- the chosen countries, regions and cities as canonical JSON
  scope TEXT NOT NULL,
  -- compressed JSON of {code, name, count}
  items BLOB NOT NULL,
  as_of INTEGER NOT NULL,
  PRIMARY KEY (account_id, pool_type, kind, scope)
) STRICT, WITHOUT ROWID;

-- One row for each proxy that an answer contained. Never deleted while its account exists, because no endpoint would
-- return it again. The answer as it came is in purchases.raw_answer.
CREATE TABLE dedicated_proxies (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  purchase_id INTEGER REFERENCES purchases ON DELETE SET NULL,
  -- the service's id; null where it could not be read, as the other fields of the service below
  service_id INTEGER,
  ip TEXT,
  port TEXT,
  username TEXT,
  password TEXT,
  -- the end as the service wrote it, in a zone that it does not name (docs/decisions/018-assumed-zone.md)
  date_end TEXT,
  -- service, computed (the app added the days) or typed (the user imported it)
  date_source TEXT NOT NULL,
  -- date_end read as if it were UTC, for sorting; null when it cannot be read
  wall_end INTEGER,
  -- 4 (IPv4), 6 (IPv6) or 3 (a shared IPv4 address)
  ipv INTEGER NOT NULL,
  country_code TEXT NOT NULL,
  order_id TEXT,
  check_id TEXT,
  -- sorts addresses as numbers
  ip_sort TEXT,
  -- 0 if a field that a client needs could not be read
  complete INTEGER NOT NULL,
  -- to whom the reseller assigned it; null: to nobody
  client_id INTEGER REFERENCES clients ON DELETE SET NULL,
  note TEXT NOT NULL DEFAULT '',
  port_type TEXT,
  -- 0 when the service accepted the switch of the protocol without naming the proxy
  port_type_sure INTEGER NOT NULL DEFAULT 1,
  archived INTEGER NOT NULL DEFAULT 0,
  bought_at INTEGER NOT NULL,
  -- JSON: what its last check found; null: never checked
  last_check_json TEXT,
  -- 1 if the user imported the proxy, so that no purchase of this desk delivered it
  imported INTEGER NOT NULL DEFAULT 0
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

-- The last results of each dedicated proxy.
CREATE TABLE proxy_checks (
  id INTEGER PRIMARY KEY,
  proxy_id INTEGER NOT NULL REFERENCES dedicated_proxies ON DELETE CASCADE,
  at INTEGER NOT NULL,
  -- alive, slow, refused or dead
  state TEXT NOT NULL,
  reason TEXT,
  first_byte_ms INTEGER
) STRICT;
CREATE INDEX proxy_checks_by_proxy ON proxy_checks (proxy_id, id);
-- The proxies that worked before and did not at their last check, and when that was.
CREATE TABLE stopped_proxies (
  proxy_id INTEGER PRIMARY KEY REFERENCES dedicated_proxies ON DELETE CASCADE,
  at INTEGER NOT NULL
) STRICT;
-- The triggers below write the history, because a result is stored by a check here or arrives from another computer of a
-- shared desk. An address that refuses says nothing about the proxy, so it neither stops nor restores one.
CREATE TRIGGER proxy_checked AFTER UPDATE OF last_check_json ON dedicated_proxies
WHEN NEW.last_check_json IS NOT NULL AND NEW.last_check_json IS NOT OLD.last_check_json BEGIN
  INSERT OR IGNORE INTO stopped_proxies (proxy_id, at)
    SELECT NEW.id, NEW.last_check_json ->> 'at'
    WHERE NEW.last_check_json ->> 'state' IN ('refused', 'dead') AND NEW.last_check_json ->> 'reason' IS NOT 'site'
      AND (SELECT state FROM proxy_checks WHERE proxy_id = NEW.id AND reason IS NOT 'site' ORDER BY id DESC LIMIT 1)
        IN ('alive', 'slow');
  DELETE FROM stopped_proxies
    WHERE proxy_id = NEW.id AND NEW.last_check_json ->> 'state' IN ('alive', 'slow');
  INSERT INTO proxy_checks (proxy_id, at, state, reason, first_byte_ms)
    VALUES (NEW.id, NEW.last_check_json ->> 'at', NEW.last_check_json ->> 'state', NEW.last_check_json ->> 'reason',
      NEW.last_check_json ->> 'firstByteMs');
  DELETE FROM proxy_checks WHERE proxy_id = NEW.id AND id <=
    (SELECT id FROM proxy_checks WHERE proxy_id = NEW.id ORDER BY id DESC LIMIT 1 OFFSET ${KEPT_RESULTS});
END;
CREATE TRIGGER proxy_check_taken_back AFTER UPDATE OF last_check_json ON dedicated_proxies
WHEN NEW.last_check_json IS NULL AND OLD.last_check_json IS NOT NULL BEGIN
  DELETE FROM stopped_proxies WHERE proxy_id = NEW.id AND at = OLD.last_check_json ->> 'at';
  DELETE FROM proxy_checks WHERE at = OLD.last_check_json ->> 'at'
    AND id = (SELECT max(id) FROM proxy_checks WHERE proxy_id = NEW.id);
END;

-- Everything that a search looks at, case-folded. It is a table of its own so that one pass over it reads little.
CREATE TABLE dedicated_texts (
  proxy_id INTEGER PRIMARY KEY REFERENCES dedicated_proxies ON DELETE CASCADE,
  search_text TEXT NOT NULL
) STRICT;

-- The countries in which dedicated proxies are sold.
CREATE TABLE dedicated_countries (
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  ipv INTEGER NOT NULL,
  code TEXT NOT NULL,
  title TEXT NOT NULL,
  -- 0 if the newest answer does not contain it any more; its title is still needed for proxies bought before
  listed INTEGER NOT NULL,
  as_of INTEGER NOT NULL,
  -- how many can be bought; null: not asked yet
  available INTEGER,
  available_as_of INTEGER,
  PRIMARY KEY (account_id, ipv, code)
) STRICT, WITHOUT ROWID;
`;
