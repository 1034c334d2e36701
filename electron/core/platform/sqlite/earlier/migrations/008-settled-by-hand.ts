/** What the user says of outcomes, and what was done for clients that costs nothing. Times are ms since the epoch, UTC. */
export const settledByHand = `
-- JSON array of {verdict, reason, at}, the last one last: only ever added to. null: the user said nothing.
ALTER TABLE purchases ADD COLUMN settlements_json TEXT;

-- What was done for a client from here, and is no purchase. Never changed, but for the count of one deed on many things.
CREATE TABLE client_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  client_id INTEGER NOT NULL REFERENCES clients ON DELETE CASCADE,
  at INTEGER NOT NULL,
  -- JSON, see ClientDeed; no secrets
  deed_json TEXT NOT NULL
) STRICT;
CREATE INDEX client_events_by_client ON client_events (client_id, at DESC);
INSERT INTO client_events (client_id, at, deed_json)
  SELECT client_id, gone_at, json_object('name', 'subscription-deleted', 'uuid', uuid)
  FROM vpn_subscriptions WHERE gone_reason = 'deleted' AND gone_at IS NOT NULL ORDER BY gone_at;
`;
