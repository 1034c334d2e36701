import { type BrowserWindow, dialog, type OpenDialogOptions, type OpenDialogReturnValue } from 'electron';
import type { FileDialogs, FileFilter } from '#core/ports.ts';

const copy = (filters: readonly FileFilter[]): { name: string; extensions: string[] }[] =>
  filters.map((filter) => ({ name: filter.name, extensions: [...filter.extensions] }));

/**
 * The OS dialogs, attached to the window if there is one. They are called as methods of `dialog` because tests replace
 * those.
 */
export const createDialogs = (window: () => BrowserWindow | null): FileDialogs => {
  const open = (options: OpenDialogOptions): Promise<OpenDialogReturnValue> => {
    const owner = window();
    return owner === null ? dialog.showOpenDialog(options) : dialog.showOpenDialog(owner, options);
  };
  const first = ({ canceled, filePaths }: OpenDialogReturnValue): string | null =>
    canceled ? null : (filePaths[0] ?? null);

  return {
    saveFile: async ({ title, suggestedName, filters }) => {
      const options = { title, defaultPath: suggestedName, filters: copy(filters) };
      const owner = window();
      const answer = await (owner === null ? dialog.showSaveDialog(options) : dialog.showSaveDialog(owner, options));
      return answer.canceled || answer.filePath === '' ? null : answer.filePath;
    },
    openFile: async ({ title, filters }) =>
      first(await open({ title, filters: copy(filters), properties: ['openFile'] })),
    chooseFolder: async ({ title }) => first(await open({ title, properties: ['openDirectory', 'createDirectory'] })),
  };
};
