import { z } from 'zod';
import { CLIENT_LIMITS } from '../domain/client-fields.ts';
import { MAX_STANDING_TARGETS } from '../domain/standing-rules.ts';
import { id, text } from './define.ts';

const ids = z.array(id).max(MAX_STANDING_TARGETS);

/** A tag's clients are those who have it at each look. Of clients and tags a prolongation takes all their proxies. */
export const standingTargets = z.discriminatedUnion('of', [
  z.strictObject({ of: z.literal('clients'), clientIds: ids }),
  z.strictObject({ of: z.literal('tag'), tag: text(CLIENT_LIMITS.tag) }),
  z.strictObject({ of: z.literal('proxies'), proxyIds: ids }),
]);
