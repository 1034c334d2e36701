import { z } from 'zod';
import { CHECK_RHYTHMS } from '../domain/check-rhythm.ts';
import { RUN_STATES } from '../domain/run-rules.ts';
import { event, id, nothing, procedure, text, timestamp } from './define.ts';

/** The schema accepts numbers, times and zones beyond the limits, which are reported by field. */
const terms = {
  enabled: z.boolean(),
  every: z.enum(CHECK_RHYTHMS),
  /** The hours between two checks; it counts if `every` is `hours`. */
  hours: z.number(),
  /** `HH:MM` in `zone`; both count if `every` is `day`. */
  time: text(20),
  /** A zone of the IANA database. */
  zone: text(100),
};

const scheduledChecks = z.object({
  ...terms,
  /** In the past while a check waits, for example for the network; `null` if it is switched off. */
  nextAt: timestamp.nullable(),
  /** The number of proxies that would be checked now: those that are not archived and have not ended. */
  proxies: z.int(),
  /** The last check that this schedule started on this computer; `null` if it is no longer stored. */
  last: z
    .object({
      runId: id,
      state: z.enum(RUN_STATES),
      at: timestamp,
      working: z.int(),
      failed: z.int(),
    })
    .nullable(),
});

export const scheduledChecksProcedures = {
  /** Returns when the dedicated proxies of the open desk are checked automatically. */
  'scheduledChecks.get': procedure(nothing, scheduledChecks),
  'scheduledChecks.save': procedure(z.strictObject(terms), scheduledChecks),
};

export const scheduledChecksEvents = {
  /** The schedule was changed, or it started a check. */
  'scheduledChecks.changed': event(nothing),
};

export type ScheduledChecks = z.output<typeof scheduledChecks>;
