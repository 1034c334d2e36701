import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Background, startBackground } from './background.ts';
import { run } from './run.ts';

export interface DesktopSession {
  /** What a program needs to live in this session; lay it over `process.env`. */
  readonly env: NodeJS.ProcessEnv;
  close(): Promise<void>;
}

/**
 * A display that nobody sees. Xvfb picks a free number itself, so several can start at once. `-noreset`: otherwise it
 * starts over whenever its last window closes, tells its number again to a pipe nobody reads any more, and ends.
 * @param screenFolder where the file Xvfb_screen0 shall show what is on it, in the format of xwd
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
 * A session bus with a real, unlocked gnome-keyring on it. The keyring's files live in a folder of their own, so the
 * keyring of whoever runs this is never touched.
 */
export const startKeyringSession = async (password = 'reseller-desk'): Promise<DesktopSession> => {
  const home = await mkdtemp(join(tmpdir(), 'desk-keyring-'));
  const started: Background[] = [];
  const close = async (): Promise<void> => {
    // The bus first: it would start another keyring for whoever asks while the one here is gone.
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

/** What this machine needs so that windows open and the keychain works without anybody at the screen. */
export const startDesktopSession = async (): Promise<DesktopSession> => {
  if (process.platform !== 'linux') return { env: {}, close: async () => {} };
  const parts: DesktopSession[] = [await startKeyringSession()];
  if (!hasDisplay()) parts.push(await startVirtualDisplay());
  return {
    env: Object.assign({}, ...parts.map((part) => part.env)),
    close: async () => {
      for (const part of parts.reverse()) await part.close();
    },
  };
};

export const hasDisplay = (): boolean =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY) || Boolean(process.env.WAYLAND_DISPLAY);
