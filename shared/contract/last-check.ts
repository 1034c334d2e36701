import { z } from 'zod';
import { CHECK_REASONS, CHECK_STATES } from '../domain/check.ts';
import { id, timestamp } from './define.ts';

/** The number of a list's proxies in each state. */
export const checkCounts = z.record(z.enum(CHECK_STATES), z.int());

/** The result of the last check of a list. */
export const listCheck = z.object({
  /** `null` once the check is no longer stored. */
  runId: id.nullable(),
  at: timestamp,
  counts: checkCounts,
});

/** The result for one proxy; times are in ms from the start of its check. */
export const checkResult = z.object({
  state: z.enum(CHECK_STATES),
  reason: z.enum(CHECK_REASONS).nullable(),
  /** The time until the proxy had connected to the address. */
  connectMs: z.int().nullable(),
  firstByteMs: z.int().nullable(),
  /** The address that the proxy's requests come from, if the answer states it. */
  exitIp: z.string().nullable(),
  /** As two capital letters. */
  exitCountry: z.string().nullable(),
});

/** The result of the last check of a dedicated proxy. */
export const proxyCheck = checkResult.extend({ at: timestamp });

/** One of the last results of a dedicated proxy. */
const pastCheck = checkResult.pick({ state: true, reason: true, firstByteMs: true }).extend({ id, at: timestamp });

/** The last results of a dedicated proxy, newest first. */
export const checkHistory = z.object({
  checks: z.array(pastCheck),
  /** The time of the first check at which it no longer worked; `null` if it works, or was never seen to work. */
  stoppedAt: timestamp.nullable(),
});

/** One of the last results of a list. */
const pastListCheck = z.object({ id, at: timestamp, working: z.int(), failed: z.int() });

export const listCheckHistory = z.object({
  /** Newest first. */
  checks: z.array(pastListCheck),
  /** The number of its proxies that worked at a check on the schedule, and at none since, and when the last one stopped. */
  stopped: z.int(),
  stoppedAt: timestamp.nullable(),
});

export type PastListCheck = z.output<typeof pastListCheck>;
export type PastCheck = z.output<typeof pastCheck>;
export type CheckCounts = z.output<typeof checkCounts>;
export type ListCheck = z.output<typeof listCheck>;
export type CheckResult = z.output<typeof checkResult>;
export type ProxyCheck = z.output<typeof proxyCheck>;
