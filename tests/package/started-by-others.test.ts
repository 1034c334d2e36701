import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DesktopSession, startVirtualDisplay } from '../../electron/dev/desktop-session.ts';
import { appFolder, renderersOf, type StartedApp, startPackaged, statusOf } from '../support/packaged-app.ts';

/** Tests of the app when somebody else decides how it starts: a shortcut, another program, the desktop. */

const TEST_LIMIT_MS = 60_000;
/** Chromium refuses its sandbox to root, so root starts the app for `nobody`. */
const NOBODY = 65_534;
const user = process.getuid?.() === 0 ? NOBODY : process.getuid?.();

/** Whether this system gives an ordinary user a sandbox at all; without one Chromium does not start. */
const sandboxIsPossible = (): boolean => {
  try {
    execFileSync('unshare', ['-U', 'true'], { stdio: 'ignore', ...(user === NOBODY ? { uid: user, gid: user } : {}) });
    return true;
  } catch {
    return false;
  }
};

describe.runIf(process.platform === 'linux' && sandboxIsPossible())(
  'the packaged app, started for an ordinary user',
  { timeout: TEST_LIMIT_MS },
  () => {
    let shared: string;
    let display: DesktopSession;
    let home: string;
    let app: StartedApp | null = null;
    /** The requests to the server to which another program tries to divert them. */
    let diverted: string[];
    let server: Server;
    let port: number;

    beforeAll(async () => {
      shared = await mkdtemp(join(tmpdir(), 'desk-foreign-'));
      await chmod(shared, 0o755);
      // The checkout may lie in a folder that this user may not enter.
      await cp(appFolder, join(shared, 'app'), { recursive: true });
      display = await startVirtualDisplay();
      server = createServer((request, response) => {
        diverted.push(`${request.method} ${request.url}`);
        response.writeHead(502).end();
      });
      server.on('connect', (request, socket) => {
        diverted.push(`CONNECT ${request.url}`);
        socket.end('HTTP/1.1 502 No\r\n\r\n');
      });
      await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
      port = (server.address() as AddressInfo).port;
    });
    afterAll(async () => {
      server.close();
      await display.close();
      await rm(shared, { recursive: true, force: true });
    });
    beforeEach(async () => {
      diverted = [];
      home = await mkdtemp(join(tmpdir(), 'desk-home-'));
      if (user !== undefined) await chown(home, user, user);
    });
    afterEach(async () => {
      app?.kill();
      await app?.ended();
      app = null;
      await rm(home, { recursive: true, force: true });
    });

    const start = (args: readonly string[], env: NodeJS.ProcessEnv = {}, by: readonly string[] = []): StartedApp => {
      app = startPackaged({
        userDataDir: join(home, 'desk'),
        folder: join(shared, 'app'),
        args,
        by,
        env: { ...display.env, HOME: home, XDG_CONFIG_HOME: '', XDG_CACHE_HOME: '', ...env },
        ...(user === undefined ? {} : { user }),
      });
      return app;
    };
    /**
     * Waits until the app has signed in to the practice service and read its balance, so that a request with a token was
     * answered.
     */
    const untilItWorks = async (started: StartedApp): Promise<void> => {
      const made = expect.objectContaining({ message: 'api call', kind: 'ok' });
      await expect.poll(started.logged).toContainEqual(made);
      await expect.poll(started.logged).toContainEqual(expect.objectContaining({ message: 'window shown' }));
    };

    it.each<[string, readonly string[], NodeJS.ProcessEnv]>([
      ['as it is', [], {}],
      ['without a sandbox', ['--no-sandbox'], {}],
      ['without a sandbox, spelt otherwise', [' -no-sandbox=1'], {}],
      ['without a sandbox, by the environment', [], { ELECTRON_DISABLE_SANDBOX: '1' }],
      ['without the filter of system calls', ['--disable-seccomp-filter-sandbox'], {}],
    ])('runs its pages in the sandbox when it is started %s', async (_, args, env) => {
      const started = start(args, env);
      await expect.poll(started.logged).toContainEqual(expect.objectContaining({ message: 'window shown' }));
      const pages = await renderersOf(started);
      expect(pages.length).toBeGreaterThan(0);
      for (const pid of pages) {
        // 2 means that system calls are filtered. The namespace's own root may have all capabilities there, but has none
        // here.
        expect(await statusOf(pid, 'Seccomp')).toBe('2');
        expect(await statusOf(pid, 'NoNewPrivs')).toBe('1');
      }
    });

    it('reports a system without a sandbox, and opens no page', async () => {
      const forbid = 'echo 0 > /proc/sys/user/max_user_namespaces; exec "$0" "$@"';
      const started = start(['--no-sandbox'], {}, [
        'unshare',
        '-U',
        '--map-current-user',
        '--keep-caps',
        'sh',
        '-c',
        forbid,
        'setpriv',
        '--ambient-caps=-all',
      ]);
      await expect.poll(started.said).toContain('Install the .deb package');
      expect(await renderersOf(started)).toEqual([]);
      expect(await started.logged()).toEqual([]);
    });

    const log = () => join(home, 'written.log');
    it.each<[string, () => readonly string[], () => NodeJS.ProcessEnv]>([
      [
        'a log of all network traffic',
        () => ['--net-log-capture-mode=IncludeSensitive', `--log-net-log=${log()}`],
        () => ({}),
      ],
      ['a proxy', () => [`--proxy-server=http://127.0.0.1:${port}`, '--proxy-bypass-list=<-loopback>'], () => ({})],
      ['other addresses for names', () => [`--host-resolver-rules=MAP * 127.0.0.1:${port}`], () => ({})],
      ['the keys of its connections', () => [`--ssl-key-log-file=${log()}`], () => ({})],
      ['the keys of its connections, by the environment', () => [], () => ({ SSLKEYLOGFILE: log() })],
    ])('sends its token to nobody when it is told to use %s', async (_, args, env) => {
      const started = start(['--try-sandbox', ...args()], env());
      await untilItWorks(started);
      expect(diverted).toEqual([]);
      expect(existsSync(log())).toBe(false);
    });

    it('opens no debugger, and runs nothing that it is told to run', async () => {
      const ran = join(home, 'ran');
      const planted = join(shared, 'planted.cjs');
      await writeFile(planted, `require('node:fs').writeFileSync(${JSON.stringify(ran)}, '')`);
      const started = start([
        '--remote-debugging-port=0',
        '--inspect=0',
        `--renderer-cmd-prefix=touch ${ran} #`,
        `--utility-cmd-prefix=touch ${ran} #`,
        '--try-sandbox',
        '-r',
        planted,
      ]);
      await untilItWorks(started);
      expect(existsSync(join(home, 'desk', 'DevToolsActivePort'))).toBe(false);
      expect(started.said()).not.toMatch(/listening on/i);
      expect(existsSync(ran)).toBe(false);
      expect(started.said()).toContain('--remote-debugging-port');
    });

    it('contacts no server on its own, not even for a dictionary', async () => {
      const proxy = `http://127.0.0.1:${port}`;
      const started = start(['--try-sandbox'], {
        XDG_CURRENT_DESKTOP: '',
        http_proxy: proxy,
        https_proxy: proxy,
        no_proxy: '127.0.0.1',
      });
      await untilItWorks(started);
      expect(diverted).toEqual([]);
      expect(await readdir(join(home, 'desk', 'Dictionaries')).catch(() => [])).toEqual([]);
    });
  },
);
