import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Background, startBackground } from './background.ts';
import { run } from './run.ts';

export interface DesktopSession {
  /** The variables with which a program uses this session, to be merged into `process.env`. */
  readonly env: NodeJS.ProcessEnv;
  close(): Promise<void>;
}

/**
 * Starts a virtual display. Xvfb picks a free number itself, so several can start at the same time. Without `-noreset`
 * it would restart when its last window closes, write its number again to a pipe that nobody reads, and end.
 * @param screenFolder the folder for the file Xvfb_screen0, which shows the screen in the format of xwd
 */
export const startVirtualDisplay = async (screenFolder?: string): Promise<DesktopSession> => {
  const server = await startBackground(
    'Xvfb',
    [
      '-displayfd',
      '3',
      '-screen',
      '0',
      '1600x1000x24',
      '-nolisten',
      'tcp',
      '-noreset',
      ...(screenFolder === undefined ? [] : ['-fbdir', screenFolder]),
    ],
    { readyOn: 3 },
  );
  return { env: { DISPLAY: `:${server.firstLine.trim()}` }, close: server.close };
};

/**
 * Starts a session bus with a real, unlocked gnome-keyring. Its files are in a temporary folder, so the user's own
 * keyring is never touched.
 */
export const startKeyringSession = async (password = 'reseller-desk'): Promise<DesktopSession> => {
  const home = await mkdtemp(join(tmpdir(), 'desk-keyring-'));
  const started: Background[] = [];
  const close = async (): Promise<void> => {
    // Close the bus first: it would start another keyring for any program that asks after ours has ended.
    for (const daemon of started) await daemon.close();
    await rm(home, { recursive: true, force: true });
  };
  try {
    const bus = await startBackground('dbus-daemon', ['--session', '--nofork', '--nopidfile', '--print-address'], {
      readyOn: 1,
    });
    started.push(bus);
    const env = { DBUS_SESSION_BUS_ADDRESS: bus.firstLine.trim() };
    const runtime = join(home, 'run');
    await mkdir(runtime, { mode: 0o700 });
    const keyring = await startBackground(
      'gnome-keyring-daemon',
      ['--foreground', '--unlock', '--components=secrets'],
      {
        env: { ...process.env, ...env, HOME: home, XDG_DATA_HOME: join(home, 'data'), XDG_RUNTIME_DIR: runtime },
        input: password,
        readyOn: () => nameIsOwned('org.freedesktop.secrets', env),
      },
    );
    started.push(keyring);
    return { env, close };
  } catch (error) {
    await close();
    throw error;
  }
};

const nameIsOwned = async (name: string, env: NodeJS.ProcessEnv): Promise<boolean> => {
  const question = [
    '--session',
    '--print-reply',
    '--dest=org.freedesktop.DBus',
    '/',
    'org.freedesktop.DBus.NameHasOwner',
  ];
  const { output } = await run('dbus-send', [...question, `string:${name}`], {
    env: { ...process.env, ...env },
    quiet: true,
  });
  return output.includes('boolean true');
};

/** Starts this many virtual displays. DISPLAY names the first of them, and VIRTUAL_DISPLAYS all, with blanks between them. */
const startVirtualDisplays = async (count: number): Promise<DesktopSession> => {
  const displays = await Promise.all(Array.from({ length: count }, () => startVirtualDisplay()));
  const names = displays.map(({ env }) => env.DISPLAY);
  return {
    env: { DISPLAY: names[0], VIRTUAL_DISPLAYS: names.join(' ') },
    close: async () => {
      await Promise.all(displays.map(({ close }) => close()));
    },
  };
};

/**
 * Starts the services that this machine needs to open windows and use the keychain unattended.
 * @param displays how many virtual displays are started where there is no display
 */
export const startDesktopSession = async (displays = 1): Promise<DesktopSession> => {
  if (process.platform !== 'linux') return { env: {}, close: async () => {} };
  const parts: DesktopSession[] = [await startKeyringSession()];
  if (!hasDisplay()) parts.push(await startVirtualDisplays(displays));
  return {
    env: Object.assign({}, ...parts.map((part) => part.env)),
    close: async () => {
      for (const part of parts.reverse()) await part.close();
    },
  };
};

/** Whether windows can be shown: always on Windows and macOS, and on Linux with an X or Wayland display. */
export const hasDisplay = (): boolean =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY) || Boolean(process.env.WAYLAND_DISPLAY);
