import type { Undo } from '#core/platform/undo/undos.ts';
import { DeskError } from '#shared/result.ts';

/**
 * A change that is written in many small transactions, as if it were one: when it fails midway, what is written is taken
 * back. Throws what the work threw; or DeskError `storage` (`changed-in-part`) when taking back fails, too.
 */
export const allOrNothing = async <T>(work: () => Promise<T>, takeBack: Undo): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    try {
      await takeBack();
    } catch {
      throw new DeskError('storage', 'A part of the change was written, and could not be taken back.', {
        code: 'changed-in-part',
      });
    }
    throw error;
  }
};
