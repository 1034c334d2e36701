import { inSlices } from '../common/slices.ts';
import type { Database } from '../storage/database.ts';
import type { ClientRepository } from './client-repository.ts';

export interface KnownClient {
  readonly messengerId: number;
  readonly clientKey: string;
  readonly name: string;
}

const ROWS = 80;

/** How many were added: a pair that is there, or was removed, is left as it is. */
export const seedClients = async (
  db: Database,
  repository: ClientRepository,
  accountId: string,
  clients: readonly KnownClient[],
  at: number,
): Promise<number> => {
  let added = 0;
  await inSlices(clients, ROWS, (piece) => {
    db.transaction(() => {
      for (const { messengerId, clientKey, name } of piece) {
        if (repository.byPair(accountId, messengerId, clientKey) !== undefined) continue;
        repository.insert(accountId, { messengerId, clientKey, name, note: '', tags: [] }, at);
        added += 1;
      }
    });
  });
  return added;
};
