import { z } from 'zod';
import { DEED_KINDS } from '../domain/deed-kinds.ts';
import { event, id, nothing, page, procedure, rowsOf, timestamp } from './define.ts';

/**
 * What was done, and can be taken back: how many really changed, and the number that takes it back. Most of it for a day,
 * and is in `undo.list`; the rest while the app is open.
 */
export const undoable = z.object({ count: z.int(), undoId: id });

const deed = z.object({
  /** For `undo.takeBack`. */
  id,
  kind: z.enum(DEED_KINDS),
  /** Of the one thing it was done to, or of the file they came from; `null`: of many, or not known. */
  name: z.string().nullable(),
  at: timestamp,
  /** Until when it can be taken back. */
  until: timestamp,
  /** Things it changed, and how many of them were taken back. */
  count: z.int(),
  back: z.int(),
  state: z.enum(['under-way', 'done', 'taken-back']),
});

export const undoProcedures = {
  /** What was done within the last day, the newest first. */
  'undo.list': procedure(z.strictObject(page), rowsOf(deed)),
  /**
   * Takes back what one change really changed, whatever it was, and answers with how much that was; 0 where there is
   * nothing to take back any more. `left`: what somebody has changed since, which stays as it is.
   */
  'undo.takeBack': procedure(z.strictObject({ undoId: id }), z.object({ count: z.int(), left: z.int() })),
};

export const undoEvents = {
  /** Something was done, or taken back. */
  'undo.changed': event(nothing),
};

export type Deed = z.output<typeof deed>;
