import { z } from 'zod';
import {
  MAX_WHITELIST_ADDRESSES,
  WHITELIST_ACTIONS,
  WHITELIST_LINE_STATES,
  WHITELIST_PROBLEMS,
} from '../domain/whitelist-run.ts';
import { id, manyIds, text } from './define.ts';

const action = z.enum(WHITELIST_ACTIONS);

/** A run that adds addresses to the whitelists of many clients, or removes them there. The handler checks them. */
export const whitelistInput = z.strictObject({
  kind: z.literal('whitelist'),
  action,
  ips: z.array(text(200)).min(1).max(MAX_WHITELIST_ADDRESSES),
  clientIds: manyIds,
});

const params = z.object({ kind: z.literal('whitelist'), action, ips: z.array(z.string()) });

export const whitelistDetail = z.object({
  of: z.literal('whitelist'),
  params,
  counts: z.record(z.enum(WHITELIST_LINE_STATES), z.int()),
  /** The number of lines that "retry" would repeat. */
  retryable: z.int(),
});

export const whitelistLine = z.object({
  of: z.literal('whitelist'),
  line: z.int(),
  state: z.enum(WHITELIST_LINE_STATES),
  /** `words`: the service's own message, secrets masked. */
  problem: z.object({ code: z.enum(WHITELIST_PROBLEMS), words: z.string() }).nullable(),
  clientId: id.nullable(),
  /** The client's name and pair at the time of the run; the name is empty for a client that was removed before it. */
  clientName: z.string(),
  messengerId: z.int().nullable(),
  clientKey: z.string(),
  ip: z.string(),
});

export type WhitelistInput = z.output<typeof whitelistInput>;
export type WhitelistParams = z.output<typeof params>;
export type WhitelistDetail = z.output<typeof whitelistDetail>;
export type WhitelistLine = z.output<typeof whitelistLine>;
