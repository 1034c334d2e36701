import type { BrowserWindow } from 'electron';
import type { ShellWords } from '../texts.ts';
import type { createDeskTray } from './desk-tray.ts';
import { showNotification } from './notifications.ts';

interface BackgroundOptions {
  readonly tray: ReturnType<typeof createDeskTray>;
  readonly t: ShellWords;
  readonly hasChargeInFlight: () => boolean;
  /** The first time a window is closed, a notification explains that the app keeps running; a file remembers that. */
  readonly wasTold: () => boolean;
  readonly noteTold: () => void;
}

/** Keeps the desk working after its window is closed, provided that the user can find it again by an icon. */
export const createBackground = ({ tray, t, hasChargeInFlight, wasTold, noteTold }: BackgroundOptions) => {
  let isOn = false;
  /** Windows that are allowed to close because the tray icon is visible. */
  const leaving = new WeakSet<BrowserWindow>();

  /** Each notification waits for the one before, which may turn out to be the only one or to reach nobody. */
  let lastNotice = Promise.resolve();
  const tell = (where: 'inTray' | 'minimised'): void => {
    lastNotice = lastNotice.then(async () => {
      if (wasTold()) return;
      if (await showNotification({ title: t(`shell:${where}.title`), body: t(`shell:${where}.body`) })) noteTold();
    });
  };

  const leave = async (window: BrowserWindow): Promise<void> => {
    const isSeen = await tray.show();
    if (window.isDestroyed()) return;
    tell(isSeen ? 'inTray' : 'minimised');
    if (!isSeen) window.minimize();
    // The page's dialog waits for the outcome of the charge and shows it when the window is opened again.
    else if (hasChargeInFlight()) window.hide();
    else {
      leaving.add(window);
      window.close();
    }
  };

  return {
    /** Applies the setting. The tray icon is shown while it is on. */
    set: (isWanted: boolean): void => {
      if (isWanted === isOn) return;
      isOn = isWanted;
      if (isOn) void tray.show();
      else tray.hide();
    },
    isOn: () => isOn,
    /**
     * Handles a click on the window's close button. `true`: the window stays open for now and is hidden, minimised or
     * closed here.
     */
    keep: (window: BrowserWindow): boolean => {
      if (!isOn || leaving.has(window)) return false;
      void leave(window);
      return true;
    },
  };
};
