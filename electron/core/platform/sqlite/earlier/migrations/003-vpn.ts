/** VPN subscriptions of clients, as last read, and those once bought here. Times are ms since the epoch, UTC. */
export const vpn = `
CREATE TABLE vpn_reads (
  client_id INTEGER PRIMARY KEY REFERENCES clients ON DELETE CASCADE,
  as_of INTEGER NOT NULL
) STRICT;
CREATE TABLE vpn_subscriptions (
  client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE,
  uuid TEXT NOT NULL COLLATE NOCASE,
  -- as the service says; null while it has not said
  status TEXT,
  expires_at INTEGER,
  -- a secret
  url TEXT,
  -- 0 is unlimited; null is not known
  traffic_limit_bytes INTEGER,
  -- of the service's list
  position INTEGER NOT NULL,
  -- the last purchase made here for it; a row without one is dropped when the service does not name it any more
  purchase_id INTEGER REFERENCES purchases ON DELETE SET NULL,
  -- null while the service names it
  gone_at INTEGER,
  -- deleted or vanished
  gone_reason TEXT,
  PRIMARY KEY (client_id, uuid)
) STRICT, WITHOUT ROWID;
CREATE INDEX vpn_subscriptions_by_expiry ON vpn_subscriptions (gone_at, expires_at);
CREATE INDEX vpn_subscriptions_by_purchase ON vpn_subscriptions (purchase_id);

-- Sums over the client's subscriptions, kept here so that the grid can sort by them; null when never read.
ALTER TABLE clients ADD COLUMN vpn_active INTEGER;
ALTER TABLE clients ADD COLUMN vpn_total INTEGER;
ALTER TABLE clients ADD COLUMN vpn_as_of INTEGER;
-- the nearest end of those that run; of a client without any, the last end
ALTER TABLE clients ADD COLUMN next_expiry INTEGER;
CREATE INDEX clients_by_vpn ON clients (account_id, removed, archived, vpn_active, id);
CREATE INDEX clients_by_expiry ON clients (account_id, removed, archived, next_expiry, id);

-- With another pair it is another client of the service: what was read of the old one must not be handed to the new.
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
`;
