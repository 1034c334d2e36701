import { join } from 'node:path';
import { app, type BrowserWindow, dialog } from 'electron';
import type { Logger } from '#core/ports.ts';
import { createGraphicsWatch, isGraphicsOff, readGraphicsOff, writeGraphicsOff } from './graphics.ts';
import { HIDDEN } from './launch-options.ts';
import { boxOf, type ShellWords } from './texts.ts';

const version = (): string => `${app.getVersion()} ${process.versions.chrome}`;
const fileOf = (): string => join(app.getPath('userData'), 'graphics.json');

/** Before the app is ready: later Chromium does not listen. */
export const keepGraphicsSetting = (): void => {
  if (isGraphicsOff(readGraphicsOff(fileOf()), version())) app.disableHardwareAcceleration();
};

interface GraphicsGuardOptions {
  readonly logger: Logger;
  readonly t: ShellWords;
  readonly now: () => number;
  readonly window: () => BrowserWindow | null;
  readonly hasChargeInFlight: () => boolean;
  /** Keeps the setting. */
  readonly setAcceleration: (isOn: boolean) => void;
}

const ASK_AGAIN_MS = 1_000;

/**
 * A graphics process that keeps dying takes the whole app with it in the end, orders and tray too. Before that the app
 * starts again without hardware acceleration, as soon as no money is on the wire, and says so.
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
      // The files of an AppImage are gone with its first process.
      ...(appImage === undefined ? {} : { execPath: appImage }),
    });
    app.quit();
  };
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    if (type !== 'GPU' || reason === 'clean-exit') return;
    options.logger.error('the graphics process is gone', { reason, exitCode });
    // Drawn without the card already: nothing is left to be given up.
    if (isGraphicsOff(readGraphicsOff(fileOf()), version()) || !isTooMany()) return;
    writeGraphicsOff(fileOf(), { by: 'deaths', version: version(), isTold: false });
    options.setAcceleration(false);
    startAgain();
  });

  return {
    /** The setting, as it is or has become; what it says counts from the next start on. */
    adopt: (isOn: boolean): void => {
      const off = readGraphicsOff(fileOf());
      if (isOn) {
        if (off !== null) writeGraphicsOff(fileOf(), null);
      } else if (off?.by === 'deaths' && off.version !== version()) {
        writeGraphicsOff(fileOf(), null);
        options.setAcceleration(true);
      } else if (off === null) writeGraphicsOff(fileOf(), { by: 'user', version: version(), isTold: true });
    },
    /** Says once why it looks as it does. */
    tell: (): void => {
      const off = readGraphicsOff(fileOf());
      const window = options.window();
      if (off === null || off.isTold || window === null) return;
      writeGraphicsOff(fileOf(), { ...off, isTold: true });
      void dialog.showMessageBox(window, { type: 'info', ...boxOf(options.t, 'graphicsOff') });
    },
  };
};
