import { z } from 'zod';
import { CHECK_PROTOCOLS, MAX_CHECKED } from '../domain/check.ts';
import { id, text } from './define.ts';
import { checkCounts, checkResult } from './last-check.ts';
import { hostVariant } from './lists.ts';
import { formatId } from './recipe.ts';

/** How proxies are checked. Numbers beyond the limits pass, and are told by `checkProblems`. */
const how = {
  /** https; asked through each of them. */
  address: text(500),
  protocol: z.enum(CHECK_PROTOCOLS),
  atOnce: z.number(),
  /** Seconds for each. */
  timeoutS: z.number(),
  /** A first byte that takes longer is slow; seconds. */
  slowS: z.number(),
};

export const checkInput = [
  z.strictObject({ kind: z.literal('check-list'), listId: id, variant: hostVariant, ...how }),
  z.strictObject({ kind: z.literal('check-proxies'), proxyIds: z.array(id).min(1).max(MAX_CHECKED), ...how }),
] as const;

const params = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('check-list'), variant: hostVariant, formatId, ...how }),
  z.object({ kind: z.literal('check-proxies'), ...how }),
]);

export const checkDetail = z.object({
  of: z.literal('check'),
  params,
  counts: checkCounts,
  /** `null`: of dedicated proxies, or the list was removed. */
  listId: id.nullable(),
});

export const checkLine = checkResult.extend({
  of: z.literal('check'),
  line: z.int(),
  /** The proxy's line, its password masked; empty where its list is gone. */
  text: z.string(),
  /** Characters of `text` up to the end of what tells it from the lines beside it; 0: nothing does. */
  ownUntil: z.int(),
  proxyId: id.nullable(),
});

export type CheckInput = z.output<(typeof checkInput)[number]>;
export type CheckParams = z.output<typeof params>;
export type CheckDetail = z.output<typeof checkDetail>;
export type CheckLine = z.output<typeof checkLine>;
