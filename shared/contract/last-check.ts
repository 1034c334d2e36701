import { z } from 'zod';
import { CHECK_REASONS, CHECK_STATES } from '../domain/check.ts';
import { id, timestamp } from './define.ts';

/** How many of a list's proxies stand how. */
export const checkCounts = z.record(z.enum(CHECK_STATES), z.int());

/** What the last check of a list found. */
export const listCheck = z.object({
  /** `null`: the check is not kept any more. */
  runId: id.nullable(),
  at: timestamp,
  counts: checkCounts,
});

/** What became of one proxy; times in ms from the beginning. */
export const checkResult = z.object({
  state: z.enum(CHECK_STATES),
  reason: z.enum(CHECK_REASONS).nullable(),
  /** Until the proxy had opened the way to the address. */
  connectMs: z.int().nullable(),
  firstByteMs: z.int().nullable(),
  /** By which address the proxy is seen, where the answer told. */
  exitIp: z.string().nullable(),
  /** Two capital letters. */
  exitCountry: z.string().nullable(),
});

/** What the last check of a dedicated proxy found. */
export const proxyCheck = checkResult.extend({ at: timestamp });

export type CheckCounts = z.output<typeof checkCounts>;
export type ListCheck = z.output<typeof listCheck>;
export type CheckResult = z.output<typeof checkResult>;
export type ProxyCheck = z.output<typeof proxyCheck>;
