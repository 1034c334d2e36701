import { z } from 'zod';
import { toTrash } from '#core/catalogue/trash/removal-states.ts';
import { removalTime } from '#core/catalogue/trash/trash-clock.ts';
import type { CommonDeps } from '#core/context.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { CLIENT_DETAILS, type ClientFields, forClientTexts } from '#shared/domain/client-fields.ts';
import { storedClient, tidyClientIndex, writeClient } from './client-repository.ts';

/** The fields of an updated client that had another value before. */
const before = z
  .object({ ...forClientTexts(() => z.string()), tags: z.array(z.string()), paidUntil: z.string().nullable() })
  .partial();

const importedClients = z.object({
  clients: z.array(z.object({ id: z.int(), at: z.int() })),
  /** Older imports noted only the clients that they added. */
  updated: z.array(z.object({ id: z.int(), at: z.int(), before })).default([]),
});
export type ImportedClients = z.output<typeof importedClients>;
export type UpdatedClient = ImportedClients['updated'][number];

/** Returns the former values of the fields that an update changes; `null` if it changes none. */
export const formerFields = (stored: ClientFields, next: ClientFields): UpdatedClient['before'] | null => {
  const isSame = (name: (typeof CLIENT_DETAILS)[number]): boolean =>
    JSON.stringify(stored[name]) === JSON.stringify(next[name]);
  const changed = CLIENT_DETAILS.filter((name) => !isSame(name));
  return changed.length === 0 ? null : Object.fromEntries(changed.map((name) => [name, stored[name]]));
};

/**
 * Registers the undo of an import. It moves the added clients to the trash, except those that were edited since, or have
 * purchases, lists or proxies. Updated clients get the former values of their fields back, unless they were edited since.
 * The debts and prices of the file stay.
 */
export const registerImportUndo = ({ db, clock, deeds }: CommonDeps<'db' | 'clock' | 'deeds'>): void => {
  const isAsWritten = (accountId: string, { id, at }: UpdatedClient): boolean =>
    db.has(sql`SELECT 1 FROM clients WHERE id = ${id} AND account_id = ${accountId} AND removed = 0
      AND updated_at = ${at}`);
  const putBack = (accountId: string, client: UpdatedClient): boolean => {
    const stored = isAsWritten(accountId, client) ? storedClient(db, accountId, client.id) : undefined;
    if (stored === undefined) return false;
    const { tags = stored.tags, paidUntil = stored.paidUntil, ...texts } = client.before;
    const former = { ...stored, tags, paidUntil, ...forClientTexts((name) => texts[name] ?? stored[name]) };
    writeClient(db, client.id, former, clock.now());
    return true;
  };

  deeds.register('clients-import', {
    part: importedClients,
    takeBack: (accountId, { clients, updated }, deedId) => {
      const at = removalTime(db, clock.now());
      const removed = clients.filter(
        (client) =>
          db.run(sql`UPDATE clients SET ${toTrash(deedId, at)}
            WHERE id = ${client.id} AND account_id = ${accountId} AND removed = 0 AND updated_at = ${client.at}
              AND NOT EXISTS (SELECT 1 FROM purchases WHERE client_id = clients.id AND created_at >= ${client.at})
              AND NOT EXISTS (SELECT 1 FROM lists WHERE client_id = clients.id AND created_at >= ${client.at})
              AND NOT EXISTS (SELECT 1 FROM dedicated_proxies WHERE client_id = clients.id)`).changes > 0,
      );
      return removed.length + updated.filter((client) => putBack(accountId, client)).length;
    },
    finish: () => tidyClientIndex(db),
  });
};
