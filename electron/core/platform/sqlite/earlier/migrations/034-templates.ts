/** The words of hand-overs belong to an account: a shared desk shares those of its own. Times are ms since the epoch, UTC. */
export const templates = `
CREATE TABLE handover_templates (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  language TEXT NOT NULL,
  -- empty: the app's own words, after others were there
  text TEXT NOT NULL,
  written_at INTEGER NOT NULL,
  UNIQUE (account_id, language)
) STRICT;
INSERT INTO handover_templates (account_id, language, text, written_at)
  SELECT a.id, substr(s.key, 19), s.value, unixepoch() * 1000 FROM accounts a, settings s
  WHERE s.key IN ('handover.template.ru', 'handover.template.en');
DELETE FROM settings WHERE key IN ('handover.template.ru', 'handover.template.en');
`;
