import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import type { DeskBridge } from '../../renderer/bridge/desk.ts';
import { type ControlClient, createControlClient } from './control-client.ts';
import { layEmptyDesk } from './empty-desk.ts';
import { collectEvidence, runningTest } from './failure-evidence.ts';
import { recordingLaunch } from './request-recorder.ts';

declare global {
  /** For `page.evaluate`. */
  interface Window {
    readonly desk: DeskBridge;
  }
}

export const projectRoot = resolve(import.meta.dirname, '..', '..');

const isRoot = process.getuid?.() === 0;

/** Whether this system has a sandbox to give to an ordinary user; some containers have none. */
export const hasSandbox = (): boolean =>
  process.platform !== 'linux' || spawnSync('unshare', ['--user', 'true'], { stdio: 'ignore' }).status === 0;

export interface LaunchOptions {
  /**
   * A folder of the test's own: new, or to start again where an earlier run ended. Without it: one of an app that was
   * opened once before, deleted by `close`.
   */
  readonly userDataDir?: string;
  /** Another version than this one, checked out and built. */
  readonly appFolder?: string | undefined;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Language of the OS as Chromium sees it, e.g. `ru`. */
  readonly locale?: string;
  /** With Chromium's sandbox, which root has not otherwise. Only where `hasSandbox`. */
  readonly inSandbox?: boolean;
  /** Opens the control port of the embedded sandbox, for `sandboxControl`. */
  readonly sandboxControl?: boolean;
  /** The embedded sandbox as users get it, with months of work behind it. */
  readonly sandboxPast?: boolean;
  /** The test itself speaks as the page does, so what is asked is not what a user did. */
  readonly isPlayed?: boolean;
}

export interface RunningDesk {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly userDataDir: string;
  /** Quits the app and waits until its process is gone. `isFailed`: what it did is told, whatever the test thinks of it. */
  close(how?: { readonly isFailed: boolean }): Promise<void>;
}

/** Starts the built app on the Electron that `npm run test:e2e` has prepared, with a data folder of its own. */
export const launchDesk = async (options: LaunchOptions = {}): Promise<RunningDesk> => {
  const executablePath = process.env.ELECTRON_EXEC_PATH;
  if (executablePath === undefined) throw new Error('No Electron is prepared: start the tests with npm run test:e2e.');
  const userDataDir = options.userDataDir ?? (await mkdtemp(join(tmpdir(), 'desk-e2e-')));
  // An older version would refuse a database of this one.
  if (options.userDataDir === undefined && options.appFolder === undefined)
    await layEmptyDesk(join(userDataDir, 'data'));
  // The ordinary user of the sandbox may not write where it is recorded.
  const isRecorded = options.isPlayed !== true && options.inSandbox !== true;
  const recording = isRecorded ? recordingLaunch() : { args: [], env: {} };
  const app = await launchWatched({
    executablePath:
      isRoot && options.inSandbox === true ? join(import.meta.dirname, 'ordinary-user.sh') : executablePath,
    // Without a graphics card Chromium plays one, which takes longer than drawing. The bench measures what users have.
    args: [
      ...recording.args,
      ...launchArguments(userDataDir, options),
      ...(runningTest() === null ? [] : ['--disable-gpu']),
    ],
    cwd: options.appFolder ?? projectRoot,
    // Playwright would switch Chromium's sandbox off for everybody; whether it is on is in the arguments.
    chromiumSandbox: true,
    // Playwright would pretend a light system; the app's own theme setting is to be seen.
    colorScheme: null,
    env: {
      ...inheritedEnv(),
      ...(options.sandboxControl === true ? { RESELLER_DESK_SANDBOX_CONTROL: '1' } : {}),
      ...(options.sandboxPast === true ? {} : { RESELLER_DESK_SANDBOX_PAST: '0' }),
      ...recording.env,
      ...options.env,
    },
  });
  const page = await app.firstWindow();
  await keepFocused(app, page);
  const evidence = collectEvidence(page, userDataDir);
  return {
    app,
    page,
    userDataDir,
    close: async ({ isFailed } = { isFailed: false }) => {
      await evidence.tellIfFailed(isFailed);
      await app.close();
      if (options.userDataDir === undefined) await rm(userDataDir, { recursive: true, force: true });
    },
  };
};

