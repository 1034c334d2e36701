import { z } from 'zod';

/** A code in lower case. The service accepts both cases and answers in lower case, so the app always sends this one. */
export const lowerCaseCode = z.string().trim().min(1).toLowerCase();

/**
 * The pair that identifies a client (docs/api.md#clients). The id is any whole number up to ±(2^53−1), negative for
 * groups; JavaScript would round a larger one to another client's id. The key is any text, and is never trimmed or
 * changed in case.
 */
export const clientField = z
  .object({ messengerId: z.int(), clientKey: z.string().min(1) })
  .transform(({ messengerId, clientKey }) => ({ messenger_id: messengerId, client_key: clientKey }));

/** A request that names a client and nothing else. */
export const clientRequest = z.object({ client: clientField }).transform(({ client }) => client);

/** The quantity to buy or to generate; the service's own maximum is not known. */
export const quantityField = z.int().min(1);

/**
 * Returns `undefined` for an empty list, so that it is not sent: a service that takes it literally would find nothing.
 */
export const unlessEmpty = <T>(list: readonly T[] | undefined): readonly T[] | undefined =>
  list === undefined || list.length === 0 ? undefined : list;
