import { z } from 'zod';
import { isWithinJsonBounds } from '#core/sync/crypto/json-bounds.ts';
import { isUsableText } from '#shared/domain/client-identity.ts';

/*
 * What a column of a shared thing may hold, as it is told: declared with each kind, and asked before anything of another
 * computer reaches a table (`fits.ts`). As wide as whatever this app itself writes there, and no wider.
 */

/** The end of the year 9999: later ones are no dates that could be written. */
const LAST_MS = 253_402_300_799_999;

/** ms since the epoch, UTC. */
export const time = z.int().min(0).max(LAST_MS);
/** One that the service tells, or a wall shows. */
export const anyTime = z.int().min(-LAST_MS).max(LAST_MS);
/** So that thousands of them add up to a number that is exact. */
export const money = z.int().min(-1e12).max(1e12);
export const count = z.int().min(0).max(1e9);
export const flag = z.literal([0, 1]);
/** A mark of a computer, '' nobody, `-` one of before a copy was brought back. */
export const computerMarkText = z.string().regex(/^(?:[0-9a-f]{8}|-?)$/);
/** The name of another thing. */
export const named = z.string().min(1).max(64).nullable();
export const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** Characters of what the service says, of a search text, of anything that has no limit of its own. */
const MOST = 2_000_000;
export const boundedText = (max = MOST) => z.string().max(max).refine(isUsableText);

/** More than any column holds, and less than SQLite's own JSON would refuse. */
const BOUNDS = { count: 200_000, depth: 40 };

/** JSON as text that parses to this; `also`: what is added to it where it is read. */
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
