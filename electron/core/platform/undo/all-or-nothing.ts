import type { Undo } from '#core/platform/undo/undos.ts';
import { DeskError } from '#shared/result.ts';

/**
 * Makes a change that is written in many small transactions succeed or fail as a whole: if it fails midway, `takeBack`
 * undoes what is written. Throws the error of `work`, or DeskError `storage` (`changed-in-part`) if undoing fails, too.
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
