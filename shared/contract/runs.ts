import { z } from 'zod';
import { POOL_TYPES } from '../domain/limits.ts';
import { RUN_HINDRANCES, RUN_KINDS, RUN_REASONS, RUN_SORTS, RUN_STATES } from '../domain/run-rules.ts';
import { ERROR_KINDS } from '../result.ts';
import { event, id, page, procedure, sortBy, timestamp } from './define.ts';

const problemParams = z.record(z.string(), z.union([z.string(), z.number()]));

/** `AppError` of result.ts, as it is kept with what it ended: a run, a list. */
export const keptError = z.object({
  kind: z.enum(ERROR_KINDS),
  message: z.string(),
  details: z
    .object({
      code: z.string().exactOptional(),
      params: problemParams.exactOptional(),
      serviceMessage: z.string().exactOptional(),
      status: z.int().exactOptional(),
      raw: z.string().exactOptional(),
      retryAfterMs: z.number().exactOptional(),
    })
    .exactOptional(),
});

/** What a run is about, so that it is named in the language of whoever looks. Counts are of what it really does. */
const runSubject = z.discriminatedUnion('what', [
  z.object({ what: z.literal('vpn-renew'), months: z.int(), subscriptions: z.int() }),
  z.object({ what: z.literal('dedicated-prolong'), days: z.int(), proxies: z.int() }),
  z.object({ what: z.literal('traffic'), poolType: z.enum(POOL_TYPES), gb: z.number(), clients: z.int() }),
  z.object({ what: z.literal('generate'), clients: z.int(), linesEach: z.int() }),
  z.object({ what: z.literal('export'), lists: z.int() }),
  z.object({ what: z.literal('clients'), deed: z.enum(['archive', 'restore', 'remove', 'tag']), clients: z.int() }),
  z.object({ what: z.literal('proxies'), deed: z.enum(['assign', 'archive', 'restore']), proxies: z.int() }),
  z.object({ what: z.literal('import'), fileName: z.string() }),
  /** `null`: all clients. */
  z.object({ what: z.literal('refresh'), clients: z.int().nullable() }),
]);

const run = z.object({
  id,
  kind: z.enum(RUN_KINDS),
  /** A name of its own, such as that of the list it makes; or the one it was started with, where there is no subject. */
  title: z.string(),
  subject: runSubject.nullable(),
  state: z.enum(RUN_STATES),
  /** Why it has stopped. */
  reason: z.enum(RUN_REASONS).nullable(),
  error: keptError.nullable(),
  /** Why nothing moves though it is running; it goes on by itself. */
  waitingFor: z.enum(RUN_HINDRANCES).nullable(),
  /** Until when the service wants to be left alone. */
  waitsUntil: timestamp.nullable(),
  /** ms; `null` while it cannot be said. */
  timeLeftMs: z.number().nullable(),
  /** Lines, or what else it counts, that it is through with; those that failed are among them. */
  done: z.int(),
  failed: z.int(),
  total: z.int(),
  startedAt: timestamp,
  finishedAt: timestamp.nullable(),
  /** The thing it makes, for a link: the id of a list. */
  targetId: id.nullable(),
  /** The user wants to hear no more of how it ended. */
  dismissed: z.boolean(),
});

/** A client that could not be read: what was known of it before stays. */
const line = z.object({
  line: z.int(),
  clientId: id,
  clientName: z.string(),
  messengerId: z.int(),
  clientKey: z.string(),
  error: keptError,
  at: timestamp,
  /** When the older of its data was read; `null` when it never was. */
  asOf: timestamp.nullable(),
});

/** Without one the newest stand first. */
const sort = sortBy(RUN_SORTS).default({ by: 'started', direction: 'desc' });
const oneRun = z.strictObject({ runId: id });

export const runsProcedures = {
  /**
   * Of the open desk. `troubled`: only those that ended badly within the last 7 days and were not dismissed. `open`: those
   * that run, and a refresh that has clients left to read.
   */
  'runs.list': procedure(
    z.strictObject({ show: z.enum(['all', 'troubled', 'open']).default('all'), sort, ...page }),
    z.object({ total: z.int(), rows: z.array(run) }),
  ),
  'runs.get': procedure(oneRun, run),
  'runs.lines': procedure(z.strictObject({ runId: id, ...page }), z.object({ total: z.int(), rows: z.array(line) })),
  /**
   * Reads clients again: all, archived ones apart, or these. While such a run is under way they join it, and those named
   * here go first; one that was paused or had stopped goes on.
   */
  'runs.start': procedure(
    z.strictObject({ kind: z.literal('refresh'), clientIds: z.array(id).min(1).max(200_000).exactOptional() }),
    run,
  ),
  /** Stops after what is under way, and answers when it has. What remains waits. */
  'runs.pause': procedure(oneRun, run),
  /** Goes on with what waits; with `retry` also with what failed. */
  'runs.resume': procedure(z.strictObject({ runId: id, retry: z.boolean().default(false) }), run),
  /** Leaves the rest undone, for good. */
  'runs.cancel': procedure(oneRun, run),
  'runs.dismiss': procedure(z.strictObject({ runId: id, dismissed: z.boolean() }), run),
};

export const runsEvents = { 'runs.changed': event(run) };

export type Run = z.output<typeof run>;
export type RunKind = Run['kind'];
export type RunLine = z.output<typeof line>;
export type RunSort = z.output<typeof sort>;
export type RunSubject = z.output<typeof runSubject>;
export type KeptError = z.output<typeof keptError>;
export type { RunState } from '../domain/run-rules.ts';
