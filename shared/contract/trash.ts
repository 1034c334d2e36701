import { z } from 'zod';
import { TRASH_KINDS, TRASH_SORTS } from '../domain/trash-rules.ts';
import { event, id, nothing, page, procedure, rowsOf, sortBy, text, timestamp } from './define.ts';

const kind = z.enum(TRASH_KINDS);
const ids = z.array(id).min(1).max(200_000);
const filter = z.strictObject({ search: text(500).default('') }).default({ search: '' });
/** The default is the most recently removed first. `key` sorts lists by the key of their client. */
const sort = sortBy(TRASH_SORTS).default({ by: 'removed', direction: 'desc' });

const row = z.object({
  id,
  /** The name of the client or list. */
  name: z.string(),
  /** The client itself, or the client of the list. */
  clientName: z.string(),
  clientKey: z.string(),
  /** For clients only. */
  messengerId: z.int().nullable(),
  /** For lists only. */
  lines: z.int().nullable(),
  removedAt: timestamp,
  /** The number of days until it is deleted permanently. */
  daysLeft: z.int(),
  /** The computer of a shared desk that removed it: `null` is this one, '' is one that is no longer known. */
  by: z.object({ computer: z.string().nullable() }).nullable(),
});

export const trashProcedures = {
  'trash.list': procedure(z.strictObject({ kind, filter, sort, ...page }), rowsOf(row)),
  /** Returns all ids under the search, in the order of the list. */
  'trash.ids': procedure(z.strictObject({ kind, filter, sort }), z.object({ ids: z.array(id) })),
  /** `gone`: the number that were no longer in the trash, because they were restored or deleted meanwhile. */
  'trash.restore': procedure(z.strictObject({ kind, ids }), z.object({ count: z.int(), gone: z.int() })),
  /** Deletes them permanently from this computer. `gone` is as in `trash.restore`. */
  'trash.delete': procedure(z.strictObject({ kind, ids }), z.object({ count: z.int(), gone: z.int() })),
};

export const trashEvents = {
  /** The contents of the trash have changed. */
  'trash.changed': event(nothing),
};

export type TrashRow = z.output<typeof row>;
export type TrashSort = z.output<typeof sort>;