/**
 * Playwright attaches a debugger to Electron's main process while that starts. Under load one such start in some
 * thousands ends with SIGSEGV right then, before there is a window; without a debugger it was never seen. It is made
 * once more: a start that the app breaks breaks again.
 */
const launchWatched = (options: Parameters<typeof _electron.launch>[0]): Promise<ElectronApplication> =>
  _electron.launch(options).catch((error: unknown) => {
    if (!String(error).includes('signal=SIGSEGV')) throw error;
    process.stderr.write('Electron ended with SIGSEGV as the debugger attached; started once more.\n');
    return _electron.launch(options);
  });

/**
 * Windows of several tests stand on one screen, and the one that opened last has its focus. A page without it says of
 * nothing in it that it is focused, so every page is told that it has the focus; one that replaces another is told anew.
 */
const keepFocused = async (app: ElectronApplication, page: Page): Promise<void> => {
  const session = await app.context().newCDPSession(page);
  // What is set already is not set again, also where a new document has forgotten it.
  const tell = async () => {
    await session.send('Emulation.setFocusEmulationEnabled', { enabled: false });
    await session.send('Emulation.setFocusEmulationEnabled', { enabled: true });
  };
  page.on('domcontentloaded', () => void tell().catch(() => undefined));
  await tell();
};

export const launchArguments = (userDataDir: string, options: LaunchOptions = {}): string[] => [
  // Chromium refuses its sandbox to root; for everybody else it stays on.
  ...(isRoot && options.inSandbox !== true ? ['--no-sandbox'] : []),
  options.appFolder ?? projectRoot,
  `--user-data-dir=${userDataDir}`,
  `--lang=${options.locale ?? 'en-US'}`,
  ...(options.args ?? []),
];

const inheritedEnv = (): Record<string, string> => {
  const entries = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(entries);
};

/** Asks for what has the page replaced: the answer may be lost with it. */
export const askAndLeave = async (
  page: Page,
  name: 'account.openWelcome' | 'account.remove' | 'account.signIn' | 'account.signInSandbox',
  input: object = {},
): Promise<void> => {
  try {
    await page.evaluate(([asked, given]) => void window.desk.invoke(asked, given as never), [name, input] as const);
  } catch (error) {
    if (!String(error).includes('Execution context was destroyed')) throw error;
  }
};

/** Has the window show the page on which a token is typed, whichever it shows now. */
export const goToWelcome = async (page: Page): Promise<void> => {
  await page.waitForURL(/^app:\/\/(welcome|desk)\//);
  if (page.url().startsWith('app://welcome/')) return;
  await askAndLeave(page, 'account.openWelcome');
  await page.waitForURL('app://welcome/**');
};

/** What steers the sandbox inside the app. It listens once the sandbox's desk was opened. */
export const sandboxControl = async (app: ElectronApplication): Promise<ControlClient> => {
  const url = await app.evaluate(() => {
    const controlUrl = Reflect.get(globalThis, 'sandboxControlUrl') as (() => string | null) | undefined;
    return controlUrl?.() ?? null;
  });
  if (url === null) throw new Error('The sandbox of this app has no control port, or was not started.');
  return createControlClient(url);
};

/** From now on every "save as" of the app is answered with `path`; `null` is a user who closes the dialog. */
export const answerSaveDialog = (app: ElectronApplication, path: string | null): Promise<void> =>
  app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: filePath === null, filePath: filePath ?? '' });
  }, path);

/** The same for "open" and "choose a folder". */
export const answerOpenDialog = (app: ElectronApplication, path: string | null): Promise<void> =>
  app.evaluate(({ dialog }, filePath) => {
    dialog.showOpenDialog = async () => ({
      canceled: filePath === null,
      filePaths: filePath === null ? [] : [filePath],
    });
  }, path);

/** From now on nothing leaves the window for the OS: no folder, no page of its browser, and no file that is dragged. */
export const catchShown = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ BrowserWindow, shell }) => {
    for (const { webContents } of BrowserWindow.getAllWindows()) webContents.startDrag = () => undefined;
    shell.showItemInFolder = () => undefined;
    shell.openPath = async () => '';
    shell.openExternal = async () => undefined;
  });

/** A picture of the window as a user sees it. */
export const screenshot = async (page: Page, path: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  await page.screenshot({ path });
};
