import { z } from 'zod';
import { FORMAT_IDS, POOL_TYPES, PROTOCOLS } from '../domain/limits.ts';
import { byKind, LOCATION_KINDS } from '../domain/location-kinds.ts';

/** Codes as the service lists them. The limits keep requests from outside small. */
export const codes = z.array(z.string().max(200)).max(5_000).readonly();

export const formatId = z.literal(FORMAT_IDS);

/**
 * Everything that determines a proxy list, except its client: a preset stores it, a list keeps it, and the request to
 * the service is made from it. The schema accepts numbers beyond the limits, and `recipeProblems` reports them.
 */
export const recipe = z.strictObject({
  poolType: z.enum(POOL_TYPES),
  ...byKind(LOCATION_KINDS, () => codes),
  protocol: z.enum(PROTOCOLS),
  /** `sticky`: an address stays for a number of minutes; `rotating`: each request gets another address. */
  rotation: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('sticky'), ttlMinutes: z.number() }),
    z.strictObject({ type: z.literal('rotating') }),
  ]),
  anonymous: z.boolean(),
  quantity: z.number(),
  formatId,
});

export type Recipe = z.output<typeof recipe>;
