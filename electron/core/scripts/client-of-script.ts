import type { CommonDeps } from '#core/context.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { DeskError } from '#shared/result.ts';

/** The pair that identifies a client at the service (docs/api.md#clients). */
export interface Pair {
  readonly messengerId: number;
  readonly clientKey: string;
}

/** Writes a client the way scripts name it. The number of a client differs between computers, and this pair does not. */
export const writePair = ({ messengerId, clientKey }: Pair): string => `${messengerId}:${clientKey}`;

/** Reads `MESSENGER_ID:CLIENT_KEY`. The key may have colons. Throws `not-found` for a number that no client can have. */
export const readPair = (text: string): Pair => {
  const colon = text.indexOf(':');
  const messengerId = Number(text.slice(0, colon));
  if (colon < 1 || !Number.isSafeInteger(messengerId)) throw noSuchClient();
  return { messengerId, clientKey: text.slice(colon + 1) };
};

/** Returns the id of the client on this computer. Throws `not-found` if the account has no such client. */
export const idOfClient = ({ db, session }: CommonDeps<'db' | 'session'>, text: string): number => {
  const { messengerId, clientKey } = readPair(text);
  const clientId = db.value<number>(sql`SELECT id FROM clients WHERE account_id = ${session.accountId()}
    AND messenger_id = ${messengerId} AND client_key = ${clientKey} AND removed = 0`);
  if (clientId === null) throw noSuchClient();
  return clientId;
};

const noSuchClient = (): DeskError => new DeskError('not-found', 'There is no such client.', { code: 'client' });
