import { execFile } from 'node:child_process';

const WATCHER = 'org.kde.StatusNotifierWatcher';
const BUS = 'org.freedesktop.DBus';
const ANSWER_WITHIN_MS = 2_000;
/** Registering is a few messages between the desktop and Chromium. */
const REGISTERS_WITHIN_MS = 3_000;
const LOOK_EVERY_MS = 100;

/** One question on the session's bus; `null` without a bus, without the tool, or without an answer. */
const ask = (destination: string, path: string, method: string, args: readonly string[]): Promise<string | null> =>
  new Promise((resolve) => {
    const call = ['--session', '--print-reply=literal', `--dest=${destination}`, path, method, ...args];
    execFile('dbus-send', call, { timeout: ANSWER_WITHIN_MS }, (error, stdout) => resolve(error ? null : stdout));
  });

const processOf = async (service: string): Promise<number | null> => {
  const answer = await ask(BUS, '/org/freedesktop/DBus', `${BUS}.GetConnectionUnixProcessID`, [`string:${service}`]);
  const found = /uint32\s+(\d+)/.exec(answer ?? '')?.[1];
  return found === undefined ? null : Number(found);
};

/** The bus names of the icons that the desktop's tray has taken, as its watcher lists them. */
const takenIcons = async (): Promise<readonly string[]> => {
  const property = [`string:${WATCHER}`, 'string:RegisteredStatusNotifierItems'];
  const answer = await ask(WATCHER, '/StatusNotifierWatcher', 'org.freedesktop.DBus.Properties.Get', property);
  return [...(answer ?? '').matchAll(/(?:^|\s)(:[\d.]+|[A-Za-z_][\w-]*(?:\.[\w-]+)+)/g)].map(([, name]) => name ?? '');
};

const isTaken = async (): Promise<boolean> => {
  for (const name of (await takenIcons()).slice(0, 50)) {
    if (name.includes(`-${process.pid}-`) || (await processOf(name)) === process.pid) return true;
  }
  return false;
};

/**
 * Whether the icon this process has made can be seen. Only Linux has desktops without a tray, and Electron does not say:
 * the desktop is asked which icons it has taken. What cannot be found out counts as not seen, for a desk whose window is
 * closed could not be found again.
 */
export const isIconSeen = async (): Promise<boolean> => {
  if (process.platform !== 'linux') return true;
  const until = performance.now() + REGISTERS_WITHIN_MS;
  while (!(await isTaken())) {
    if (performance.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return true;
};

/** Whether there is a tray to put an icon into. */
export const hasTray = async (): Promise<boolean> => {
  if (process.platform !== 'linux') return true;
  const owner = await ask(BUS, '/org/freedesktop/DBus', `${BUS}.NameHasOwner`, [`string:${WATCHER}`]);
  return /boolean\s+true/.test(owner ?? '');
};
