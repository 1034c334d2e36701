import { z } from 'zod';
import { event, nothing, procedure, timestamp } from './define.ts';

/**
 * Why this copy of the app never looks for updates. `development`: it is not packaged. `no-feed`: it was built without
 * the address of a feed, or without the key to verify it. `not-installed`: it is an unpacked folder, or a package that
 * the system updates. `read-only`: this user cannot replace its file.
 */
const UPDATES_OFF = ['development', 'no-feed', 'not-installed', 'read-only'] as const;

const updateState = z.object({
  status: z.enum(['off', 'idle', 'checking', 'available', 'downloading', 'ready']),
  /** Set only with `off`. */
  reason: z.enum(UPDATES_OFF).nullable(),
  /** The newer version, from `available` on. */
  version: z.string().nullable(),
  /** The progress of the download, 0–100. */
  percent: z.int().min(0).max(100).nullable(),
  /** When the feed last answered. */
  checkedAt: timestamp.nullable(),
  /** The last failed step, until it is tried again. `signature`: the feed's answer has no valid signature. */
  failed: z.enum(['check', 'signature', 'download']).nullable(),
});

/** An update is announced, downloaded on request, and installed when the app quits. */
export const updatesProcedures = {
  'updates.state': procedure(nothing, updateState),
  'updates.check': procedure(nothing, updateState),
  /** Starts the download and answers immediately; `updates.changed` reports the progress. */
  'updates.download': procedure(nothing, updateState),
};

export const updatesEvents = { 'updates.changed': event(updateState) };

export type UpdateState = z.output<typeof updateState>;
export type UpdatesOff = (typeof UPDATES_OFF)[number];
