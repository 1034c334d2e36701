import { renewTrash } from '#core/catalogue/trash/trash-clock.ts';
import { settleRestored } from '#core/desk/settle-restored.ts';
import { noteSettled } from '#core/platform/copies/desk-mark.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { Clock } from '#core/ports.ts';
import { forgetOldTokens } from '#core/service/account/old-tokens.ts';
import { noteRestored } from '#core/service/account/restored-desk.ts';
import { forgetBots } from '#core/telegram/bot-repository.ts';
import { forbidScripts } from './settings/settings-handlers.ts';

/**
 * Corrects a desk that is a copy, whether the app restored it or its mark gave it away (desk-mark.ts). Purchases made
 * after the copy are missing in it (docs/money.md#copies). It can be called more than once.
 */
export const settleCopy = (db: Database, clock: Clock): void =>
  db.transaction(() => {
    settleRestored(db, clock);
    noteRestored(db);
    forgetOldTokens(db);
    renewTrash(db, clock.now());
    forbidScripts(db);
    forgetBots(db);
    noteSettled(db);
  });
