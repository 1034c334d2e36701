import { z } from 'zod';
import { TRASH_KINDS, TRASH_SORTS } from '../domain/trash-rules.ts';
import { event, id, nothing, page, procedure, rowsOf, sortBy, text, timestamp } from './define.ts';

const kind = z.enum(TRASH_KINDS);
const ids = z.array(id).min(1).max(200_000);
const filter = z.strictObject({ search: text(500).default('') }).default({ search: '' });
/** Without one what was removed last stands first. `key`: of a list that of its client. */
const sort = sortBy(TRASH_SORTS).default({ by: 'removed', direction: 'desc' });

const row = z.object({
  id,
  /** Of a client or a list. */
  name: z.string(),
  /** Of the client itself, or of whom the list was made for. */
  clientName: z.string(),
  clientKey: z.string(),
  /** Of a client. */
  messengerId: z.int().nullable(),
  /** Of a list. */
  lines: z.int().nullable(),
  removedAt: timestamp,
  /** Until it is deleted for good. */
  daysLeft: z.int(),
  /** Who removed it, of a desk that is shared: `null` this computer, '' one that is not known any more. */
  by: z.object({ computer: z.string().nullable() }).nullable(),
});

export const trashProcedures = {
  'trash.list': procedure(z.strictObject({ kind, filter, sort, ...page }), rowsOf(row)),
  /** Every id under the search, in the order of the list. */
  'trash.ids': procedure(z.strictObject({ kind, filter, sort }), z.object({ ids: z.array(id) })),
  /** `gone`: those that are not in the trash any more, restored or deleted meanwhile. */
  'trash.restore': procedure(z.strictObject({ kind, ids }), z.object({ count: z.int(), gone: z.int() })),
  /** For good, on this computer. `gone` as for `trash.restore`. */
  'trash.delete': procedure(z.strictObject({ kind, ids }), z.object({ count: z.int(), gone: z.int() })),
};

export const trashEvents = {
  /** It holds other things, or fewer. */
  'trash.changed': event(nothing),
};

export type TrashRow = z.output<typeof row>;
export type TrashSort = z.output<typeof sort>;
