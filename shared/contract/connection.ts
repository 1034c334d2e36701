import { z } from 'zod';
import { event, nothing, procedure, timestamp } from './define.ts';

/** Being offline is a state, not an error: all stored data stays readable. */
const connectionState = z.object({
  status: z.enum(['unknown', 'online', 'offline']),
  since: timestamp,
  lastSuccessAt: timestamp.nullable(),
});

/**
 * How far this computer's clock is ahead of the service's (`Date` of its answers), in ms; negative if it is behind.
 * `null` if no answer had a date, or if the difference is too small to affect dates.
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
