import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import type { CleanRoot, InsideOptions } from './clean-root.ts';

/** The name of the ordinary user in a clean root. */
export const USER = 'seller';

/** A small desktop: a screen, a window manager, assistive tools, a keychain and the program that asks for its password. */
const DESKTOP_PACKAGES = [
  'at-spi2-core',
  'dbus',
  'dbus-bin',
  'dbus-session-bus-common',
  'fonts-dejavu-core',
  'gcr',
  'gnome-keyring',
  'libsecret-tools',
  'openbox',
  'systemd',
  'x11-utils',
  'xdotool',
  'xvfb',
];

export interface StartedInside {
  readonly process: ChildProcess;
  /** Its standard output and error so far. */
  said(): string;
  /** Waits until it has ended. Returns its exit code. */
  ended(): Promise<number | null>;
}

export type UserSession = Awaited<ReturnType<typeof startUserSession>>;

/** Installs a small desktop, and signs an ordinary user in to it. The session ends when the root is closed. */
export const startUserSession = async (root: CleanRoot) => {
  await root.apt('install', '--no-install-recommends', ...DESKTOP_PACKAGES);
  await root.inside(['useradd', '--create-home', '--shell', '/bin/sh', USER]);
  const uid = (await root.inside(['id', '--user', USER])).trim();
  const runtime = `/run/user/${uid}`;
  await mkdir(root.outside(runtime), { recursive: true });
  await root.inside(['install', '--directory', `--owner=${USER}`, `--group=${USER}`, '--mode=0700', runtime]);
  await root.inside(['install', '--directory', '--mode=1777', '/tmp/.X11-unix']);

  const env: Record<string, string> = {
    XDG_RUNTIME_DIR: runtime,
    XDG_SESSION_TYPE: 'x11',
    // Programs describe their windows to assistive tools, which is how the test reads and uses them.
    ACCESSIBILITY_ENABLED: '1',
  };
  const asUser = (): InsideOptions => ({ user: USER, env });
  const screen = ['Xvfb', '-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp', '-noreset'];
  const display = await root.startDaemon(screen, { ...asUser(), readyOn: 3 });
  env.DISPLAY = `:${display.firstLine.trim()}`;
  const bus = await root.startDaemon(['dbus-daemon', '--session', '--nofork', '--nopidfile', '--print-address'], {
    ...asUser(),
    readyOn: 1,
  });
  env.DBUS_SESSION_BUS_ADDRESS = bus.firstLine.trim();
  await root.startDaemon(['openbox'], {
    ...asUser(),
    readyOn: async () =>
      (await root.inside(['xprop', '-root', '_NET_SUPPORTING_WM_CHECK'], asUser())).includes('window id'),
  });

  const run = (...command: readonly string[]): Promise<string> => root.inside(command, asUser());
  return {
    /** Runs a command as the user and returns what it wrote. Throws an error with that output if the command fails. */
    run,
    succeeds: (...command: readonly string[]): Promise<boolean> => root.succeeds(command, asUser()),
    /** Whether a program has this name on the user's bus. */
    isOnBus: async (name: string): Promise<boolean> => {
      const question = ['org.freedesktop.DBus', '/', 'org.freedesktop.DBus', 'NameHasOwner', 's', name];
      return (await run('busctl', '--user', 'call', ...question)).trim() === 'b true';
    },
    /** Starts a program as the user. With `by`, root starts it through that command, which becomes the user. */
    start: (command: readonly string[], by: readonly string[] = []): StartedInside => {
      const child = root.start(
        [...by, ...command],
        by.length === 0 ? asUser() : { env: { ...env, HOME: `/home/${USER}` } },
      );
      let text = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => {
          text += chunk.toString();
        });
      const end = once(child, 'exit');
      return { process: child, said: () => text, ended: async () => (await end)[0] as number | null };
    },
  };
};
