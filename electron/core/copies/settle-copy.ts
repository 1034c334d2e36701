import { forgetOldTokens } from '../account/old-tokens.ts';
import { noteRestored } from '../account/restored-desk.ts';
import type { Clock } from '../ports.ts';
import { settleRestored } from '../purchases/settle-restored.ts';
import type { Database } from '../storage/database.ts';
import { renewTrash } from '../trash/trash-clock.ts';
import { noteSettled } from './desk-mark.ts';

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
