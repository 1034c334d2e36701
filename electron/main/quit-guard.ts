import { app, type BrowserWindow, dialog } from 'electron';
import { boxOf, type ShellWords } from './texts.ts';

interface QuitGuardOptions {
  /** `null` if there is no window. */
  readonly window: () => BrowserWindow | null;
  readonly hasChargeInFlight: () => boolean;
  readonly t: ShellWords;
  /** Called once, when the app really quits. The process exits when it resolves, or after `CLOSE_LIMIT_MS`. */
  readonly close: () => Promise<void>;
  /** Whether a thread is inside a native call that may never return. */
  readonly hasStuckThread: () => boolean;
}

const CLOSE_LIMIT_MS = 5_000;

/**
 * Asks before the app quits while a charge is in flight (docs/money.md), and closes the database before the process
 * exits.
 */
export const guardQuit = (options: QuitGuardOptions) => {
  let userChoseToQuit = false;
  let asking = false;
  let closing = false;
  let mayClose = false;
  let isQuitting = false;

  const ask = async (): Promise<void> => {
    if (asking) return;
    asking = true;
    try {
      const buttons = [options.t('shell:quitDuringCharge.wait'), options.t('shell:quitDuringCharge.quit')];
      const box = { ...boxOf(options.t, 'quitDuringCharge'), buttons, defaultId: 0, cancelId: 0 };
      const question = { type: 'warning', ...box } as const;
      const window = options.window();
      const { response } = await (window === null
        ? dialog.showMessageBox(question)
        : dialog.showMessageBox(window, question));
      // The charge may have ended while the question was open. The app then quits only if the user tries again.
      userChoseToQuit = response === 1;
      if (userChoseToQuit) app.quit();
    } finally {
      asking = false;
    }
  };
  const hold = (event: { preventDefault(): void }): void => {
    mayClose = userChoseToQuit || !options.hasChargeInFlight();
    if (mayClose) return;
    event.preventDefault();
    void ask();
  };
  app.on('before-quit', (event) => {
    hold(event);
    isQuitting = mayClose;
  });
  app.on('will-quit', (event) => {
    // A second attempt to quit must not overtake the closing of the database.
    event.preventDefault();
    if (closing) return;
    closing = true;
    void closeWithin(options.close, CLOSE_LIMIT_MS).then((closed) => end(closed && !options.hasStuckThread()));
  });
  return {
    /**
     * Guards a new window. `keep` is called when the user closes the window while the app is not quitting, and returns
     * whether it handled that. Otherwise the window closes, unless a charge is in flight.
     */
    guard: (window: BrowserWindow, keep: () => boolean): void => {
      // The page prevents unloading while a charge is in flight. Whether the window may close is decided here instead.
      window.webContents.on('will-prevent-unload', (event) => {
        if (mayClose) event.preventDefault();
      });
      window.on('close', (event) => {
        if (!isQuitting && keep()) event.preventDefault();
        else hold(event);
      });
    },
  };
};

const closeWithin = (close: () => Promise<void>, limitMs: number): Promise<boolean> => {
  const limit = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), limitMs));
  const closed = close().then(
    () => true,
    () => false,
  );
  return Promise.race([closed, limit]);
};

/**
 * Ends the process. An ordinary exit waits for Node's threads. One that hangs in the keychain would keep the process
 * alive, and with it the lock that the next start needs, so in that case the process kills itself. All data is on the
 * disk by now.
 */
const end = (ordinary: boolean): void => {
  if (ordinary) app.exit(0);
  else process.kill(process.pid, 'SIGKILL');
};
