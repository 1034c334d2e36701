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
  /** Lets `page.evaluate` use the bridge. */
  interface Window {
    readonly desk: DeskBridge;
  }
}

export const projectRoot = resolve(import.meta.dirname, '..', '..');

const isRoot = process.getuid?.() === 0;

/** Whether this system offers a sandbox to an ordinary user. Some containers do not. */
export const hasSandbox = (): boolean =>
  process.platform !== 'linux' || spawnSync('unshare', ['--user', 'true'], { stdio: 'ignore' }).status === 0;

export interface LaunchOptions {
  /**
   * A folder of the test's own, either new or left by an earlier run. Without it the app gets the folder of an app that was
   * opened once before, and `close` deletes it.
   */
  readonly userDataDir?: string;
  /** The folder of another version of the app, checked out and built. */
  readonly appFolder?: string | undefined;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Language of the OS as Chromium sees it, e.g. `ru`. */
  readonly locale?: string;
  /** Runs with Chromium's sandbox, which root otherwise does not have. Only where `hasSandbox` returns true. */
  readonly inSandbox?: boolean;
  /** Opens the control port of the embedded sandbox, which `sandboxControl` uses. */
  readonly sandboxControl?: boolean;
  /** Starts the embedded sandbox as users get it, with months of past work. */
  readonly sandboxPast?: boolean;
  /** The test itself sends requests as the page does, so the recorder must not count them as the user's. */
  readonly isScripted?: boolean;
  /** Receives what the app and Chromium write to their error output, from before the first window on. */
  readonly onErrorOutput?: (text: string) => void;
}

export interface RunningDesk {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly userDataDir: string;
  /** Quits the app and waits until its process is gone. `isFailed` prints the evidence even if the test counts as passed. */
  close(how?: { readonly isFailed: boolean }): Promise<void>;
}

/** Starts the built app on the Electron that `npm run test:e2e` has prepared, with a data folder of its own. */
export const launchDesk = async (options: LaunchOptions = {}): Promise<RunningDesk> => {
  const executablePath = process.env.ELECTRON_EXEC_PATH;
  if (executablePath === undefined) throw new Error('No Electron is prepared: start the tests with npm run test:e2e.');
  const userDataDir = options.userDataDir ?? (await mkdtemp(join(tmpdir(), 'desk-e2e-')));
  // An older version would refuse a database of this version.
  if (options.userDataDir === undefined && options.appFolder === undefined)
    await layEmptyDesk(join(userDataDir, 'data'));
  // The ordinary user of the sandbox may not write to the folder of the records.
  const isRecorded = options.isScripted !== true && options.inSandbox !== true;
  const recording = isRecorded ? recordingLaunch() : { args: [], env: {} };
  const app = await launchWatched({
    executablePath:
      isRoot && options.inSandbox === true ? join(import.meta.dirname, 'ordinary-user.sh') : executablePath,
    // Without a graphics card Chromium emulates one, which takes longer than drawing in software. The bench measures what
    // users have.
    args: [
      ...recording.args,
      ...launchArguments(userDataDir, options),
      ...(runningTest() === null ? [] : ['--disable-gpu']),
    ],
    cwd: options.appFolder ?? projectRoot,
    // Playwright would switch Chromium's sandbox off for everybody; the arguments say whether it is on.
    chromiumSandbox: true,
    // Playwright would emulate a light system theme, but the tests have to see the app's own theme setting.
    colorScheme: null,
    env: {
      ...inheritedEnv(),
      ...ownDisplay(),
      ...(options.sandboxControl === true ? { RESELLER_DESK_SANDBOX_CONTROL: '1' } : {}),
      ...(options.sandboxPast === true ? {} : { RESELLER_DESK_SANDBOX_PAST: '0' }),
      ...recording.env,
      ...options.env,
    },
  });
  const { onErrorOutput } = options;
  if (onErrorOutput !== undefined) app.process().stderr?.on('data', (chunk: Buffer) => onErrorOutput(String(chunk)));
  const page = await app.firstWindow();
  await keepFocused(app, page);
  const evidence = collectEvidence(page, userDataDir);
  return {
    app,
    page,
    userDataDir,
    close: async ({ isFailed } = { isFailed: false }) => {
      await evidence.printIfFailed(isFailed);
      await app.close();
      if (options.userDataDir === undefined) await rm(userDataDir, { recursive: true, force: true });
    },
  };
};

