import { randomInt } from 'node:crypto';
import type { FileDialogs } from '#core/ports.ts';

/** The number of chosen folders that are remembered until something is saved with one of them. */
const KEPT_CHOICES = 20;

export interface FolderChoice {
  readonly folderId: number;
  readonly folder: string;
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
    /** Returns the folder with this number; `undefined` if it was not chosen since the start of the app. */
    folder: (folderId: number | null): string | undefined => (folderId === null ? undefined : choices.get(folderId)),
  };
};
