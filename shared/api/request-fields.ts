import { z } from 'zod';

/** The service accepts both letter cases and answers in lower case; one spelling leaves the app. */
export const lowerCaseCode = z.string().trim().min(1).toLowerCase();

/**
 * The pair that identifies a client (docs/api.md#clients). The id is any whole number up to ±(2^53−1), negative for
 * groups: beyond that JavaScript would round it to somebody else's. The key is any text; it is never trimmed or
 * re-cased.
 */
export const clientFields = { messenger_id: z.int(), client_key: z.string().min(1) };

/** How many of something to buy or generate; the service's own maximum is not known. */
export const quantityField = z.int().min(1);
