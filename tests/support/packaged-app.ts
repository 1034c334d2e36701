import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unpackedFolder } from '../../electron/dev/make-packages.ts';
import { packagedFolder } from '../../electron/dev/places.ts';

/** The unpacked app that `npm run test:package` has made. */
export const appFolder = unpackedFolder(packagedFolder);

export const executableIn = (folder: string): string => {
  if (process.platform === 'darwin') return join(folder, 'Reseller Desk.app', 'Contents', 'MacOS', 'Reseller Desk');
  return join(folder, process.platform === 'win32' ? 'Reseller Desk.exe' : 'reseller-desk');
};

export const resourcesIn = (folder: string): string =>
  process.platform === 'darwin'
    ? join(folder, 'Reseller Desk.app', 'Contents', 'Resources')
    : join(folder, 'resources');

export interface StartedApp {
  readonly process: ChildProcess;
  readonly userDataDir: string;
  /** What it wrote to its standard output and error so far. */
  said(): string;
  /** The lines of its own log so far. */
  logged(): Promise<readonly { readonly message: string; readonly reason?: string }[]>;
  /** Waits until it is gone: its exit code, or the signal that ended it. */
  ended(): Promise<number | string>;
}

export interface StartOptions {
  readonly userDataDir: string;
  readonly folder?: string;
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/** Starts it as a user would: no test tool is attached, and none could be. */
export const startPackaged = ({ userDataDir, folder = appFolder, args = [], env = {} }: StartOptions): StartedApp => {
  const child = spawn(
    executableIn(folder),
    [
      // Chromium refuses its sandbox to root; for everybody else it stays on.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      `--user-data-dir=${userDataDir}`,
      '--lang=en-US',
      ...args,
    ],
    { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const end = once(child, 'exit').then(([code, signal]: unknown[]) => (code ?? signal) as number | string);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  return {
    process: child,
    userDataDir,
    said: () => text,
    logged: async () => {
      const lines = await readFile(join(userDataDir, 'logs', 'desk.log'), 'utf8').catch(() => '');
      return lines
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as { message: string; reason?: string });
    },
    ended: () => end,
  };
};
