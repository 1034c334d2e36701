import { z } from 'zod';
import { JOB_SORTS } from '../domain/job-sorts.ts';
import { POOL_TYPES } from '../domain/limits.ts';
import { ERROR_KINDS } from '../result.ts';
import { event, id, page, procedure, sortBy, timestamp } from './define.ts';

const problemParams = z.record(z.string(), z.union([z.string(), z.number()]));

/** `AppError` of result.ts, as it is kept with what it ended: a job, a list. */
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

/** What a job is about, so that it is named in the language of whoever looks. Counts are of what it really does. */
const jobSubject = z.discriminatedUnion('what', [
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

const job = z.object({
  id,
  kind: z.enum(['generate', 'bulk', 'batch', 'changes', 'import', 'refresh']),
  /** A name of its own, such as that of the list it makes; or the one it was started with, where there is no subject. */
  title: z.string(),
  subject: jobSubject.nullable(),
  state: z.enum(['running', 'paused', 'done', 'partial', 'cancelled', 'failed', 'interrupted']),
  done: z.int(),
  total: z.int(),
  startedAt: timestamp,
  finishedAt: timestamp.nullable(),
  /** The thing it makes, for a link: the id of a list, of a bulk run, of a batch, or of a refresh. */
  targetId: id.nullable(),
  error: keptError.nullable(),
  /** The user wants to hear no more of how it ended. */
  dismissed: z.boolean(),
});

/** Without one the newest stand first. */
const sort = sortBy(JOB_SORTS).default({ by: 'started', direction: 'desc' });

export const jobsProcedures = {
  /** `troubled`: only those that ended badly within the last 7 days and were not dismissed. */
  'jobs.list': procedure(
    z.strictObject({ troubled: z.boolean().default(false), sort, ...page }),
    z.object({ total: z.int(), rows: z.array(job) }),
  ),
  'jobs.get': procedure(z.strictObject({ jobId: id }), job),
  'jobs.dismiss': procedure(z.strictObject({ jobId: id, dismissed: z.boolean() }), job),
  'jobs.cancel': procedure(z.strictObject({ jobId: id }), job),
};

export const jobsEvents = { 'jobs.changed': event(job) };

export type Job = z.output<typeof job>;
export type JobSort = z.output<typeof sort>;
export type JobSubject = z.output<typeof jobSubject>;
export type JobState = Job['state'];
export type KeptError = z.output<typeof keptError>;
