import { z } from 'zod';
import { event, id, page, procedure, timestamp } from './define.ts';

const job = z.object({
  id,
  kind: z.enum(['generate']),
  title: z.string(),
  state: z.enum(['running', 'done', 'partial', 'cancelled', 'failed', 'interrupted']),
  done: z.int(),
  total: z.int(),
  startedAt: timestamp,
  finishedAt: timestamp.nullable(),
  /** The thing it makes, for a link: a list's id. */
  targetId: id.nullable(),
  error: z.object({ kind: z.string(), message: z.string() }).nullable(),
});

export const jobsProcedures = {
  'jobs.list': procedure(z.strictObject({ ...page }), z.object({ total: z.int(), rows: z.array(job) })),
  'jobs.cancel': procedure(z.strictObject({ jobId: id }), job),
};

export const jobsEvents = { 'jobs.changed': event(job) };

export type Job = z.output<typeof job>;
