import { app, type BrowserWindow, dialog } from 'electron';
import { boxOf, type ShellWords } from './texts.ts';

interface QuitGuardOptions {
  /** `null` while there is none. */
  readonly window: () => BrowserWindow | null;
  readonly hasChargeInFlight: () => boolean;
  readonly t: ShellWords;
  /** Called once, when the app really goes; it exits when this is over, or after `CLOSE_LIMIT_MS`. */
  readonly close: () => Promise<void>;
  /** A thread is inside a native call that may never come back. */
  readonly hasStuckThread: () => boolean;
}

const CLOSE_LIMIT_MS = 5_000;

/** The app never goes silently while money is on the wire (docs/money.md), and closes its database before it goes. */
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
      // Answered meanwhile: there is nothing to wait for, and the wish to quit stands only if it was repeated.
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
    // A second wish to quit must not overtake the closing of the database.
    event.preventDefault();
    if (closing) return;
    closing = true;
    void closeWithin(options.close, CLOSE_LIMIT_MS).then((closed) => end(closed && !options.hasStuckThread()));
  });
  return {
    /**
     * Guards a window that was made. `keep` is asked when the user closes it and the app is not quitting; it answers
     * whether it has taken care of that. Otherwise the window closes, unless money is on the wire.
     */
    guard: (window: BrowserWindow, keep: () => boolean): void => {
      // The page keeps itself from being left while money moves in it. Whether the window may close is asked here.
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
 * An ordinary exit waits for Node's threads. One that hangs in the keychain would keep the process, and with it the
 * lock that the next start needs, so then the process ends itself: by now what matters is on the disk.
 */
const end = (ordinary: boolean): void => {
  if (ordinary) app.exit(0);
  else process.kill(process.pid, 'SIGKILL');
};
