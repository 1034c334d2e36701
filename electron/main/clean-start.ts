import { spawnSync } from 'node:child_process';
import { app, dialog } from 'electron';
import { shellLanguage } from './language.ts';
import { removeForeignVariables } from './own-environment.ts';
import { sortSwitches } from './switches.ts';
import { boxOf, shellWords } from './texts.ts';

/** Environment variable that marks the second start, so that there is never a third one. */
const SECOND_START = 'RESELLER_DESK_SECOND_START';

/**
 * Checks the switches of a packaged app. Chromium and Electron obey some switches before any of our code runs. So if
 * the app was started with switches that it does not accept, it does nothing but start itself once more without them.
 * @returns whether this process should continue to start
 */
export const isCleanStart = (): boolean => {
  if (!app.isPackaged) return true;
  removeForeignVariables(process.env);
  const isSecond = process.env[SECOND_START] === '1';
  delete process.env[SECOND_START];
  const isRoot = process.getuid?.() === 0;
  const { kept, refused } = sortSwitches(process.argv.slice(1), process.platform, isRoot);
  // An environment variable can disable the sandbox, too.
  const isOpen = !isRoot && app.commandLine.hasSwitch('no-sandbox');
  if (refused.length === 0 && !isOpen) return true;
  const names = new Set([...refused, ...(isOpen ? ['no-sandbox'] : [])]);
  process.stderr.write(`Reseller Desk does not take ${[...names].map((name) => `--${name}`).join(', ')}.\n`);
  if (isSecond) app.exit(1);
  else startAgain(kept, names.has('no-sandbox'));
  return false;
};

const startAgain = (args: readonly string[], wasOpen: boolean): void => {
  process.env[SECOND_START] = '1';
  delete process.env.ELECTRON_DISABLE_SANDBOX;
  if (process.platform !== 'linux') {
    app.relaunch({ args: [...args] });
    app.exit(0);
    return;
  }
  // Wait for the second process: the files of an AppImage exist only as long as its first process.
  const { status, signal } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  const isAborted = signal === 'SIGTRAP' || signal === 'SIGABRT';
  if (wasOpen && isAborted) void tellNoSandbox();
  else app.exit(status ?? 1);
};

/**
 * Explains a start without a sandbox. The launcher of an AppImage passes `--no-sandbox` where the system offers none,
 * and without the switch Chromium aborts.
 */
const tellNoSandbox = async (): Promise<void> => {
  await app.whenReady();
  const t = shellWords(() => shellLanguage('system'));
  const box = boxOf(t, 'noSandbox');
  process.stderr.write(`${box.message} ${box.detail}\n`);
  await dialog.showMessageBox({ type: 'error', ...box });
  app.exit(1);
};
