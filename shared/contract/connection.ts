import { z } from 'zod';
import { event, nothing, procedure, timestamp } from './define.ts';

/** Offline is a state, not an error: everything that was read stays readable. */
const connectionState = z.object({
  status: z.enum(['unknown', 'online', 'offline']),
  since: timestamp,
  lastSuccessAt: timestamp.nullable(),
});

/**
 * How far this computer's clock is ahead of what the service's answers say (`Date`), in ms; negative: behind. `null`: no
 * answer has said what time it is, or the two agree as well as dates need.
 */
const clockState = z.object({ aheadMs: z.int().nullable() });

export const connectionProcedures = {
  'connection.state': procedure(nothing, connectionState),
  'connection.check': procedure(nothing, connectionState),
  'connection.clock': procedure(nothing, clockState),
};

export const connectionEvents = {
  'connection.changed': event(connectionState),
  'connection.clockChanged': event(clockState),
};

export type ConnectionState = z.output<typeof connectionState>;
export type ClockState = z.output<typeof clockState>;
