/** Gives each occasion a message of its own. What was there is the message about new goods. */
export const messagesByOccasion = `
CREATE TABLE templates_by_occasion (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  language TEXT NOT NULL,
  message TEXT NOT NULL,
  text TEXT NOT NULL,
  written_at INTEGER NOT NULL,
  UNIQUE (account_id, language, message)
) STRICT;
INSERT INTO templates_by_occasion (id, account_id, language, message, text, written_at)
  SELECT id, account_id, language, 'new-goods', text, written_at FROM handover_templates;
DROP TABLE handover_templates;
ALTER TABLE templates_by_occasion RENAME TO handover_templates;
`;
