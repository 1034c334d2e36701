import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { DeskError } from '#shared/result.ts';

/** A client as the service identifies it (docs/api.md#clients), with the reseller's name for it or else the key. */
export interface ClientPair {
  readonly clientId: number;
  readonly messengerId: number;
  readonly clientKey: string;
  readonly name: string;
}

/** The two values of a pair; a stored line or purchase without a client has none. */
interface Pair {
  readonly messengerId: number | null;
  readonly clientKey: string | null;
}

/** Returns whether both are the same client of the service. */
export const isSamePair = (one: Pair, other: Pair): boolean =>
  one.messengerId === other.messengerId && one.clientKey === other.clientKey;

/** Returns a client. Throws `not-found` if the account has no such client, or if it was removed. */
export const findClientPair = (db: Database, accountId: string, clientId: number): ClientPair => {
  const pair = db.get<ClientPair>(sql`SELECT id AS clientId, messenger_id, client_key,
      coalesce(nullif(name, ''), client_key) AS name
    FROM clients WHERE id = ${clientId} AND account_id = ${accountId} AND removed = 0`);
  if (pair === undefined) throw noClient();
  return pair;
};

/**
 * Call it before an answer about a client is stored. Throws if the answer belongs to nobody here: `conflict`
 * (`client-changed`) if the pair was changed since the request, so that the row is another client of the service, and
 * `not-found` if the client was permanently deleted.
 */
export const assertSameClient = (db: Database, client: ClientPair): void => {
  const now = db.get<Pick<ClientPair, 'messengerId' | 'clientKey'>>(sql`SELECT messenger_id, client_key
    FROM clients WHERE id = ${client.clientId} AND removed >= 0`);
  if (now === undefined) throw noClient();
  if (isSamePair(now, client)) return;
  throw new DeskError('conflict', 'The pair of the client was changed meanwhile.', { code: 'client-changed' });
};

const noClient = (): DeskError => new DeskError('not-found', 'There is no such client.', { code: 'client' });
