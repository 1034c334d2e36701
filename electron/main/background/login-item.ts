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

/** Quotes an argument of `Exec` as the Desktop Entry Specification demands. */
const quotedForEntry = (argument: string): string =>
  `"${argument
    .replace(/(["`$\\])/g, '\\$1')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')
    .replaceAll('\n', '\\n')}"`;

/**
 * The command that starts this app again: the file of an AppImage, or Electron with the app's folder for a copy that
 * runs from source.
 */
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
 * Makes the system start the app hidden when the user signs in, or stop doing so.
 * @param args further arguments of that start, such as the data folder
 * @throws the error of the file system, on Linux
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
