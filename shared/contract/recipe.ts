import { z } from 'zod';
import { FORMAT_IDS, POOL_TYPES, PROTOCOLS } from '../domain/limits.ts';
import { byKind, LOCATION_KINDS } from '../domain/location-kinds.ts';

/** Codes as the service lists them; the bounds keep a request from outside small. */
export const codes = z.array(z.string().max(200)).max(5_000).readonly();

export const formatId = z.literal(FORMAT_IDS);

/**
 * Everything a proxy list is made from, but the client: what a preset keeps, what is stored with a list, and what the
 * service is asked with. Numbers beyond the limits pass, and are told by `recipeProblems`.
 */
export const recipe = z.strictObject({
  poolType: z.enum(POOL_TYPES),
  ...byKind(LOCATION_KINDS, () => codes),
  protocol: z.enum(PROTOCOLS),
  /** `sticky`: an address is kept for so many minutes; `rotating`: each request gets another. */
  rotation: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('sticky'), ttlMinutes: z.number() }),
    z.strictObject({ type: z.literal('rotating') }),
  ]),
  anonymous: z.boolean(),
  quantity: z.number(),
  formatId,
});

export type Recipe = z.output<typeof recipe>;
