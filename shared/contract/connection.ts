import { z } from 'zod';
import { event, nothing, procedure, timestamp } from './define.ts';

/** Offline is a state, not an error: everything that was read stays readable. */
const connectionState = z.object({
  status: z.enum(['unknown', 'online', 'offline']),
  since: timestamp,
  lastSuccessAt: timestamp.nullable(),
});

export const connectionProcedures = {
  'connection.state': procedure(nothing, connectionState),
  'connection.check': procedure(nothing, connectionState),
};

export const connectionEvents = { 'connection.changed': event(connectionState) };

export type ConnectionState = z.output<typeof connectionState>;
