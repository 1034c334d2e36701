/**
 * The bots of the accounts, the chats of their clients, and the links by which clients come there. They stay on this
 * computer, because the tokens of the bots do. `chat_told_at`: when an alert was sent to the reseller's own chat.
 */
export const telegram = `
CREATE TABLE telegram_bots (
  account_id TEXT PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  bot_id INTEGER NOT NULL,
  user_name TEXT NOT NULL,
  chat_id INTEGER,
  chat_name TEXT NOT NULL DEFAULT '',
  sends_alerts INTEGER NOT NULL DEFAULT 0,
  sends_summary INTEGER NOT NULL DEFAULT 0,
  summary_time TEXT NOT NULL DEFAULT '09:00',
  summary_day TEXT NOT NULL DEFAULT '',
  next_update INTEGER
) STRICT;
CREATE TABLE telegram_chats (
  client_id INTEGER PRIMARY KEY REFERENCES clients ON DELETE CASCADE,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  chat_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  user_name TEXT NOT NULL,
  is_blocked INTEGER NOT NULL DEFAULT 0,
  since INTEGER NOT NULL
) STRICT;
CREATE INDEX telegram_chats_by_chat ON telegram_chats (account_id, chat_id);
CREATE TABLE telegram_invites (
  client_id INTEGER PRIMARY KEY REFERENCES clients ON DELETE CASCADE,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  code TEXT NOT NULL UNIQUE,
  until INTEGER NOT NULL
) STRICT;
CREATE INDEX telegram_invites_by_account ON telegram_invites (account_id);
ALTER TABLE alerts ADD COLUMN chat_told_at INTEGER;
CREATE INDEX alerts_unsent ON alerts (account_id) WHERE chat_told_at IS NULL AND read_at IS NULL AND dismissed = 0
  AND stage >= 0;
`;
