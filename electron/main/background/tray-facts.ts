import type { ShellCore } from '../core-thread.ts';
import { readTrayFacts } from '../shell-state.ts';
import type { TrayFacts } from './desk-tray.ts';

/** Replacing the menu closes it if it is open, and a refresh sends many events in a short time. */
const AT_MOST_EVERY_MS = 2_000;
const TELLING: ReadonlySet<string> = new Set(['account.changed', 'alerts.changed', 'settings.changed']);

/** Reads the facts for the tray icon, and reads them again when an event says that one of them may have changed. */
export const createTrayFacts = (ask: ShellCore['handle'], tell: (facts: TrayFacts) => void) => {
  let isDue = false;
  const read = async (): Promise<void> => {
    const [account, alerts, settings] = await Promise.all([
      ask({ name: 'account.state', input: {} }),
      ask({ name: 'alerts.counts', input: {} }),
      ask({ name: 'settings.get', input: {} }),
    ]);
    tell(readTrayFacts(account, alerts, settings));
  };
  return {
    read: () => void read(),
    onEvent: (name: string): void => {
      if (isDue || !TELLING.has(name)) return;
      isDue = true;
      setTimeout(() => {
        isDue = false;
        void read();
      }, AT_MOST_EVERY_MS);
    },
  };
};
