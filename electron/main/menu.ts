import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { ShellTexts } from './shell-texts.ts';

export interface MenuActions {
  readonly addAccount: () => void;
  readonly showDataFolder: () => void;
  readonly showAbout: () => void;
}

/** The native menu: standard roles, so that each OS gives them its own shortcuts. */
export const setMenu = (words: ShellTexts['menu'], actions: MenuActions, withDevTools: boolean): void => {
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const isMac = process.platform === 'darwin';
  const own: MenuItemConstructorOptions[] = [
    { label: words.addAccount, click: actions.addAccount },
    { label: words.showDataFolder, click: actions.showDataFolder },
  ];
  const quit: MenuItemConstructorOptions = { role: 'quit', label: words.quit, accelerator: 'CmdOrCtrl+Q' };
  const about: MenuItemConstructorOptions = { label: words.about, click: actions.showAbout };
  const macApp: MenuItemConstructorOptions = {
    label: 'Reseller Desk',
    submenu: [
      about,
      separator,
      { role: 'hide', label: words.hide },
      { role: 'hideOthers', label: words.hideOthers },
      { role: 'unhide', label: words.showAll },
      separator,
      quit,
    ],
  };
  const devTools: MenuItemConstructorOptions[] = withDevTools ? [separator, { role: 'toggleDevTools' }] : [];
  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [macApp] : []),
    { label: words.file, submenu: isMac ? own : [...own, separator, quit] },
    {
      label: words.edit,
      submenu: [
        { role: 'undo', label: words.undo },
        { role: 'redo', label: words.redo },
        separator,
        { role: 'cut', label: words.cut },
        { role: 'copy', label: words.copy },
        { role: 'paste', label: words.paste },
        { role: 'selectAll', label: words.selectAll },
      ],
    },
    {
      label: words.view,
      submenu: [
        { role: 'resetZoom', label: words.actualSize },
        { role: 'zoomIn', label: words.zoomIn },
        { role: 'zoomOut', label: words.zoomOut },
        separator,
        { role: 'togglefullscreen', label: words.fullScreen },
        ...devTools,
      ],
    },
    {
      label: words.window,
      submenu: [
        { role: 'minimize', label: words.minimize },
        { role: 'close', label: words.close },
      ],
    },
    // macOS has it in the app's own menu.
    ...(isMac ? [] : [{ label: words.help, submenu: [about] }]),
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
};
