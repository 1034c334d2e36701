import { type BrowserWindow, Menu, type MenuItemConstructorOptions } from 'electron';
import type { ShellWords } from './texts.ts';

/**
 * The right click in a text field and on selected text. The page has menus of its own for everything else, and says so by
 * taking the event; a password cannot be copied from its field, as Chromium tells in the flags.
 */
export const offerEditMenu = (window: BrowserWindow, t: ShellWords): void => {
  window.webContents.on('context-menu', (_event, { isEditable, editFlags, selectionText }) => {
    const separator: MenuItemConstructorOptions = { type: 'separator' };
    const template: MenuItemConstructorOptions[] = isEditable
      ? [
          { role: 'undo', label: t('shell:menu.undo'), enabled: editFlags.canUndo },
          { role: 'redo', label: t('shell:menu.redo'), enabled: editFlags.canRedo },
          separator,
          { role: 'cut', label: t('shell:menu.cut'), enabled: editFlags.canCut },
          { role: 'copy', label: t('shell:menu.copy'), enabled: editFlags.canCopy },
          { role: 'paste', label: t('shell:menu.paste'), enabled: editFlags.canPaste },
          separator,
          { role: 'selectAll', label: t('shell:menu.selectAll'), enabled: editFlags.canSelectAll },
        ]
      : selectionText.trim() === ''
        ? []
        : [{ role: 'copy', label: t('shell:menu.copy') }];
    if (template.length > 0) Menu.buildFromTemplate(template).popup({ window });
  });
};
