import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

interface ProcessOptions {
  /** The folder of the programs. */
  readonly bin: string;
  /** The folder of the database. */
  readonly data: string;
  readonly port: number;
  /** As `name=value`. */
  readonly settings: readonly string[];
  readonly spawning: SpawnOptions;
}

/** The server's process, which can be killed and started again on the same folder. */
export interface PostgresProcess {
  /** Returns everything that it has logged since it was first started. */
  log(): string;
  /** Resolves when the log may be longer than before. */
  moreLog(): Promise<unknown>;
  /** Rejects with the log if it ends before it is ready. */
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Kills it without waiting, for the end of this process. */
  killNow(): void;
}

const READY = 'ready to accept connections';

/** Starts `postgres` as a child. */
const createChild = ({ bin, data, port, settings, spawning }: ProcessOptions): PostgresProcess => {
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  let child: ChildProcess | undefined;
  let log = '';
  return {
    log: () => log,
    moreLog: async () => child?.stderr && once(child.stderr, 'data'),
    start: async () => {
      const from = log.length;
      const started = spawn(join(bin, 'postgres'), args, { ...spawning, stdio: ['ignore', 'ignore', 'pipe'] });
      child = started;
      await new Promise<void>((resolve, reject) => {
        started.stderr?.on('data', (chunk) => {
          log += chunk;
          if (log.slice(from).includes(READY)) resolve();
        });
        started.once('exit', () => reject(new Error(`postgres ended:\n${log.slice(from)}`)));
      });
    },
    kill: async () => {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    killNow: () => void child?.kill('SIGKILL'),
  };
};

const POLL_MS = 20;
/** The end of the server, and not that of a connection that came too early. */
const ENDS = /FATAL: (?!\s*the database system is)/;

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/**
 * Starts the server by `pg_ctl`, as Windows demands it: the server refuses to run for an administrator, and `pg_ctl` gives
 * these rights up for it. Windows cannot keep shared memory in files either.
 */
const createByPgCtl = ({ bin, data, port, settings, spawning }: ProcessOptions): PostgresProcess => {
  /** One for each start, because remains of a killed server may keep theirs open. */
  const logFiles: string[] = [];
  /** The output of `pg_ctl`, which says why it could not start the server. */
  const outputFile = join(data, 'pg_ctl.txt');
  const ofWindows = settings.filter((setting) => !setting.startsWith('dynamic_shared_memory_type='));
  const lines = [`port=${port}`, ...ofWindows].map((setting) => {
    const [name = '', ...value] = setting.split('=');
    return `${name} = '${value.join('=').replaceAll('\\', '/').replaceAll("'", "''")}'`;
  });
  writeFileSync(join(data, 'postgresql.auto.conf'), `${lines.join('\n')}\n`);

  const textOf = (file: string): string => {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      return '';
    }
  };
  const log = (): string => logFiles.map(textOf).join('');
  /** 0 if there is none. */
  const pidOf = (): number => Number(textOf(join(data, 'postmaster.pid')).split('\n', 1)[0]);
  let pid = 0;
  return {
    log,
    moreLog: () => sleep(POLL_MS),
    start: async () => {
      // The file of a killed server stays until the next one replaces it.
      const before = pidOf();
      const logFile = join(data, `log-${logFiles.length}.txt`);
      logFiles.push(logFile);
      const output = openSync(outputFile, 'w');
      const starting = spawn(join(bin, 'pg_ctl'), ['start', '--no-wait', '-D', data, '-l', logFile], {
        ...spawning,
        stdio: ['ignore', output, output],
      });
      closeSync(output);
      const [code] = await once(starting, 'exit');
      for (;;) {
        // Looked at before the log: a server that ends in between has logged why.
        pid = pidOf();
        const hasEnded = code !== 0 || (pid !== 0 && pid !== before && !isRunning(pid));
        const said = textOf(logFile);
        if (said.includes(READY)) return;
        if (hasEnded || ENDS.test(said)) throw new Error(`postgres ended (${code}):\n${textOf(outputFile)}${said}`);
        await sleep(POLL_MS);
      }
    },
    kill: async () => {
      if (pid === 0 || !isRunning(pid)) return;
      process.kill(pid, 'SIGKILL');
      while (isRunning(pid)) await sleep(POLL_MS);
    },
    killNow: () => {
      if (pid !== 0 && isRunning(pid)) process.kill(pid, 'SIGKILL');
    },
  };
};

/** The settings of a server that is not running yet. */
export const createPostgresProcess = process.platform === 'win32' ? createByPgCtl : createChild;
