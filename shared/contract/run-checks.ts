import { z } from 'zod';
import { CHECK_PROTOCOLS, MAX_CHECKED } from '../domain/check.ts';
import { id, text } from './define.ts';
import { checkCounts, checkResult } from './last-check.ts';
import { hostVariant } from './lists.ts';
import { formatId } from './recipe.ts';

/** The settings of a check. The schema accepts numbers beyond the limits, and `checkProblems` reports them. */
const how = {
  /** An https address that is requested through each proxy. */
  address: text(500),
  protocol: z.enum(CHECK_PROTOCOLS),
  atOnce: z.number(),
  /** The time limit for each proxy, in seconds. */
  timeoutS: z.number(),
  /** The time to the first byte, in seconds, above which a proxy is slow. */
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
  /** `null` if dedicated proxies were checked, or the list was removed. */
  listId: id.nullable(),
});

export const checkLine = checkResult.extend({
  of: z.literal('check'),
  line: z.int(),
  /** The proxy's line with its password masked; empty once its list was removed. */
  text: z.string(),
  /** The length in characters of the part of `text` that distinguishes it from neighbouring lines; 0 if none does. */
  ownUntil: z.int(),
  proxyId: id.nullable(),
});

export type CheckInput = z.output<(typeof checkInput)[number]>;
export type CheckParams = z.output<typeof params>;
export type CheckDetail = z.output<typeof checkDetail>;
export type CheckLine = z.output<typeof checkLine>;
