import { type BrowserWindow, Menu, type MenuItemConstructorOptions } from 'electron';
import type { ShellTexts } from './shell-texts.ts';

/**
 * The right click in a text field and on selected text. The page has menus of its own for everything else, and says so by
 * taking the event; a password cannot be copied from its field, as Chromium tells in the flags.
 */
export const offerEditMenu = (window: BrowserWindow, words: () => ShellTexts['menu']): void => {
  window.webContents.on('context-menu', (_event, { isEditable, editFlags, selectionText }) => {
    const { undo, redo, cut, copy, paste, selectAll } = words();
    const separator: MenuItemConstructorOptions = { type: 'separator' };
    const template: MenuItemConstructorOptions[] = isEditable
      ? [
          { role: 'undo', label: undo, enabled: editFlags.canUndo },
          { role: 'redo', label: redo, enabled: editFlags.canRedo },
          separator,
          { role: 'cut', label: cut, enabled: editFlags.canCut },
          { role: 'copy', label: copy, enabled: editFlags.canCopy },
          { role: 'paste', label: paste, enabled: editFlags.canPaste },
          separator,
          { role: 'selectAll', label: selectAll, enabled: editFlags.canSelectAll },
        ]
      : selectionText.trim() === ''
        ? []
        : [{ role: 'copy', label: copy }];
    if (template.length > 0) Menu.buildFromTemplate(template).popup({ window });
  });
};
