/** What the resolver and the reconciliation of the journal need. Times are ms since the epoch, UTC. */
export const money = `
-- What was really taken, where the service or its sum of spending says so; null: the price that was agreed.
ALTER TABLE purchases ADD COLUMN charged_kopecks INTEGER;
-- ms since the machine started: unlike the clock on the wall nobody can set it (Clock.uptime)
ALTER TABLE purchases ADD COLUMN sent_uptime INTEGER;
-- the same, when nobody waited for an answer any more; until then the request may not even have left this machine
ALTER TABLE purchases ADD COLUMN lost_uptime INTEGER;
CREATE INDEX purchases_by_pair ON purchases (account_id, messenger_id, client_key);

-- The order in which the balance was read, whatever the clock said.
ALTER TABLE balance_history ADD COLUMN seq INTEGER NOT NULL DEFAULT 0;
-- The newest purchase of the account when it was read; null while one was under way, so that nobody can say which of
-- the two came first.
ALTER TABLE balance_history ADD COLUMN ledger_mark INTEGER;
CREATE INDEX balance_history_by_seq ON balance_history (account_id, seq);
`;
