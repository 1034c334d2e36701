import { type BrowserWindow, Menu, type MenuItemConstructorOptions } from 'electron';
import type { ShellWords } from './texts.ts';

/**
 * Shows the context menu of text fields and of selected text. For everything else the page has its own menus and
 * prevents the event. Passwords cannot be copied from their fields: Chromium's `editFlags` exclude it.
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
