import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';

const PREFIX = 'account.oldToken.';
const NOTED = 'account.oldTokensNoted';

/**
 * Creates the notes about tokens that older versions stored without their address. Such a token belongs to the address
 * that its account had when this version first opened the desk. The note keeps that address, so that a later address
 * never gets the token. It is deleted once a token is stored with its address.
 */
export const createOldTokens = (db: Database) => {
  if (!db.has(sql`SELECT 1 FROM settings WHERE key = ${NOTED}`)) {
    db.transaction(() => {
      db.run(sql`INSERT OR REPLACE INTO settings (key, value)
        SELECT ${PREFIX} || id, base_url FROM accounts WHERE is_sandbox = 0 AND token_in_keychain = 1`);
      noteNone(db);
    });
  }
  return {
    addressOf: (accountId: string): string | null =>
      db.value<string>(sql`SELECT value FROM settings WHERE key = ${PREFIX + accountId}`),
    forget: (accountId: string): void => {
      db.run(sql`DELETE FROM settings WHERE key = ${PREFIX + accountId}`);
    },
  };
};

/**
 * Deletes the notes of a restored desk, because this computer stored its tokens for other addresses than those in it.
 */
export const forgetOldTokens = (db: Database): void => {
  db.run(sql`DELETE FROM settings WHERE substr(key, 1, ${PREFIX.length}) = ${PREFIX}`);
  noteNone(db);
};

const noteNone = (db: Database): void => {
  db.run(sql`INSERT OR REPLACE INTO settings (key, value) VALUES (${NOTED}, '')`);
};
