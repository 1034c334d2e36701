import type { Desktop } from '#core/ports.ts';
import { DeskError } from '#shared/result.ts';
import { exists } from './exists.ts';

interface SavedFile {
  readonly accountId: string;
  /** The path of the file or folder. */
  readonly path: string;
  /** The file that is selected in the file manager; without it, the file or folder itself. */
  readonly shown?: string;
  /** The code of the error if the file or folder does not exist any more. */
  readonly goneCode: string;
}

/**
 * Keeps the files and folders saved since the start of the app, in order to show them in their folder. The window refers to them
 * by number and never sends a path.
 */
export const createSavedFiles = (desktop: Pick<Desktop, 'showInFolder'>) => {
  const saved: SavedFile[] = [];
  return {
    /** Returns the number of the file. */
    add: (file: SavedFile): number => saved.push(file),
    /**
     * Shows a file of this account in its folder. Throws `not-found` if the account has saved no file with this number, and
     * `file` with the file's code if it does not exist any more.
     */
    show: async (accountId: string, fileId: number): Promise<void> => {
      const found = saved[fileId - 1];
      if (found?.accountId !== accountId) throw new DeskError('not-found', 'No such file was saved.');
      if (!(await exists(found.path))) {
        throw new DeskError('file', 'The file or folder does not exist any more.', { code: found.goneCode });
      }
      desktop.showInFolder(found.shown ?? found.path);
    },
  };
};
