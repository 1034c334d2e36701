import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { ORDINARY, PASSWORD, type Postgres, USER } from './postgres.ts';

interface PgBouncer {
  readonly port: number;
  close(): Promise<void>;
}

/** Starts Debian's PgBouncer in front of a server. In `transaction` mode no session lasts longer than a message. */
export const startPgBouncer = async (postgres: Postgres, mode: 'transaction' | 'session'): Promise<PgBouncer> => {
  const folder = await mkdtemp(join(tmpdir(), 'pgbouncer-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const users = join(folder, 'users.txt');
  const config = join(folder, 'pgbouncer.ini');
  await writeFile(users, `"${USER}" "${PASSWORD}"\n`);
  const lines = [
    '[databases]',
    `postgres = host=127.0.0.1 port=${postgres.port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = plain',
    `auth_file = ${users}`,
    `pool_mode = ${mode}`,
    'default_pool_size = 3',
  ];
  await writeFile(config, `${lines.join('\n')}\n`);
  const child = spawn('/usr/sbin/pgbouncer', [config], { ...ORDINARY, stdio: ['ignore', 'ignore', 'pipe'] });
  const killNow = (): void => void child.kill('SIGKILL');
  process.once('exit', killNow);
  await new Promise<void>((resolve, reject) => {
    let log = '';
    child.stderr.on('data', (chunk) => {
      log += chunk;
      if (log.includes('process up')) resolve();
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`pgbouncer ended:\n${log}`)));
  });
  return {
    port,
    close: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      process.off('exit', killNow);
      await rm(folder, { recursive: true, force: true });
    },
  };
};
