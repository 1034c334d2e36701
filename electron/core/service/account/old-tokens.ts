import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';

const PREFIX = 'account.oldToken.';
const NOTED = 'account.oldTokensNoted';

/**
 * Older versions kept a token in the keychain without its address. It belongs to the address that its account had when
 * this version first opened the desk, written down here in that moment: a later address never gets it. The note goes once
 * the token is kept with its address, or another one is.
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

/** For a desk that is brought back: the addresses in it are not the ones this computer kept its tokens for. */
export const forgetOldTokens = (db: Database): void => {
  db.run(sql`DELETE FROM settings WHERE substr(key, 1, ${PREFIX.length}) = ${PREFIX}`);
  noteNone(db);
};

const noteNone = (db: Database): void => {
  db.run(sql`INSERT OR REPLACE INTO settings (key, value) VALUES (${NOTED}, '')`);
};
