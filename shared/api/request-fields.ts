import { z } from 'zod';
import { clientKeySchema, messengerIdSchema } from '../domain/limits.ts';

/** The service accepts both letter cases and answers in lower case; one spelling leaves the app. */
export const lowerCaseCode = z.string().trim().min(1).toLowerCase();

/** The pair that identifies a client (API section 1). */
export const clientFields = { messenger_id: messengerIdSchema, client_key: clientKeySchema };

/** How many of something to buy or generate; the service's own maximum is not known. */
export const quantityField = z.int().min(1);
