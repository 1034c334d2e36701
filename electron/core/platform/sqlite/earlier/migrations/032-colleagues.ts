/** What other computers of a shared desk bought: electron/core/money/purchases/colleagues.ts. */
export const colleagues = `
-- null: made on this computer; else the mark of the one that made it
ALTER TABLE purchases ADD COLUMN computer TEXT;

ALTER TABLE client_events ADD COLUMN account_id TEXT REFERENCES accounts ON DELETE CASCADE;
UPDATE client_events SET account_id = (SELECT account_id FROM clients WHERE clients.id = client_id);
CREATE INDEX client_events_by_account ON client_events (account_id);
`;
