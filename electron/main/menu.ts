import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { ShellWords } from './texts.ts';

interface MenuActions {
  readonly addAccount: () => void;
  readonly showDataFolder: () => void;
  readonly showManual: () => void;
  readonly showWhatsNew: () => void;
  readonly showAbout: () => void;
}

/** Sets the native menu. It uses standard roles, so that each OS assigns its own shortcuts. */
export const setMenu = (t: ShellWords, actions: MenuActions, withDevTools: boolean): void => {
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const isMac = process.platform === 'darwin';
  const own: MenuItemConstructorOptions[] = [
    { label: t('shell:menu.addAccount'), click: actions.addAccount },
    { label: t('shell:menu.showDataFolder'), click: actions.showDataFolder },
  ];
  const quit: MenuItemConstructorOptions = { role: 'quit', label: t('shell:menu.quit'), accelerator: 'CmdOrCtrl+Q' };
  const about: MenuItemConstructorOptions = { label: t('shell:menu.about'), click: actions.showAbout };
  const macApp: MenuItemConstructorOptions = {
    label: 'Reseller Desk',
    submenu: [
      about,
      separator,
      { role: 'hide', label: t('shell:menu.hide') },
      { role: 'hideOthers', label: t('shell:menu.hideOthers') },
      { role: 'unhide', label: t('shell:menu.showAll') },
      separator,
      quit,
    ],
  };
  const help: MenuItemConstructorOptions[] = [
    { label: t('shell:menu.manual'), click: actions.showManual, accelerator: 'F1' },
    { label: t('shell:menu.whatsNew'), click: actions.showWhatsNew },
  ];
  const devTools: MenuItemConstructorOptions[] = withDevTools ? [separator, { role: 'toggleDevTools' }] : [];
  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [macApp] : []),
    { label: t('shell:menu.file'), submenu: isMac ? own : [...own, separator, quit] },
    {
      label: t('shell:menu.edit'),
      submenu: [
        { role: 'undo', label: t('shell:menu.undo') },
        { role: 'redo', label: t('shell:menu.redo') },
        separator,
        { role: 'cut', label: t('shell:menu.cut') },
        { role: 'copy', label: t('shell:menu.copy') },
        { role: 'paste', label: t('shell:menu.paste') },
        { role: 'selectAll', label: t('shell:menu.selectAll') },
      ],
    },
    {
      label: t('shell:menu.view'),
      submenu: [
        { role: 'resetZoom', label: t('shell:menu.actualSize') },
        { role: 'zoomIn', label: t('shell:menu.zoomIn') },
        { role: 'zoomOut', label: t('shell:menu.zoomOut') },
        separator,
        { role: 'togglefullscreen', label: t('shell:menu.fullScreen') },
        ...devTools,
      ],
    },
    {
      label: t('shell:menu.window'),
      submenu: [
        { role: 'minimize', label: t('shell:menu.minimize') },
        { role: 'close', label: t('shell:menu.close') },
      ],
    },
    // macOS shows "About" in the app's own menu.
    { label: t('shell:menu.help'), role: 'help', submenu: isMac ? help : [...help, separator, about] },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
};
