import { readFile, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../electron/dev/run.ts';
import { findTrialPackages } from '../../electron/dev/trial-packages.ts';
import { renderersOf, statusOf } from '../support/packaged-app.ts';
import { type StrangerService, startStranger } from '../support/stranger/service.ts';
import { CHECKOUT, type CleanRoot, type DebianRelease, openCleanRoot } from './clean-root.ts';
import { APP, expectHelperAndCommand, isThere, LIMIT, LIMIT_MS } from './installed-app.ts';
import { button, createScreen, field, option, type Screen } from './screen.ts';
import { type StartedInside, startUserSession, USER, type UserSession } from './user-session.ts';

/**
 * The .deb on a Debian that was just installed, as an administrator and an ordinary user meet it: from the installation to
 * the removal. The tests of a release follow each other.
 */

const KEYRING_PASSWORD = 'keyring-password';
const LINES = 25;

let packages: Awaited<ReturnType<typeof findTrialPackages>>;
beforeAll(async () => {
  packages = await findTrialPackages();
}, LIMIT_MS);

/** Both of Chromium's ways to a sandbox, the user namespace and the helper, filter system calls and take the network away. */
const expectInSandbox = async (pid: number): Promise<void> => {
  expect([await statusOf(pid, 'Seccomp'), await statusOf(pid, 'NoNewPrivs')]).toEqual(['2', '1']);
  expect(await readlink(`/proc/${pid}/ns/net`)).not.toBe(await readlink('/proc/self/ns/net'));
};

describe.each<[string, DebianRelease]>([
  ['Debian 12', 'bookworm'],
  ['Debian 13', 'trixie'],
])('the .deb on %s', (_, release) => {
  let root: CleanRoot;
  let session: UserSession;
  let screen: Screen;
  let service: StrangerService;
  let app: StartedInside;
  const inHome = (...path: readonly string[]): string => root.outside(join('home', USER, ...path));

  beforeAll(async () => {
    [root, service] = await Promise.all([openCleanRoot(release), startStranger()]);
    session = await startUserSession(root);
    screen = createScreen(session);
  }, LIMIT_MS);
  afterAll(async () => {
    await root?.close();
    await service?.close();
  }, LIMIT_MS);
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail' || app === undefined) return;
    process.stderr.write(`${app.said()}\nOn the screen:\n${await screen.names()}\n`);
  });

  const menuEntry = 'usr/share/applications/app.resellerdesk.ResellerDesk.desktop';
  /** Starts the app by the command of its entry in the menu. */
  const start = async (by?: readonly string[]): Promise<void> => {
    const command = /^Exec=(\S+)/m.exec(await readFile(root.outside(menuEntry), 'utf8'))?.[1] ?? '';
    app = session.start([command, '--force-renderer-accessibility', '--lang=en-US'], by);
    await screen.enlarge('Reseller Desk');
  };
  const quit = async (): Promise<void> => {
    await screen.waitForWindow('Reseller Desk');
    await screen.press('ctrl+q');
    expect(await app.ended(), app.said()).toBe(0);
    // Nothing on this small desktop shows notifications, which is no reason for errors.
    expect(app.said()).not.toMatch(/MaxListenersExceededWarning|notify/i);
  };
  const keptSecrets = (): Promise<string> => session.run('secret-tool', 'search', '--all', 'service', 'reseller-desk');
  /** The names of the clients and the number of purchases in the user's data. */
  const keptData = () => {
    const db = new DatabaseSync(inHome('.config', 'Reseller Desk', 'data', 'desk.db'), { readOnly: true });
    const clients = db.prepare('SELECT name FROM clients').all();
    const purchases = db.prepare('SELECT count(*) AS purchases FROM purchases').get();
    db.close();
    return { clients, ...purchases };
  };
  const DATA = { clients: [{ name: 'Anna' }], purchases: 1 };
  const expectDataOnScreen = async (): Promise<void> => {
    await screen.sees('Online');
    await screen.click(button('Clients'));
    await screen.sees(/^Anna/);
  };

  it('installs with its dependencies, a sandbox helper, a command and an entry in the menu', LIMIT, async () => {
    await root.apt('install', await root.bring(packages.current.deb));
    expect(await root.inside(['dpkg', '--verify', 'reseller-desk'])).toBe('');
    await expectHelperAndCommand(root);
    await root.apt('install', '--no-install-recommends', 'desktop-file-utils', 'apparmor');
    const entry = await readFile(root.outside(menuEntry), 'utf8');
    expect(entry).toMatch(/^Name=Reseller Desk$/m);
    expect(entry).toMatch(/^StartupWMClass=app\.resellerdesk\.ResellerDesk$/m);
    for (const size of [16, 32, 48, 128, 256, 512])
      expect(await isThere(root, `usr/share/icons/hicolor/${size}x${size}/apps/reseller-desk.png`)).toBe(true);
    // Where AppArmor is on, this profile lets the app create user namespaces.
    const profile = `${APP}/resources/apparmor-profile`;
    expect(await readFile(root.outside(profile), 'utf8')).toContain(`${APP}/reseller-desk`);
    // The tools of Debian 12 are older than such profiles, and than the key SingleMainWindow of an entry.
    if (release === 'bookworm') return;
    await root.inside(['apparmor_parser', '--skip-kernel-load', '--skip-cache', profile]);
    expect(await root.inside(['desktop-file-validate', `/${menuEntry}`])).toBe('');
  });

  it('starts for an ordinary user, its pages in the sandbox, and asks nothing by itself', LIMIT, async () => {
    await start();
    await screen.sees('Sign in with your API token');
    const pages = await renderersOf(app);
    expect(pages.length).toBeGreaterThan(0);
    for (const pid of pages) await expectInSandbox(pid);
    expect(await session.isOnBus('org.gnome.keyring.SystemPrompter')).toBe(false);
  });

  it('keeps the token in a keychain whose password the user chooses now', LIMIT, async () => {
    await screen.fill(field('Service address'), service.baseUrl);
    await screen.fill(field('API token'), service.token);
    await screen.click(button('Sign in'));
    await screen.sees('Choose password for new keyring');
    await screen.type(KEYRING_PASSWORD);
    await screen.press('Tab');
    await screen.type(KEYRING_PASSWORD);
    await screen.press('Return');
    await screen.sees('Overview');
    await expect.poll(keptSecrets, { timeout: 60_000 }).toContain(service.token);
    expect(await run('grep', ['-rlF', service.token, inHome()], { quiet: true })).toEqual({ code: 1, output: '' });
  });

  it('does the main job: a client, traffic, a list, and a file where the user wants it', LIMIT, async () => {
    await screen.click(button('Clients'));
    await screen.click(button('Add client'));
    await screen.fill(field('Messenger ID'), '5012345678');
    await screen.fill(field('Client key'), 'anna-key');
    await screen.fill(field('Name'), 'Anna');
    await screen.press('Return');
    await screen.click(button('Generator'));
    await screen.fill(field('Client'), 'Anna');
    await screen.click(option(/^Anna/));
    await screen.click(button('Buy traffic'));
    await screen.fill(field('Amount, GB'), '1.3');
    await screen.click(button('Review the order'));
    await screen.click(button('Buy 1.3 GB residential for ₽225.33'));
    await screen.sees(/^Bought/);
    await screen.click(button('Done'));
    await screen.fill(field('Countries'), 'land de');
    await screen.click(option(/^Germany/));
    await screen.press('Escape');
    await screen.fill(field('Quantity, lines'), String(LINES));
    await screen.click(button(`Generate ${LINES} lines`));
    await screen.click(button('Save file, format 1'));
    await screen.waitForWindow('Save the proxy list');
    await screen.press('ctrl+a');
    await screen.type(`/home/${USER}/anna.txt`);
    await screen.press('Return');
    await screen.sees(/^anna\.txt is saved and checked/);
    const sent =
      service.generated
        .at(-1)
        ?.domain.split(/\r?\n/)
        .filter((line) => line !== '') ?? [];
    expect(sent).toHaveLength(LINES);
    expect(await readFile(inHome('anna.txt'), 'utf8')).toBe(`${sent.join('\n')}\n`);
    expect(service.books.charges).toHaveLength(1);
    await quit();
    expect(keptData()).toEqual(DATA);
  });

  it('starts again with its data and its token', LIMIT, async () => {
    await start();
    await expectDataOnScreen();
    await quit();
  });

  it('has its sandbox by the helper where the system forbids user namespaces', LIMIT, async () => {
    await start(['sh', `${CHECKOUT}/tests/install/inside/without-user-namespaces.sh`, USER]);
    await expectDataOnScreen();
    const pages = await renderersOf(app);
    expect(pages.length).toBeGreaterThan(0);
    for (const pid of pages) await expectInSandbox(pid);
    await quit();
  });

  it('is upgraded, and goes on with its data', LIMIT, async () => {
    const { version, deb } = packages.newer;
    await root.apt('install', await root.bring(deb));
    const archive = await readFile(root.outside(`${APP}/resources/app.asar`), 'latin1');
    expect(archive).toContain(`"version": "${version}"`);
    expect(await root.inside(['dpkg', '--verify', 'reseller-desk'])).toBe('');
    expect((await stat(root.outside(`${APP}/chrome-sandbox`))).mode & 0o7777).toBe(0o4755);
    await start();
    await expectDataOnScreen();
    await quit();
  });

  it.each(['remove', 'purge'])('leaves nothing but the data of the user after "apt %s"', LIMIT, async (command) => {
    await root.apt(command, 'reseller-desk');
    for (const path of [APP, 'usr/bin/reseller-desk', menuEntry, 'etc/apparmor.d/reseller-desk'])
      expect([path, await isThere(root, path)]).toEqual([path, false]);
    expect(keptData()).toEqual(DATA);
    expect(await keptSecrets()).toContain(service.token);
  });
});
