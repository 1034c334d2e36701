import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Server } from 'proxy-chain';
import { freePort } from '../free-port.ts';

export const LOGIN = 'reseller';
export const PASSWORD = 'pass-Secret7';

export interface RunningProxy {
  readonly port: number;
  close(): Promise<unknown>;
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
};

/** Whether Debian's proxies can run here. Windows and macOS have none of their own. */
export const hasDebianProxies = process.platform === 'linux';

/** Starts a program of the system that listens on a given port. */
const startProgram = async (name: string, args: readonly string[], port: number): Promise<RunningProxy> => {
  const child = spawn(name, args, { stdio: 'ignore' });
  const failed = once(child, 'error').then(([error]) => {
    throw error;
  });
  failed.catch(() => undefined);
  while (!(await Promise.race([accepts(port), failed]))) {
    if (child.exitCode !== null) throw new Error(`${name} has ended`);
    await sleep(20);
  }
  return { port, close: () => ended(child) };
};

/** SOCKS5, from Debian; `null` lets everybody in. */
export const startMicrosocks = async (password: string | null = PASSWORD): Promise<RunningProxy> => {
  const port = await freePort();
  const login = password === null ? [] : ['-u', LOGIN, '-P', password];
  return startProgram('microsocks', ['-i', '127.0.0.1', '-p', String(port), ...login], port);
};

/** HTTP, from Debian; it lets connections through to one port only. */
export const startTinyproxy = async (allowedPort: number): Promise<RunningProxy> => {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'tinyproxy-'));
  const config = join(folder, 'tinyproxy.conf');
  const lines = [
    'Listen 127.0.0.1',
    `Port ${port}`,
    'MaxClients 50',
    `ConnectPort ${allowedPort}`,
    `BasicAuth ${LOGIN} ${PASSWORD}`,
  ];
  await writeFile(config, `${lines.join('\n')}\n`);
  const running = await startProgram('tinyproxy', ['-d', '-c', config], port);
  return { port, close: () => running.close().then(() => rm(folder, { recursive: true, force: true })) };
};

/** HTTP, from npm. */
export const startProxyChain = async (): Promise<RunningProxy> => {
  const server = new Server({
    port: 0,
    host: '127.0.0.1',
    prepareRequestFunction: ({ username, password }) => ({
      requestAuthentication: username !== LOGIN || password !== PASSWORD,
    }),
  });
  await server.listen();
  return { port: server.port, close: () => server.close(true) };
};
