/** What was told of ends, pools and the balance. Times are ms since the epoch, UTC. */
export const alerts = `
CREATE TABLE alerts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- vpn, proxy, traffic or balance
  kind TEXT NOT NULL,
  -- what it is about, within the kind
  subject TEXT NOT NULL,
  -- days before the end, or how empty a pool is: what was told last; below 0 while there is nothing to tell
  stage INTEGER NOT NULL,
  -- the end it was told of
  edition INTEGER,
  client_id INTEGER REFERENCES clients ON DELETE CASCADE,
  proxy_id INTEGER REFERENCES dedicated_proxies ON DELETE CASCADE,
  -- a subscription's uuid, a proxy's address, a pool's type
  target TEXT NOT NULL,
  -- GB of a pool; what the balance covers, as JSON
  traffic_gb REAL,
  cover_json TEXT,
  raised_at INTEGER NOT NULL,
  -- by the desktop; null: not yet
  told_at INTEGER,
  read_at INTEGER,
  -- the undo group; 0 while it is shown
  dismissed INTEGER NOT NULL DEFAULT 0,
  UNIQUE (account_id, kind, subject)
) STRICT;
CREATE INDEX alerts_by_kind ON alerts (account_id, kind, id);
CREATE INDEX alerts_shown ON alerts (account_id, raised_at DESC, id DESC) WHERE dismissed = 0 AND stage >= 0;
CREATE INDEX alerts_unread ON alerts (account_id) WHERE dismissed = 0 AND stage >= 0 AND read_at IS NULL;
CREATE INDEX alerts_untold ON alerts (account_id, kind, dismissed, stage) WHERE told_at IS NULL;
CREATE INDEX alerts_by_client ON alerts (client_id);
CREATE INDEX alerts_by_proxy ON alerts (proxy_id);
`;
