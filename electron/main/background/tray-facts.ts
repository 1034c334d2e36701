import type { ShellCore } from '../core-thread.ts';
import { readTrayFacts } from '../shell-state.ts';
import type { TrayFacts } from './desk-tray.ts';

/** A menu that is open closes when it is made anew, and a refresh tells much in a short time. */
const AT_MOST_EVERY_MS = 2_000;
const TELLING: ReadonlySet<string> = new Set(['account.changed', 'alerts.changed', 'settings.changed']);

/** Reads what the icon in the tray tells, and again whenever some of it may have changed. */
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
