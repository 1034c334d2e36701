import { type BrowserWindow, dialog } from 'electron';
import { placeOf } from '#core/desk/thread/error-place.ts';
import type { Logger } from '#core/ports.ts';
import { createDeathWatch } from './keep-core.ts';
import { boxOf, type ShellWords } from './texts.ts';

interface CrashGuard {
  readonly logger: Logger;
  readonly t: ShellWords;
  readonly now: () => number;
}

/**
 * Reloads a crashed page and shows a notice; all data is in the core. A page that crashes again right away is not
 * reloaded.
 */
export const guardPage = (window: BrowserWindow, guard: CrashGuard): void => {
  const diesAgain = createDeathWatch(guard.now);
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    guard.logger.error('the page is gone', { reason, exitCode });
    const again = diesAgain();
    if (!again) window.webContents.reload();
    const box = boxOf(guard.t, again ? 'pageKeepsCrashing' : 'pageCrashed');
    void dialog.showMessageBox(window, { type: 'warning', ...box });
  });
};

/** Logs every uncaught error, but shows a dialog only for the first one, so that dialogs never pile up. */
export const guardProcess = (guard: CrashGuard): void => {
  let hasShownDialog = false;
  process.on('uncaughtException', (error) => {
    guard.logger.error('uncaught exception', placeOf(error));
    if (hasShownDialog) return;
    hasShownDialog = true;
    void dialog.showMessageBox({ type: 'error', ...boxOf(guard.t, 'unexpected') });
  });
  process.on('unhandledRejection', (reason) => {
    guard.logger.error('unhandled rejection', placeOf(reason));
  });
};
