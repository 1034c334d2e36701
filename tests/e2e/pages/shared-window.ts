import { expect, test } from '@playwright/test';
import type { Rectangle } from 'electron';
import type { Settings } from '#shared/contract/settings.ts';
import {
  askAndLeave,
  goToWelcome,
  type LaunchOptions,
  launchDesk,
  type RunningDesk,
} from '../../support/electron-app.ts';
import { runningTest } from '../../support/failure-evidence.ts';
import { recordRunningTest } from '../../support/request-recorder.ts';
import { callFrom, openSandboxDesk, openServiceDesk, type ServiceAccess, settle, signInTo } from './open-desk.ts';

interface OpenWindow {
  readonly desk: RunningDesk;
  /** The settings and bounds as the app has them before anybody changes them. */
  readonly settings: Settings;
  readonly bounds: Rectangle;
}

interface OriginalDialogs {
  readonly showOpenDialog: Electron.Dialog['showOpenDialog'];
  readonly showSaveDialog: Electron.Dialog['showSaveDialog'];
}

declare global {
  var originalDialogs: OriginalDialogs | undefined;
}

/**
 * One app for all tests of a file, because starting it takes longer than most of them. Each test still begins with a new
 * desk: its account is removed with all that belongs to it, the settings and the window are put back, and the page is
 * loaded again. After a failed test, or if a desk cannot be removed, the next test gets a new app.
 *
 * A test needs an app of its own (open-desk.ts) if it kills or restarts the app, if it is about its start or its files, or
 * if it counts on clients that nobody has read yet: the app reads them by itself at times, and here the next time may
 * come at any moment.
 */
export const shareWindow = (options: Pick<LaunchOptions, 'sandboxControl' | 'isScripted'> = {}) => {
  let open: OpenWindow | null = null;

  const closeApp = async (): Promise<void> => {
    const closing = open;
    open = null;
    await closing?.desk.close();
  };
  test.afterAll(closeApp);

  const isFailed = (): boolean => {
    const info = runningTest();
    return info !== null && (info.errors.length > 0 || info.status !== info.expectedStatus);
  };

  /** `start` opens the app on the desk; `enter` does the same from the welcome page of an app that runs. */
  const openDesk = async (
    start: () => Promise<RunningDesk>,
    enter: (desk: RunningDesk) => Promise<void>,
  ): Promise<RunningDesk> => {
    if (
      open !== null &&
      !(await removeDesk(open).then(
        () => true,
        () => false,
      ))
    )
      await closeApp();
    if (open === null) open = await lookAtNew(await start());
    else {
      await enter(open.desk);
    }
    const { app, page, userDataDir } = open.desk;
    return {
      app,
      page,
      userDataDir,
      close: async () => {
        if (isFailed()) await closeApp();
      },
    };
  };

  return {
    openSandboxDesk: (): Promise<RunningDesk> => openDesk(() => openSandboxDesk(options), enterSandbox),
    openServiceDesk: (service: ServiceAccess, label: string): Promise<RunningDesk> =>
      openDesk(
        () => openServiceDesk(service, label),
        async ({ page }) => {
          await signInTo(page, service, label);
          await settle(page);
        },
      ),
    /** Opens the welcome page of an app without accounts, in the language and theme of the system. */
    openWelcome: (): Promise<RunningDesk> => openDesk(() => startOnWelcome(options), reloadWelcome),
  };
};

const startOnWelcome = async (options: LaunchOptions): Promise<RunningDesk> => {
  const desk = await launchDesk(options);
  await desk.page.waitForURL('app://welcome/');
  return desk;
};

const reloadWelcome = async ({ page }: RunningDesk): Promise<void> => {
  await page.reload();
};

const enterSandbox = async ({ page }: RunningDesk): Promise<void> => {
  await askAndLeave(page, 'account.signInSandbox');
  await page.waitForURL('app://desk/');
  await page.getByRole('navigation').waitFor();
  await settle(page);
};

const lookAtNew = async (desk: RunningDesk): Promise<OpenWindow> => {
  const bounds = await desk.app.evaluate(({ BrowserWindow, dialog }) => {
    const { showOpenDialog, showSaveDialog } = dialog;
    globalThis.originalDialogs = { showOpenDialog, showSaveDialog };
    const [window] = BrowserWindow.getAllWindows();
    if (window === undefined) throw new Error('The app has no window.');
    return window.getBounds();
  });
  return { desk, settings: await callFrom(() => desk.page)('settings.get', {}), bounds };
};

/** Leaves the app as it is before its first desk, on its welcome page. */
const removeDesk = async ({ desk, settings, bounds }: OpenWindow): Promise<void> => {
  const { app, page } = desk;
  const call = callFrom(() => page);
  await recordRunningTest(app);
  await app.evaluate(({ BrowserWindow, dialog }, before) => {
    Object.assign(dialog, globalThis.originalDialogs);
    const [window] = BrowserWindow.getAllWindows();
    window?.setBounds(before);
    window?.webContents.setZoomFactor(1);
  }, bounds);
  await call('settings.update', settings);
  const { accounts, activeId } = await call('account.state', {});
  for (const { id } of accounts) if (id !== activeId) await call('account.remove', { accountId: id, copies: true });
  await page.evaluate(() => window.localStorage.clear());
  if (activeId !== null) await askAndLeave(page, 'account.remove', { accountId: activeId, copies: true });
  await page.waitForURL('app://welcome/**', { timeout: 10_000 });
  await goToWelcome(page);
  await page.evaluate(() => window.localStorage.clear());
  await expect.poll(async () => (await call('account.state', {})).accounts, { timeout: 10_000 }).toEqual([]);
};
