import { MARK } from '#core/platform/copies/desk-mark.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';

/** The settings that are kept. All others are unknown, or are addresses that the app would contact. */
const KEPT_SETTINGS = sql`(key LIKE 'app.%' AND key <> 'app.addressLookupUrl') OR key LIKE 'handover.%'
  OR key IN ('account.active', ${MARK})`;

/**
 * Cleans a desk from a backup file, which anyone who knows its passphrase may have made: the user of this computer must
 * choose folders and enter tokens again. May be repeated.
 */
export const settleForeign = (db: Database): void =>
  db.transaction(() => {
    db.run('UPDATE accounts SET token_in_keychain = 0, token_rejected = 0 WHERE is_sandbox <> 1');
    db.run(sql`DELETE FROM settings WHERE NOT (${KEPT_SETTINGS})`);
    db.run('UPDATE runs SET place = NULL');
    db.run("UPDATE run_lines SET file_name = '' WHERE file_name <> ''");
    // This also removes what runs say about the files that they wrote.
    db.run('DELETE FROM exports');
    db.run('DELETE FROM report_files');
    db.run("UPDATE scheduled_reports SET folder = ''");
  });
