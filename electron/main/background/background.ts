import { type BrowserWindow, Notification } from 'electron';
import type { ShellWords } from '../texts.ts';
import type { createDeskTray } from './desk-tray.ts';

interface BackgroundOptions {
  readonly tray: ReturnType<typeof createDeskTray>;
  readonly t: ShellWords;
  readonly hasChargeInFlight: () => boolean;
  /** What closing the window means is said the first time; a file remembers that it was. */
  readonly wasTold: () => boolean;
  readonly noteTold: () => void;
}

/** The desk goes on working when its window is closed, as long as it can be found again. */
export const createBackground = ({ tray, t, hasChargeInFlight, wasTold, noteTold }: BackgroundOptions) => {
  let isOn = false;
  /** The windows that close now, because the desk can be found by its icon. */
  const leaving = new WeakSet<BrowserWindow>();

  const tell = (where: 'inTray' | 'minimised'): void => {
    if (wasTold() || !Notification.isSupported()) return;
    noteTold();
    new Notification({ title: t(`shell:${where}.title`), body: t(`shell:${where}.body`) }).show();
  };

  const leave = async (window: BrowserWindow): Promise<void> => {
    const isSeen = await tray.show();
    if (window.isDestroyed()) return;
    tell(isSeen ? 'inTray' : 'minimised');
    if (!isSeen) window.minimize();
    // Its dialog waits for the answer, and shows it when the window is opened again.
    else if (hasChargeInFlight()) window.hide();
    else {
      leaving.add(window);
      window.close();
    }
  };

  return {
    /** The setting. The icon is there as long as it is on. */
    set: (isWanted: boolean): void => {
      if (isWanted === isOn) return;
      isOn = isWanted;
      if (isOn) void tray.show();
      else tray.hide();
    },
    isOn: () => isOn,
    /** The user closes the window. `true`: it does not close now; the window is left another way. */
    keep: (window: BrowserWindow): boolean => {
      if (!isOn || leaving.has(window)) return false;
      void leave(window);
      return true;
    },
  };
};
