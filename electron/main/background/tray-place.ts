import { askBusItself, askSessionBus, isOwnedName } from './session-bus.ts';

const WATCHER = 'org.kde.StatusNotifierWatcher';
/** The time allowed for registering the icon, which takes a few messages between the desktop and Chromium. */
const REGISTERS_WITHIN_MS = 3_000;
const LOOK_EVERY_MS = 100;

const processOf = async (service: string): Promise<number | null> => {
  const answer = await askBusItself('GetConnectionUnixProcessID', [`string:${service}`]);
  const found = /uint32\s+(\d+)/.exec(answer ?? '')?.[1];
  return found === undefined ? null : Number(found);
};

/** Returns the bus names of the icons that the desktop's tray shows, as its watcher lists them. */
const takenIcons = async (): Promise<readonly string[]> => {
  const property = [`string:${WATCHER}`, 'string:RegisteredStatusNotifierItems'];
  const answer = await askSessionBus(
    WATCHER,
    '/StatusNotifierWatcher',
    'org.freedesktop.DBus.Properties.Get',
    property,
  );
  return [...(answer ?? '').matchAll(/(?:^|\s)(:[\d.]+|[A-Za-z_][\w-]*(?:\.[\w-]+)+)/g)].map(([, name]) => name ?? '');
};

const isTaken = async (): Promise<boolean> => {
  for (const name of (await takenIcons()).slice(0, 50)) {
    if (name.includes(`-${process.pid}-`) || (await processOf(name)) === process.pid) return true;
  }
  return false;
};

/**
 * Returns whether the user can see the tray icon of this process. Only Linux has desktops without a tray, and Electron
 * does not report it, so we ask the desktop which icons it shows. Without a clear answer the icon counts as invisible,
 * because a desk without window and icon could not be found again.
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

/** Returns whether the desktop has a tray. */
export const hasTray = async (): Promise<boolean> =>
  process.platform !== 'linux' || (await isOwnedName(WATCHER)) === true;
