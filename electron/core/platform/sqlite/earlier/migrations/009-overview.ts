/** What the overview counts must not cost more with 100,000 clients. Times are ms since the epoch, UTC. */
export const overview = `
-- With the status, so that counting looks up no rows.
DROP INDEX vpn_subscriptions_by_expiry;
CREATE INDEX vpn_subscriptions_by_expiry ON vpn_subscriptions (gone_at, expires_at, status);
-- Clients by the older of their two readings (clients/client-needs.ts); 0 where one was never made.
CREATE INDEX clients_by_oldest_reading
  ON clients (account_id, removed, archived, min(coalesce(traffic_as_of, 0), coalesce(vpn_as_of, 0)));
CREATE INDEX purchases_of_traffic ON purchases (account_id, order_json ->> 'poolType', client_id, state)
  WHERE kind = 'traffic';
-- 1: the user has seen that it failed, and wants to hear no more of it.
ALTER TABLE jobs ADD COLUMN dismissed INTEGER NOT NULL DEFAULT 0;
CREATE INDEX jobs_by_trouble ON jobs (account_id, finished_at)
  WHERE dismissed = 0 AND kind <> 'refresh' AND state IN ('failed', 'partial', 'interrupted');

-- The newest price of renewing one subscription or proxy, however it was asked for.
CREATE TABLE known_prices (
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- what it is the price of (overview/known-prices.ts)
  price_key TEXT NOT NULL,
  price_kopecks INTEGER NOT NULL,
  as_of INTEGER NOT NULL,
  PRIMARY KEY (account_id, price_key)
) STRICT, WITHOUT ROWID;
`;
