/** Dedicated proxies: the ones we hold, and what the service sells. Times are ms since the epoch, UTC. */
export const dedicated = `
-- One row for each proxy an answer held. Never deleted while its account exists: no endpoint would give it again. The
-- answer as it came is in purchases.raw_answer.
CREATE TABLE dedicated_proxies (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  purchase_id INTEGER REFERENCES purchases ON DELETE SET NULL,
  -- the service's id; null where it could not be read, as all fields of the service below
  service_id INTEGER,
  ip TEXT,
  port TEXT,
  username TEXT,
  password TEXT,
  -- as the service wrote it
  date_end TEXT,
  -- service, or computed: the days were added by the app
  date_source TEXT NOT NULL,
  -- date_end as if it were UTC: sorts without a zone; null when it cannot be read
  wall_end INTEGER,
  ipv INTEGER NOT NULL,
  country_code TEXT NOT NULL,
  order_id TEXT,
  check_id TEXT,
  -- sorts addresses as numbers
  ip_sort TEXT,
  complete INTEGER NOT NULL,
  client_id INTEGER REFERENCES clients ON DELETE SET NULL,
  note TEXT NOT NULL DEFAULT '',
  port_type TEXT,
  -- 0 when the service accepted the switch without naming the proxy
  port_type_sure INTEGER NOT NULL DEFAULT 1,
  archived INTEGER NOT NULL DEFAULT 0,
  bought_at INTEGER NOT NULL
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

-- What a search looks at, folded; apart, so that one pass over it reads little.
CREATE TABLE dedicated_texts (
  proxy_id INTEGER PRIMARY KEY REFERENCES dedicated_proxies ON DELETE CASCADE,
  search_text TEXT NOT NULL
) STRICT;

CREATE TABLE dedicated_countries (
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  ipv INTEGER NOT NULL,
  code TEXT NOT NULL,
  title TEXT NOT NULL,
  -- 0 when the newest list does not have it any more; the title is still of use
  listed INTEGER NOT NULL,
  as_of INTEGER NOT NULL,
  available INTEGER,
  available_as_of INTEGER,
  PRIMARY KEY (account_id, ipv, code)
) STRICT, WITHOUT ROWID;
`;