/**
 * Playwright attaches a debugger to Electron's main process during its start. Under load about one such start in thousands
 * ends with SIGSEGV at that moment, before there is a window; without a debugger this was never seen. The app is therefore
 * started once more. A start that the app itself breaks fails again.
 */
const launchWatched = async (options: Parameters<typeof _electron.launch>[0]): Promise<ElectronApplication> => {
  const app = await _electron.launch(options).catch((error: unknown) => {
    if (!String(error).includes('signal=SIGSEGV')) throw error;
    process.stderr.write('Electron ended with SIGSEGV as the debugger attached; started once more.\n');
    return _electron.launch(options);
  });
  evaluateAgainIfLost(app);
  return app;
};

/**
 * V8 holds the promise of an evaluation weakly, and under load about one in many thousands is collected before its answer is
 * read. The function has run by then, and runs once more. A promise that never settles is lost again.
 */
const evaluateAgainIfLost = (app: ElectronApplication): void => {
  const evaluate = app.evaluate.bind(app) as (...given: readonly unknown[]) => Promise<unknown>;
  const again = (...given: readonly unknown[]) =>
    evaluate(...given).catch((error: unknown) => {
      if (!String(error).includes('promise was garbage collected')) throw error;
      process.stderr.write('An evaluation in the main process was lost; it ran once more.\n');
      return evaluate(...given);
    });
  app.evaluate = again as typeof app.evaluate;
};

/**
 * The windows of a test share one screen, and the window that opened last has the focus. A page without the focus reports
 * no element as focused, so every page is told that it has the focus, and again whenever another page replaces it.
 */
const keepFocused = async (app: ElectronApplication, page: Page): Promise<void> => {
  const session = await app.context().newCDPSession(page);
  // Chromium ignores a setting that is already set, even if a new document has lost it.
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

/** Tests that run at the same time have displays of their own, because a display has one clipboard for all its windows. */
const ownDisplay = (): Record<string, string> => {
  const displays = process.env.VIRTUAL_DISPLAYS?.split(' ') ?? [];
  const display = displays[Number(process.env.TEST_PARALLEL_INDEX ?? 0) % displays.length];
  return display === undefined ? {} : { DISPLAY: display };
};

const inheritedEnv = (): Record<string, string> => {
  const entries = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(entries);
};

/** Sends a request that replaces the page. The answer may be lost together with the page. */
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

/** Brings the window to the page for typing a token, from whichever page it shows now. */
export const goToWelcome = async (page: Page): Promise<void> => {
  await page.waitForURL(/^app:\/\/(welcome|desk)\//);
  if (page.url().startsWith('app://welcome/')) return;
  await askAndLeave(page, 'account.openWelcome');
  await page.waitForURL('app://welcome/**');
};

/** Returns the control of the sandbox inside the app. It listens once the sandbox's desk has been opened. */
export const sandboxControl = async (app: ElectronApplication): Promise<ControlClient> => {
  const url = await app.evaluate(() => {
    const controlUrl = Reflect.get(globalThis, 'sandboxControlUrl') as (() => string | null) | undefined;
    return controlUrl?.() ?? null;
  });
  if (url === null) throw new Error('The sandbox of this app has no control port, or was not started.');
  return createControlClient(url);
};

/** Answers every later "save as" dialog of the app with `path`; `null` stands for a user who closes the dialog. */
export const answerSaveDialog = (app: ElectronApplication, path: string | null): Promise<void> =>
  app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: filePath === null, filePath: filePath ?? '' });
  }, path);

/** Does the same for "open" and "choose a folder". */
export const answerOpenDialog = (app: ElectronApplication, path: string | null): Promise<void> =>
  app.evaluate(({ dialog }, filePath) => {
    dialog.showOpenDialog = async () => ({
      canceled: filePath === null,
      filePaths: filePath === null ? [] : [filePath],
    });
  }, path);

/**
 * Stops the window from reaching the OS from now on: no folder opens, no page of the browser, and no file is dragged out.
 */
export const catchShown = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ BrowserWindow, shell }) => {
    for (const { webContents } of BrowserWindow.getAllWindows()) webContents.startDrag = () => undefined;
    shell.showItemInFolder = () => undefined;
    shell.openPath = async () => '';
    shell.openExternal = async () => undefined;
  });

/** Takes a picture of the window as a user sees it. */
export const screenshot = async (page: Page, path: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  await page.screenshot({ path });
};
