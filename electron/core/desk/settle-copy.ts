import { renewTrash } from '#core/catalogue/trash/trash-clock.ts';
import { settleRestored } from '#core/desk/settle-restored.ts';
import { noteSettled } from '#core/platform/copies/desk-mark.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { Clock } from '#core/ports.ts';
import { forgetOldTokens } from '#core/service/account/old-tokens.ts';
import { noteRestored } from '#core/service/account/restored-desk.ts';

/**
 * Everything that has to be set right in a desk that is a copy, however it was made: brought back by the app, or found by
 * its mark (desk-mark.ts). What was bought after the copy is not in it. May be repeated.
 */
export const settleCopy = (db: Database, clock: Clock): void =>
  db.transaction(() => {
    settleRestored(db, clock);
    noteRestored(db);
    forgetOldTokens(db);
    renewTrash(db, clock.now());
    noteSettled(db);
  });
