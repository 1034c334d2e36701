import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';

const PREFIX = 'account.oldToken.';
const NOTED = 'account.oldTokensNoted';

/**
 * Notes the addresses of the tokens that older versions stored without one, when this version first opens the desk. Such
 * a token belongs to the address that its account has then. The note keeps that address, so that a later address never
 * gets the token. It is deleted once a token is stored with its address.
 */
export const noteOldTokens = (db: Database): void => {
  if (db.has(sql`SELECT 1 FROM settings WHERE key = ${NOTED}`)) return;
  db.transaction(() => {
    db.run(sql`INSERT OR REPLACE INTO settings (key, value)
      SELECT ${PREFIX} || id, base_url FROM accounts WHERE is_sandbox = 0 AND token_in_keychain = 1`);
    markNoted(db);
  });
};

/** Returns the noted address of an account's token; `null` if there is no note. */
export const oldTokenAddress = (db: Database, accountId: string): string | null =>
  db.value<string>(sql`SELECT value FROM settings WHERE key = ${PREFIX + accountId}`);

export const forgetOldToken = (db: Database, accountId: string): void => {
  db.run(sql`DELETE FROM settings WHERE key = ${PREFIX + accountId}`);
};

/**
 * Deletes the notes of a restored desk, because this computer stored its tokens for other addresses than those in it.
 */
export const forgetOldTokens = (db: Database): void => {
  db.run(sql`DELETE FROM settings WHERE substr(key, 1, ${PREFIX.length}) = ${PREFIX}`);
  markNoted(db);
};

/** Records that the old tokens of this desk are noted, so that no later start notes them again. */
const markNoted = (db: Database): void => {
  db.run(sql`INSERT OR REPLACE INTO settings (key, value) VALUES (${NOTED}, '')`);
};
