import { z } from 'zod';
import { MAX_BULK_TARGETS } from '../domain/bulk-limits.ts';
import { CHARGE_STATES, STOP_REASONS } from '../domain/bulk-run.ts';
import { BASES } from '../domain/journal.ts';
import { LANGUAGES } from '../domain/language.ts';
import { VPN_PERIODS } from '../domain/limits.ts';
import { event, id, kopecks, nothing, page, procedure, text, timestamp } from './define.ts';
import { keptError } from './kept-error.ts';
import { poolType } from './premium.ts';

const targets = z.array(id).min(1).max(200_000);
const kind = <K extends string, S extends z.ZodRawShape>(name: K, shape: S) =>
  z.strictObject({ kind: z.literal(name), ...shape });

const renewal = {
  periodMonths: z.literal(VPN_PERIODS),
  /** Those that have ended, and those that end within so many days; `null`: all. */
  endingWithinDays: z.int().min(0).max(3650).nullable(),
};
/** `period` in days, `gb` in GB: checked by the handler, field by field. */
const prolongation = { period: z.number() };
const traffic = { poolType, gb: z.number() };

/** What is done, without for whom. */
const bulkParams = z.discriminatedUnion('kind', [
  kind('vpn-renew', renewal),
  kind('dedicated-prolong', prolongation),
  kind('traffic', traffic),
]);

const planInput = z.discriminatedUnion('kind', [
  /** `only`: of these clients' subscriptions none but these, by uuid; `endingWithinDays` is not asked then. */
  kind('vpn-renew', { ...renewal, clientIds: targets, only: z.array(text(200)).min(1).max(200_000).exactOptional() }),
  kind('dedicated-prolong', { ...prolongation, proxyIds: targets }),
  kind('traffic', { ...traffic, clientIds: targets }),
]);

/** Why a line cannot be done. */
export const BULK_PROBLEMS = [
  'client-removed',
  'no-subscription',
  'nothing-ending',
  'disabled',
  'not-read', // the client's subscriptions were never read, and now they could not be
  'outcome-open', // the outcome of an earlier purchase of the same is unknown
  'bought-meanwhile', // since the plan was made, and not by the run
  'target-changed', // the subscription or proxy ends at another time than the plan shows, or the client has another pair
  'subscription-gone',
  'proxy-removed',
  'no-service-id',
  'same-proxy', // held twice: it is prolonged once
  'refused', // the service gave no price for it
  'not-quoted', // the service left it out of its prices
] as const;

/**
 * `words`: what the service said, secrets masked. Of `target-changed`: `before` and `after`, ends in ms since the epoch or
 * pairs as text. `purchaseId`: the earlier purchase, of `outcome-open` and `bought-meanwhile`.
 */
const moved = z.union([z.number(), z.string()]);
const problem = z.object({
  code: z.enum(BULK_PROBLEMS),
  words: z.string(),
  before: moved.exactOptional(),
  after: moved.exactOptional(),
  purchaseId: id.exactOptional(),
});

const counts = z.object({
  waiting: z.int(),
  buying: z.int(),
  done: z.int(),
  'goods-missing': z.int(),
  rejected: z.int(),
  'not-charged': z.int(),
  unknown: z.int(),
  skipped: z.int(),
  cannot: z.int(),
});

const run = z.object({
  id,
  params: bulkParams,
  /**
   * `planned`: nothing is agreed to yet; a restart forgets it. `stopped`: it can be resumed, unless it was `restored`.
   * `closed`: the user left the rest undone.
   */
  state: z.enum(['planned', 'running', 'stopped', 'finished', 'closed']),
  stopReason: z.enum(STOP_REASONS).nullable(),
  error: keptError.nullable(),
  lines: z.int(),
  /** Lines by what became of them. */
  counts,
  /** Requests that charge, which still wait. */
  waitingCharges: z.int(),
  /** The price of everything that was or is to be done. */
  totalKopecks: kopecks,
  /** Of what still waits. */
  remainingKopecks: kopecks,
  /** Before the prices were last asked for again, where that changed it. */
  formerRemainingKopecks: kopecks.nullable(),
  chargedKopecks: kopecks,
  /** What may have been charged: purchases without an outcome. */
  openKopecks: kopecks,
  /** Never spent beyond it; `null` until it is started. */
  capKopecks: kopecks.nullable(),
  /** As read with the prices; `null` when it could not be. */
  balanceKopecks: kopecks.nullable(),
  pricesAsOf: timestamp,
  /**
   * How old the ends of the plan are, the oldest of them: when subscriptions were read, or until when a desk that was
   * brought back from a copy knows what was bought for its proxies. `null` where none is shown, or nothing is missing.
   */
  datesAsOf: timestamp.nullable(),
  /** While it runs: until when it sends nothing, because the service asked for fewer requests. */
  waitsUntil: timestamp.nullable(),
  jobId: id.nullable(),
  createdAt: timestamp,
  startedAt: timestamp.nullable(),
  finishedAt: timestamp.nullable(),
});

