import { MARK } from '#core/platform/copies/desk-mark.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';

/** The settings that come along; of the rest nothing is known, or it is a place that would be visited. */
const KEPT_SETTINGS = sql`(key LIKE 'app.%' AND key <> 'app.addressLookupUrl') OR key LIKE 'handover.%'
  OR key IN ('account.active', ${MARK})`;

/**
 * For a desk out of a backup file, which anybody may have made who knows its passphrase: where files are and go is asked
 * of the user of this computer, and so is every token. May be repeated.
 */
export const settleForeign = (db: Database): void =>
  db.transaction(() => {
    db.run('UPDATE accounts SET token_in_keychain = 0, token_rejected = 0 WHERE is_sandbox <> 1');
    db.run(sql`DELETE FROM settings WHERE NOT (${KEPT_SETTINGS})`);
    db.run('UPDATE runs SET place = NULL');
    db.run("UPDATE run_lines SET file_name = '' WHERE file_name <> ''");
    // With them goes what runs say of the files they wrote.
    db.run('DELETE FROM exports');
  });
