import { z } from 'zod';
import { removalTime } from '#core/catalogue/trash/trash-clock.ts';
import type { CommonDeps } from '#core/context.ts';
import { sql } from '#core/platform/sqlite/sql.ts';

const addedClients = z.object({ clients: z.array(z.object({ id: z.int(), at: z.int() })) });
export type AddedClients = z.output<typeof addedClients>;

/**
 * Registers the undo of an import, which moves the added clients to the trash. Clients that were edited since, or have
 * purchases, lists or proxies, stay.
 */
export const registerImportUndo = ({ db, clock, deeds }: CommonDeps<'db' | 'clock' | 'deeds'>): void =>
  deeds.register('clients-import', {
    part: addedClients,
    takeBack: (accountId, { clients }, deedId) => {
      const at = removalTime(db, clock.now());
      return clients.filter(
        (client) =>
          db.run(sql`UPDATE clients SET removed = ${deedId}, removed_at = ${at}
            WHERE id = ${client.id} AND account_id = ${accountId} AND removed = 0 AND updated_at = ${client.at}
              AND NOT EXISTS (SELECT 1 FROM purchases WHERE client_id = clients.id AND created_at >= ${client.at})
              AND NOT EXISTS (SELECT 1 FROM lists WHERE client_id = clients.id AND created_at >= ${client.at})
              AND NOT EXISTS (SELECT 1 FROM dedicated_proxies WHERE client_id = clients.id)`).changes > 0,
      ).length;
    },
  });
