import { z } from 'zod';

/** The service accepts both letter cases and answers in lower case; one spelling leaves the app. */
export const lowerCaseCode = z.string().trim().min(1).toLowerCase();

/**
 * The pair that identifies a client (docs/api.md#clients). The id is any whole number up to ±(2^53−1), negative for
 * groups: beyond that JavaScript would round it to somebody else's. The key is any text; it is never trimmed or
 * re-cased.
 */
export const clientField = z
  .object({ messengerId: z.int(), clientKey: z.string().min(1) })
  .transform(({ messengerId, clientKey }) => ({ messenger_id: messengerId, client_key: clientKey }));

/** A request about a client and nothing else. */
export const clientRequest = z.object({ client: clientField }).transform(({ client }) => client);

/** How many of something to buy or generate; the service's own maximum is not known. */
export const quantityField = z.int().min(1);

/** An empty list stays out, so that a service that takes it literally does not answer "nothing". */
export const unlessEmpty = <T>(list: readonly T[] | undefined): readonly T[] | undefined =>
  list === undefined || list.length === 0 ? undefined : list;
