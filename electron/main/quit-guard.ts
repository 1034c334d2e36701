import { app, type BrowserWindow, dialog } from 'electron';
import { boxOf, type ShellWords } from './texts.ts';

export interface QuitGuard {
  readonly hasChargeInFlight: () => boolean;
  readonly t: ShellWords;
  /** Called once, when the app really goes; it exits when this is over, or after `CLOSE_LIMIT_MS`. */
  readonly close: () => Promise<void>;
  /** A thread is inside a native call that may never come back. */
  readonly hasStuckThread: () => boolean;
}

const CLOSE_LIMIT_MS = 5_000;

/** The app never goes silently while money is on the wire (docs/money.md), and closes its database before it goes. */
export const guardQuit = (window: BrowserWindow, guard: QuitGuard): void => {
  let userChoseToQuit = false;
  let asking = false;
  let closing = false;
  let mayClose = false;

  const ask = async (): Promise<void> => {
    if (asking) return;
    asking = true;
    try {
      const buttons = [guard.t('shell:quitDuringCharge.wait'), guard.t('shell:quitDuringCharge.quit')];
      const box = { ...boxOf(guard.t, 'quitDuringCharge'), buttons, defaultId: 0, cancelId: 0 };
      const { response } = await dialog.showMessageBox(window, { type: 'warning', ...box });
      // Answered meanwhile: there is nothing to wait for, and the wish to quit stands only if it was repeated.
      userChoseToQuit = response === 1;
      if (userChoseToQuit) app.quit();
    } finally {
      asking = false;
    }
  };
  const hold = (event: { preventDefault(): void }): void => {
    mayClose = userChoseToQuit || !guard.hasChargeInFlight();
    if (mayClose) return;
    event.preventDefault();
    void ask();
  };
  // The page keeps itself from being left while money moves in it. Whether the window may close is asked here.
  window.webContents.on('will-prevent-unload', (event) => {
    if (mayClose) event.preventDefault();
  });
  window.on('close', hold);
  app.on('before-quit', hold);
  app.on('will-quit', (event) => {
    // A second wish to quit must not overtake the closing of the database.
    event.preventDefault();
    if (closing) return;
    closing = true;
    void closeWithin(guard.close, CLOSE_LIMIT_MS).then((closed) => end(closed && !guard.hasStuckThread()));
  });
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
