import { z } from 'zod';
import { id, procedure } from './define.ts';

/** What was done, and can be taken back while the app is open: how many really changed, and the number that takes it back. */
export const undoable = z.object({ count: z.int(), undoId: id });

export const undoProcedures = {
  /**
   * Takes back what one change really changed, whatever it was, and answers with how much that was; 0 where there is
   * nothing to take back any more.
   */
  'undo.takeBack': procedure(z.strictObject({ undoId: id }), z.object({ count: z.int() })),
};
