import { z } from 'zod';
import { event, id, nothing, page, procedure, timestamp } from './define.ts';
import { keptError } from './jobs.ts';

/** Of an account's clients, one run at a time: VPN subscriptions, traffic, and whitelists that were read before. */
const refreshRun = z.object({
  runId: id,
  scope: z.enum(['all', 'selection']),
  origin: z.enum(['user', 'schedule']),
  /** `stopped`: by itself, for the reason in `error`; it can go on. */
  state: z.enum(['planning', 'running', 'paused', 'stopped', 'done', 'cancelled']),
  /** Why nothing moves though it is running; it goes on by itself. */
  waitingFor: z.enum(['network', 'computer', 'service']).nullable(),
  total: z.int(),
  /** Read; those that failed are not among them. */
  done: z.int(),
  failed: z.int(),
  /** ms; `null` while it cannot be said. */
  timeLeftMs: z.number().nullable(),
  startedAt: timestamp,
  finishedAt: timestamp.nullable(),
  jobId: id.nullable(),
  error: keptError.nullable(),
});

/** A client that could not be read: what was known of it before stays. */
const failure = z.object({
  clientId: id,
  clientName: z.string(),
  messengerId: z.int(),
  clientKey: z.string(),
  error: keptError,
  failedAt: timestamp,
  /** When the older of its data was read; `null` when it never was. */
  asOf: timestamp.nullable(),
});

const oneRun = z.strictObject({ runId: id });

export const refreshProcedures = {
  /** The newest run, and when all clients are read again by themselves (`null`: not by themselves). */
  'refresh.state': procedure(nothing, z.object({ run: refreshRun.nullable(), nextAt: timestamp.nullable() })),
  'refresh.get': procedure(oneRun, refreshRun),
  /**
   * All clients, archived ones apart, or these. While a run is under way they join it, and those named here go first; a
   * run that was paused or had stopped goes on.
   */
  'refresh.start': procedure(z.strictObject({ clientIds: z.array(id).min(1).max(200_000).optional() }), refreshRun),
  'refresh.pause': procedure(oneRun, refreshRun),
  'refresh.resume': procedure(oneRun, refreshRun),
  'refresh.cancel': procedure(oneRun, refreshRun),
  /** Tries those that failed once more. */
  'refresh.retry': procedure(oneRun, refreshRun),
  /** The newest failure first. */
  'refresh.failures': procedure(
    z.strictObject({ runId: id, ...page }),
    z.object({ total: z.int(), rows: z.array(failure) }),
  ),
};

export const refreshEvents = { 'refresh.changed': event(refreshRun) };

export type RefreshRun = z.output<typeof refreshRun>;
export type RefreshFailure = z.output<typeof failure>;
