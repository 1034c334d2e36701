import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { app } from 'electron';
import { HIDDEN } from '../launch-options.ts';

const entryFile = (): string => {
  const config = process.env.XDG_CONFIG_HOME;
  return join(
    config === undefined || config === '' ? join(homedir(), '.config') : config,
    'autostart',
    'reseller-desk.desktop',
  );
};

/** As the Desktop Entry Specification quotes an argument of `Exec`. */
const quotedForEntry = (argument: string): string =>
  `"${argument
    .replace(/(["`$\\])/g, '\\$1')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')
    .replaceAll('\n', '\\n')}"`;

/** How this app is started again: an AppImage by its own file, a copy that runs from its source with its folder. */
const ownCommand = (): readonly string[] => {
  const program = process.env.APPIMAGE ?? process.execPath;
  return app.isPackaged ? [program] : [program, app.getAppPath()];
};

/** Whether the system starts the app when the user signs in. */
export const isLoginItem = (args: readonly string[]): boolean => {
  if (process.platform === 'linux') return existsSync(entryFile());
  const [path, ...own] = ownCommand();
  return app.getLoginItemSettings({ ...(path === undefined ? {} : { path }), args: [...own, ...args, HIDDEN] })
    .openAtLogin;
};

/**
 * Has the system start the app, hidden, when the user signs in; or no more.
 * @param args what else it is started with, such as its data folder
 * @throws what the file system says, on Linux
 */
export const setLoginItem = (isOn: boolean, args: readonly string[]): void => {
  if (process.platform !== 'linux') {
    const [path, ...own] = ownCommand();
    app.setLoginItemSettings({
      openAtLogin: isOn,
      ...(path === undefined ? {} : { path }),
      args: [...own, ...args, HIDDEN],
    });
    return;
  }
  const file = entryFile();
  if (!isOn) {
    rmSync(file, { force: true });
    return;
  }
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 });
  const command = [...ownCommand(), ...args, HIDDEN].map(quotedForEntry).join(' ');
  const lines = ['[Desktop Entry]', 'Type=Application', 'Name=Reseller Desk', `Exec=${command}`, 'Terminal=false'];
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
};
