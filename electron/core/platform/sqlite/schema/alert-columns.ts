/** Gives the alerts a column for each of the things that special values of `stage` and `dismissed` meant. */
export const ALERT_COLUMNS = `
DROP INDEX alerts_shown;
DROP INDEX alerts_unread;
DROP INDEX alerts_unnotified;
DROP INDEX alerts_unsent;

-- 1 while the balance covers everything again: the alert is hidden and kept for a day, so that it is not raised twice
ALTER TABLE alerts ADD COLUMN is_covered INTEGER NOT NULL DEFAULT 0;
ALTER TABLE alerts ADD COLUMN is_dismissed INTEGER NOT NULL DEFAULT 0;
-- the number of the action on this computer that dismissed it, by which it is undone; null: none did
ALTER TABLE alerts ADD COLUMN dismissal INTEGER CHECK (is_dismissed = 1 OR dismissal IS NULL);
UPDATE alerts SET is_covered = 1, stage = 1 WHERE stage < 0;
-- 2 to the power of 40 stood for another computer.
UPDATE alerts SET is_dismissed = 1, dismissal = nullif(dismissed, 1099511627776) WHERE dismissed > 0;
ALTER TABLE alerts DROP COLUMN dismissed;

CREATE INDEX alerts_shown ON alerts (account_id, raised_at DESC, id DESC) WHERE is_dismissed = 0 AND is_covered = 0;
CREATE INDEX alerts_unread ON alerts (account_id) WHERE is_dismissed = 0 AND is_covered = 0 AND read_at IS NULL;
CREATE INDEX alerts_unnotified ON alerts (account_id, kind, is_dismissed, is_covered) WHERE notified_at IS NULL;
CREATE INDEX alerts_unsent ON alerts (account_id) WHERE chat_sent_at IS NULL AND read_at IS NULL AND is_dismissed = 0
  AND is_covered = 0;
`;
