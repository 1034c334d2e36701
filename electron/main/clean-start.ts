import { spawnSync } from 'node:child_process';
import { app, dialog } from 'electron';
import { shellLanguage } from './language.ts';
import { removeForeignVariables } from './own-environment.ts';
import { sortSwitches } from './switches.ts';
import { boxOf, shellWords } from './texts.ts';

/** Set for the second start, which must not make a third. */
const SECOND_START = 'RESELLER_DESK_SECOND_START';

/**
 * Chromium and Electron obey some switches before any code of ours runs. So a packaged app that was given others than it
 * takes does nothing itself: it is started once more, without them.
 * @returns whether this start is the one to go on with
 */
export const isCleanStart = (): boolean => {
  if (!app.isPackaged) return true;
  removeForeignVariables(process.env);
  const isSecond = process.env[SECOND_START] === '1';
  delete process.env[SECOND_START];
  const isRoot = process.getuid?.() === 0;
  const { kept, refused } = sortSwitches(process.argv.slice(1), process.platform, isRoot);
  // A variable can ask for that, too.
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
  // Waited for: the files of an AppImage are there as long as its first process is.
  const { status, signal } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  const isAborted = signal === 'SIGTRAP' || signal === 'SIGABRT';
  if (wasOpen && isAborted) void tellNoSandbox();
  else app.exit(status ?? 1);
};

/** The launcher of an AppImage asks for no sandbox where the system has none to give. Chromium then just ends. */
const tellNoSandbox = async (): Promise<void> => {
  await app.whenReady();
  const t = shellWords(() => shellLanguage('system'));
  const box = boxOf(t, 'noSandbox');
  process.stderr.write(`${box.message} ${box.detail}\n`);
  await dialog.showMessageBox({ type: 'error', ...box });
  app.exit(1);
};
