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

/** The page is a view of what the core holds: when it crashes it is opened again, with a notice, unless it crashes again at once. */
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

/** An error nobody caught is logged; the user is told of the first one only, so that dialogs never pile up. */
export const guardProcess = (guard: CrashGuard): void => {
  let told = false;
  process.on('uncaughtException', (error) => {
    guard.logger.error('uncaught exception', placeOf(error));
    if (told) return;
    told = true;
    void dialog.showMessageBox({ type: 'error', ...boxOf(guard.t, 'unexpected') });
  });
  process.on('unhandledRejection', (reason) => {
    guard.logger.error('unhandled rejection', placeOf(reason));
  });
};
