import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
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
  /** Its standard output and error so far. */
  said(): string;
  /** The lines of its own log so far. */
  logged(): Promise<readonly { readonly message: string; readonly reason?: string; readonly used?: number }[]>;
  /** Waits until the process is gone. Returns its exit code, or the signal that ended it. */
  ended(): Promise<number | string>;
  /** Ends it at once, with every process that it started. */
  kill(): void;
}

interface StartOptions {
  readonly userDataDir: string;
  readonly folder?: string;
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** The user it runs as; by default the one who runs the tests. */
  readonly user?: number;
  /** A command that starts the command after it. */
  readonly by?: readonly string[];
}

/** Starts the app as a user would. No test tool is attached, and none could be. */
export const startPackaged = (options: StartOptions): StartedApp => {
  const { userDataDir, folder = appFolder, args = [], env = {}, user = process.getuid?.(), by = [] } = options;
  const [command = '', ...before] = [...by, executableIn(folder)];
  const child = spawn(
    command,
    [
      ...before,
      // Chromium refuses its sandbox to root; for everybody else it stays on.
      ...(user === 0 ? ['--no-sandbox'] : []),
      `--user-data-dir=${userDataDir}`,
      '--lang=en-US',
      ...args,
    ],
    {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // It gets a process group of its own, which `kill` ends.
      detached: true,
      ...(user === process.getuid?.() ? {} : { uid: user, gid: user }),
    },
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
        .map((line) => JSON.parse(line) as { message: string; reason?: string; used?: number });
    },
    ended: () => end,
    kill: () => {
      if (child.pid === undefined) return;
      try {
        process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
      } catch {
        // The process is already gone.
      }
    },
  };
};

/** Returns the ids of the processes in which the app runs its pages. Linux only. */
export const renderersOf = async ({ process: { pid } }: Pick<StartedApp, 'process'>): Promise<readonly number[]> => {
  const entries = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = new Map(
    await Promise.all(entries.map(async (id) => [id, Number(await statusOf(id, 'PPid'))] as const)),
  );
  const descends = (id: number | undefined): boolean =>
    id === pid || (id !== undefined && id > 1 && descends(parents.get(id)));
  const found = await Promise.all(
    entries
      .filter(descends)
      .map(async (id) => [id, await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')] as const),
  );
  return found.filter(([, command]) => command.includes('--type=renderer')).map(([id]) => id);
};

/** Returns one line of /proc/…/status, or an empty text when the process is gone. */
export const statusOf = async (pid: number, name: string): Promise<string> => {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(text)?.[1] ?? '';
};
