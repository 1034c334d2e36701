import { join } from 'node:path';
import { app, type BrowserWindow, dialog } from 'electron';
import type { Logger } from '#core/ports.ts';
import { createGraphicsWatch, isGraphicsOff, readGraphicsOff, writeGraphicsOff } from './graphics.ts';
import { HIDDEN } from './launch-options.ts';
import { boxOf, type ShellWords } from './texts.ts';

const version = (): string => `${app.getVersion()} ${process.versions.chrome}`;
const fileOf = (): string => join(app.getPath('userData'), 'graphics.json');

/** Applies the saved setting. Must run before the app is ready, because Chromium ignores it later. */
export const keepGraphicsSetting = (): void => {
  if (isGraphicsOff(readGraphicsOff(fileOf()), version())) app.disableHardwareAcceleration();
};

interface GraphicsGuardOptions {
  readonly logger: Logger;
  readonly t: ShellWords;
  readonly now: () => number;
  readonly window: () => BrowserWindow | null;
  readonly hasChargeInFlight: () => boolean;
  /** Saves the setting in the core. */
  readonly setAcceleration: (isOn: boolean) => void;
}

const ASK_AGAIN_MS = 1_000;

/**
 * Watches the graphics process. One that keeps dying would finally end the whole app, including its orders and tray
 * icon. Before that happens the app restarts without hardware acceleration, as soon as no charge is in flight, and
 * tells the user.
 */
export const guardGraphics = (options: GraphicsGuardOptions) => {
  const isTooMany = createGraphicsWatch(options.now);

  const startAgain = (): void => {
    if (options.hasChargeInFlight()) {
      setTimeout(startAgain, ASK_AGAIN_MS);
      return;
    }
    const args = process.argv.slice(1).filter((argument) => argument !== HIDDEN);
    const appImage = process.env.APPIMAGE;
    app.relaunch({
      args: options.window() === null ? [...args, HIDDEN] : args,
      // The files of an AppImage disappear with its first process, so the AppImage itself must be started.
      ...(appImage === undefined ? {} : { execPath: appImage }),
    });
    app.quit();
  };
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    if (type !== 'GPU' || reason === 'clean-exit') return;
    options.logger.error('the graphics process is gone', { reason, exitCode });
    // Without hardware acceleration there is nothing left to switch off.
    if (isGraphicsOff(readGraphicsOff(fileOf()), version()) || !isTooMany()) return;
    writeGraphicsOff(fileOf(), { by: 'deaths', version: version(), isTold: false });
    options.setAcceleration(false);
    startAgain();
  });

  return {
    /** Adopts the setting at the start and whenever it changes. It takes effect at the next start. */
    adopt: (isOn: boolean): void => {
      const off = readGraphicsOff(fileOf());
      if (isOn) {
        if (off !== null) writeGraphicsOff(fileOf(), null);
      } else if (off?.by === 'deaths' && off.version !== version()) {
        writeGraphicsOff(fileOf(), null);
        options.setAcceleration(true);
      } else if (off === null) writeGraphicsOff(fileOf(), { by: 'user', version: version(), isTold: true });
    },
    /** Tells the user once that hardware acceleration was switched off. */
    tell: (): void => {
      const off = readGraphicsOff(fileOf());
      const window = options.window();
      if (off === null || off.isTold || window === null) return;
      writeGraphicsOff(fileOf(), { ...off, isTold: true });
      void dialog.showMessageBox(window, { type: 'info', ...boxOf(options.t, 'graphicsOff') });
    },
  };
};
