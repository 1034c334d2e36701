import { randomInt } from 'node:crypto';
import type { FileDialogs } from '#core/ports.ts';

/** The number of chosen folders that are remembered until something is saved with one of them. */
const KEPT_CHOICES = 20;

interface FolderChoice {
  readonly folderId: number;
  readonly folder: string;
}

/** The folder of a schedule. A restored desk keeps it, but the user has to choose it again on this computer. */
interface ScheduledFolder {
  readonly folder: string;
  readonly folderChosen: boolean;
}

/** Creates the choice of folders in dialogs. The window names a chosen folder by its number and never sends a path. */
export const createFolderChoices = (dialogs: Pick<FileDialogs, 'chooseFolder'>) => {
  const choices = new Map<number, string>();
  let last = randomInt(2 ** 47);
  return {
    /** Asks the OS for a folder; `null` if the dialog was closed. */
    ask: async (title: string): Promise<FolderChoice | null> => {
      const folder = await dialogs.chooseFolder({ title });
      if (folder === null) return null;
      last += 1;
      choices.set(last, folder);
      choices.delete(last - KEPT_CHOICES);
      return { folderId: last, folder };
    },
    /**
     * Returns the folder that a schedule is saved with: the one with this number or, without a number, the one before.
     * Returns `null` if there is neither, or if no folder with this number was chosen since the start of the app.
     */
    folderOf: (folderId: number | null, before: ScheduledFolder | null): ScheduledFolder | null => {
      if (folderId === null) return before && { folder: before.folder, folderChosen: before.folderChosen };
      const folder = choices.get(folderId);
      return folder === undefined ? null : { folder, folderChosen: true };
    },
  };
};
