import { forClientTexts } from '#shared/domain/client-fields.ts';
import { writeInSlices } from '../common/write-slices.ts';
import type { Database } from '../storage/database.ts';
import type { ClientRepository } from './client-repository.ts';

export interface KnownClient {
  readonly messengerId: number;
  readonly clientKey: string;
  readonly name: string;
}

/** How many were added: a pair that is there, or was removed, is left as it is. */
export const seedClients = async (
  db: Database,
  repository: ClientRepository,
  accountId: string,
  clients: readonly KnownClient[],
  at: number,
): Promise<number> => {
  let added = 0;
  await writeInSlices(db, clients, ({ messengerId, clientKey, name }) => {
    if (repository.byPair(accountId, messengerId, clientKey) !== undefined) return;
    repository.insert(accountId, { ...forClientTexts(() => ''), messengerId, clientKey, name, tags: [] }, at);
    added += 1;
  });
  return added;
};
