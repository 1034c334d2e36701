import { z } from 'zod';
import { DEED_KINDS } from '../domain/deed-kinds.ts';
import { event, id, nothing, page, procedure, rowsOf, timestamp } from './define.ts';

/**
 * The result of an action that can be undone: the number of changed things, and the id for undoing it. Most actions can
 * be undone for a day and are listed in `undo.list`, the others until the app ends.
 */
export const undoable = z.object({ count: z.int(), undoId: id });

const deed = z.object({
  /** The id for `undo.takeBack`. */
  id,
  kind: z.enum(DEED_KINDS),
  /** The name of the changed thing, or of the source file; `null` for several things, or if it is unknown. */
  name: z.string().nullable(),
  at: timestamp,
  /** The time until which it can be undone. */
  until: timestamp,
  /** The number of changed things, and of those that were changed back. */
  count: z.int(),
  undone: z.int(),
  state: z.enum(['under-way', 'done', 'taken-back']),
});

export const undoProcedures = {
  /** Returns the actions of the last day, newest first. */
  'undo.list': procedure(z.strictObject(page), rowsOf(deed)),
  /**
   * Undoes the actual changes of an action, and returns how many there were; 0 if there is nothing left to undo.
   * `left`: the number of things that were changed again since, which stay as they are.
   */
  'undo.takeBack': procedure(z.strictObject({ undoId: id }), z.object({ count: z.int(), left: z.int() })),
};

export const undoEvents = {
  /** An action was done or undone. */
  'undo.changed': event(nothing),
};

export type Deed = z.output<typeof deed>;