const line = z.object({
  line: z.int(),
  state: z.enum(CHARGE_STATES),
  problem: problem.nullable(),
  clientId: id.nullable(),
  /** Who it is for, as it was then; empty: nobody. */
  clientName: z.string(),
  messengerId: z.int().nullable(),
  clientKey: z.string().nullable(),
  /** The subscription's uuid, the proxy's address; empty for traffic. */
  target: z.string(),
  expiresAt: timestamp.nullable(),
  /** `null` where the service does not say. */
  priceKopecks: kopecks.nullable(),
  /** How many lines the same request pays for. */
  shared: z.int(),
  purchaseId: id.nullable(),
  /** Whose word the purchase's outcome is. */
  basis: z.enum(BASES).nullable(),
  /** Since when no reading showed a sign of it, where evidence says that it was not charged. */
  quietSince: timestamp.nullable(),
  /** The service's words to a refusal. */
  note: z.string(),
  at: timestamp.nullable(),
});

const runOnly = z.strictObject({ runId: id });

export const bulkProcedures = {
  /** Freezes a selection and asks for its prices, equal ones once. Throws what the service's reads throw, and `cancelled`. */
  'bulk.plan': procedure(planInput, run),
  /** Stops the planning that is under way, if any. */
  'bulk.cancelPlan': procedure(nothing, nothing),
  'bulk.get': procedure(runOnly, run),
  /** In the order of the plan; `only` narrows to states. */
  'bulk.lines': procedure(
    z.strictObject({ runId: id, only: z.array(z.enum(CHARGE_STATES)).max(20).default([]), ...page }),
    z.object({ total: z.int(), rows: z.array(line) }),
  ),
  /** Asks for the prices of what waits, and for the balance, again. */
  'bulk.requote': procedure(runOnly, run),
  /**
   * Starts or resumes. `remainingKopecks` is what the user saw and agreed to: `conflict` (`bulk-plan-changed`) when it
   * is not the run's. `capKopecks` covers what is spent, what may be, and what remains. `conflict` (`bulk-open-outcome`)
   * while the outcome of one of its purchases is unknown, neither resolved nor skipped; `bulk-running` while another
   * run of the account is under way.
   */
  'bulk.start': procedure(z.strictObject({ runId: id, remainingKopecks: kopecks, capKopecks: kopecks }), run),
  /** Stops after the purchase that is under way, and answers when it has. */
  'bulk.pause': procedure(runOnly, run),
  /** Goes on without those whose outcome is unknown. They are never sent again, and count against the cap. */
  'bulk.skipUnknown': procedure(runOnly, run),
  /** Leaves the rest undone, for good. */
  'bulk.close': procedure(runOnly, run),
  /** Asks the OS for a path and writes every line, for Excel. `null`: the dialog was closed. */
  'bulk.saveReport': procedure(
    z.strictObject({ runId: id, language: z.enum(LANGUAGES) }),
    z.object({ fileName: z.string(), rows: z.int() }).nullable(),
  ),
};

export const bulkEvents = {
  'bulk.changed': event(z.object({ runId: id })),
  /** Of the planning that is under way. */
  'bulk.planning': event(z.object({ done: z.int(), total: z.int() })),
};

export type { ChargeState, StopReason } from '../domain/bulk-run.ts';
export { MAX_BULK_TARGETS };
export type BulkPlanInput = z.output<typeof planInput>;
export type BulkParams = z.output<typeof bulkParams>;
export type BulkProblem = z.output<typeof problem>;
export type BulkRun = z.output<typeof run>;
export type BulkLine = z.output<typeof line>;
