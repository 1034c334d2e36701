import { z } from 'zod';
import { CLIENT_LIMITS } from '../domain/client-fields.ts';
import { MAX_STANDING_TARGETS } from '../domain/standing-rules.ts';
import { id, text } from './define.ts';

const ids = z.array(id).max(MAX_STANDING_TARGETS);

/**
 * The targets of a standing order. The clients of a tag are determined at each check. For clients and tags a
 * prolongation includes all their proxies.
 */
export const standingTargets = z.discriminatedUnion('of', [
  z.strictObject({ of: z.literal('clients'), clientIds: ids }),
  z.strictObject({ of: z.literal('tag'), tag: text(CLIENT_LIMITS.tag) }),
  z.strictObject({ of: z.literal('proxies'), proxyIds: ids }),
]);
