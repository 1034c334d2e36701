import { execFile } from 'node:child_process';

const BUS = 'org.freedesktop.DBus';
const BUS_PATH = '/org/freedesktop/DBus';
const NOTIFICATIONS = 'org.freedesktop.Notifications';
const ANSWER_WITHIN_MS = 2_000;

/** Sends one request on the session bus. Resolves with `null` if there is no bus, no `dbus-send` or no answer. */
export const askSessionBus = (
  destination: string,
  path: string,
  method: string,
  args: readonly string[],
): Promise<string | null> =>
  new Promise((resolve) => {
    const call = ['--session', '--print-reply=literal', `--dest=${destination}`, path, method, ...args];
    execFile('dbus-send', call, { timeout: ANSWER_WITHIN_MS }, (error, stdout) => resolve(error ? null : stdout));
  });

/** Sends one request to the bus itself. Resolves with `null` as `askSessionBus` does. */
export const askBusItself = (method: string, args: readonly string[] = []): Promise<string | null> =>
  askSessionBus(BUS, BUS_PATH, `${BUS}.${method}`, args);

/** Returns whether a program has this name on the session bus now; `null` if that cannot be found out. */
export const isOwnedName = async (name: string): Promise<boolean | null> => {
  const answer = await askBusItself('NameHasOwner', [`string:${name}`]);
  return answer === null ? null : /boolean\s+true/.test(answer);
};

/**
 * Returns whether something shows notifications: a program that runs already, or one that the bus starts for it. Some
 * small desktops on Linux have neither, and Electron does not report that but prints an error for each notification.
 * Without a clear answer they count as shown.
 */
export const areNotificationsShown = async (): Promise<boolean> => {
  if (process.platform !== 'linux' || (await isOwnedName(NOTIFICATIONS)) !== false) return true;
  const startable = await askBusItself('ListActivatableNames');
  return startable === null || startable.split(/\s+/).includes(NOTIFICATIONS);
};
