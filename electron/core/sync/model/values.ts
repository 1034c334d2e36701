import { z } from 'zod';
import { isUsableText } from '#shared/domain/client-identity.ts';
import { isWithinJsonBounds } from '#shared/domain/json-bounds.ts';
import { MAX_PRICE_KOPECKS } from '#shared/domain/money.ts';

/*
 * The values that a column of a shared record may have, as published. Each kind declares them, and `fits.ts` checks
 * them before anything from another computer reaches a table. They allow whatever this app itself writes, and nothing
 * more.
 */

/** The end of the year 9999. Later times cannot be written as dates. */
const LAST_MS = 253_402_300_799_999;

/** A time in ms since the epoch, UTC. */
export const time = z.int().min(0).max(LAST_MS);
/** A time that the service reports, or that a wall clock shows. */
export const anyTime = z.int().min(-LAST_MS).max(LAST_MS);
/** An amount, limited so that thousands of amounts add up to an exact number. */
export const money = z.int().min(-MAX_PRICE_KOPECKS).max(MAX_PRICE_KOPECKS);
export const count = z.int().min(0).max(1e9);
export const flag = z.literal([0, 1]);
/** The mark of a computer; '' stands for nobody, and `-` for a computer before its desk was restored from a copy. */
export const computerMarkText = z.string().regex(/^(?:[0-9a-f]{8}|-?)$/);
/** The name of another record. */
export const named = z.string().min(1).max(64).nullable();
/** A day that exists, as YYYY-MM-DD. */
export const day = z.iso.date();

/** The most characters of an answer of the service, a search text, or any text without a limit of its own. */
const MOST = 2_000_000;
export const boundedText = (max = MOST) => z.string().max(max).refine(isUsableText);

/** More than any column contains, and less than SQLite's own JSON functions would refuse. */
const BOUNDS = { count: 200_000, depth: 40 };

/** A text with JSON that fits the schema. `also` contains the properties that are added where the text is read. */
export const jsonText = (schema: z.ZodType, also: object = {}) =>
  z
    .string()
    .max(MOST)
    .refine((published) => {
      if (!isWithinJsonBounds(Buffer.from(published, 'utf8'), BOUNDS)) return false;
      try {
        const found: unknown = JSON.parse(published);
        const isObject = typeof found === 'object' && found !== null && !Array.isArray(found);
        return schema.safeParse(isObject ? { ...found, ...also } : found).success;
      } catch {
        return false;
      }
    });
