/** What somebody did with an alert, for the other computers that share the desk. Times are ms since the epoch, UTC. */
export const alertMarks = `
CREATE TABLE alert_marks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- vpn, proxy, traffic or balance
  kind TEXT NOT NULL,
  client_id INTEGER REFERENCES clients ON DELETE CASCADE,
  proxy_id INTEGER REFERENCES dedicated_proxies ON DELETE CASCADE,
  -- a subscription's uuid in small letters, a pool's type; else empty
  target TEXT NOT NULL,
  -- of the alert, when it was done: those of the same end that came before are covered, too
  stage INTEGER NOT NULL,
  edition INTEGER,
  -- shown, read or dismissed
  state TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX alert_marks_by_subject
  ON alert_marks (account_id, kind, coalesce(client_id, 0), coalesce(proxy_id, 0), target);
CREATE INDEX alert_marks_by_client ON alert_marks (client_id);
CREATE INDEX alert_marks_by_proxy ON alert_marks (proxy_id);
`;
