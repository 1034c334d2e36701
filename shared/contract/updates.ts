import { z } from 'zod';
import { event, nothing, procedure, timestamp } from './define.ts';

/**
 * Why this copy of the app never looks for updates. `development`: it was not packaged. `no-feed`: it was built without
 * an address to ask, or without what its answers could be verified by. `not-installed`: it is a bare folder, or a package that the system's own tools update.
 * `read-only`: its file cannot be replaced by this user.
 */
const UPDATES_OFF = ['development', 'no-feed', 'not-installed', 'read-only'] as const;

const updateState = z.object({
  status: z.enum(['off', 'idle', 'checking', 'available', 'downloading', 'ready']),
  /** Only with `off`. */
  reason: z.enum(UPDATES_OFF).nullable(),
  /** The newer version, from `available` on. */
  version: z.string().nullable(),
  /** 0–100 while downloading. */
  percent: z.int().min(0).max(100).nullable(),
  /** When the feed last answered. */
  checkedAt: timestamp.nullable(),
  /** What failed last, until it is tried again. `signature`: the feed answered, but not with what we have signed. */
  failed: z.enum(['check', 'signature', 'download']).nullable(),
});

/** An update is offered, fetched on request, and installed when the app quits. */
export const updatesProcedures = {
  'updates.state': procedure(nothing, updateState),
  'updates.check': procedure(nothing, updateState),
  /** Answers at once; how it goes is told by `updates.changed`. */
  'updates.download': procedure(nothing, updateState),
};

export const updatesEvents = { 'updates.changed': event(updateState) };

export type UpdateState = z.output<typeof updateState>;
export type UpdatesOff = (typeof UPDATES_OFF)[number];
