import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_CLIENTS } from '#sandbox/day/day-clients.ts';
import type { Library } from '#shared/domain/library.ts';
import { type DesktopSession, startVirtualDisplay } from '../../electron/dev/desktop-session.ts';
import { helpFiles } from '../../electron/dev/help/help-files.ts';
import { readAsar } from '../support/asar-header.ts';
import { appFolder, executableIn, resourcesIn, type StartedApp, startPackaged } from '../support/packaged-app.ts';
import { coloursOf, readScreen } from '../support/virtual-screen.ts';

const TEST_LIMIT_MS = 60_000;
/** The manual and the change log with their pictures, in both languages. */
const HELP_FILES = [...helpFiles().keys()].map((path) => `out/renderer/help/${path}`);
const isLinux = process.platform === 'linux';

let folder: string;
let app: StartedApp | null = null;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'desk-package-'));
});
afterEach(async () => {
  app?.kill();
  await app?.ended();
  app = null;
  await rm(folder, { recursive: true, force: true });
});

describe('the contents of the package', () => {
  it('have fuses that let nobody else use it as a runtime', async () => {
    const wire = await getCurrentFuseWire(executableIn(appFolder));
    const state = (fuse: FuseV1Options) => wire[fuse] === FuseState.ENABLE;
    expect({
      runAsNode: state(FuseV1Options.RunAsNode),
      nodeOptions: state(FuseV1Options.EnableNodeOptionsEnvironmentVariable),
      inspect: state(FuseV1Options.EnableNodeCliInspectArguments),
      filePrivileges: state(FuseV1Options.GrantFileProtocolExtraPrivileges),
      ownSnapshot: state(FuseV1Options.LoadBrowserProcessSpecificV8Snapshot),
      onlyAsar: state(FuseV1Options.OnlyLoadAppFromAsar),
      integrity: state(FuseV1Options.EnableEmbeddedAsarIntegrityValidation),
    }).toEqual({
      runAsNode: false,
      nodeOptions: false,
      inspect: false,
      filePrivileges: false,
      ownSnapshot: false,
      onlyAsar: true,
      integrity: true,
    });
  });

  it('are the app and its licences, for this system alone, each file with its hash', async () => {
    const files = await readAsar(join(resourcesIn(appFolder), 'app.asar'));
    const paths = files.map((file) => file.path);
    expect(paths.filter((path) => /\.(ts|tsx|map|md|cc?|cpp|h|gyp)$|(^|\/)tests?\//.test(path))).toEqual([]);
    const packages = paths.filter((path) => path.startsWith('node_modules/')).map((path) => path.split('/')[1]);
    expect([...new Set(packages)].sort()).toEqual(['@photostructure', 'keytar', 'node-gyp-build']);
    expect(paths).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'out/main/core.cjs',
        'out/main/core.code',
        'out/main/index.cjs',
        'out/main/sandbox.cjs',
        'out/main/thread.cjs',
        'out/preload/index.cjs',
        'out/renderer/licences.json',
        ...HELP_FILES,
        'resources/icon.png',
        'resources/list-file.png',
      ]),
    );
    expect(files.filter((file) => file.hash === null)).toEqual([]);
    const native = files.filter((file) => file.path.endsWith('.node'));
    expect(files.filter((file) => file.unpacked)).toEqual(native);
    expect(native.map((file) => file.path).sort()).toEqual([
      `node_modules/@photostructure/sqlite/prebuilds/${process.platform}-${process.arch}/@photostructure+sqlite.glibc.node`,
      `node_modules/keytar/prebuilds/${process.platform}-${process.arch}/keytar.node`,
    ]);
  });
});

/** Returns the name in a package's own manifest, because a dependency may be installed under another one. */
const ownName = async (dependency: string): Promise<string> => {
  const manifest = await readFile(join('node_modules', dependency, 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { name: string }).name;
};

it('the package includes the licence of every library, bundled or beside the archive', async () => {
  const libraries = JSON.parse(await readFile(join('out', 'renderer', 'licences.json'), 'utf8')) as Library[];
  const names = libraries.map(({ name }) => name);
  const { dependencies } = JSON.parse(await readFile('package.json', 'utf8')) as { dependencies: object };
  const ofThePage = ['react', 'react-dom', 'react-i18next', '@mantine/core', '@tanstack/react-virtual', 'zustand'];
  const wanted = await Promise.all([...Object.keys(dependencies), 'node-gyp-build', ...ofThePage].map(ownName));
  expect(names).toEqual(expect.arrayContaining(wanted));
  for (const { name, licence, text } of libraries) {
    expect([name, licence]).not.toEqual([name, '']);
    if (wanted.includes(name)) expect(text.length, name).toBeGreaterThan(500);
  }
});

describe.runIf(isLinux)('the packaged app', { timeout: TEST_LIMIT_MS }, () => {
  let display: DesktopSession;
  let screen: string;
  beforeEach(async () => {
    screen = join(folder, 'screen');
    await mkdir(screen);
    display = await startVirtualDisplay(screen);
  });
  afterEach(() => display.close());

  it('opens its window, works, is a single instance, and closes its desk when it is told to end', async () => {
    const planted = join(folder, 'planted.cjs');
    const ran = join(folder, 'ran');
    await writeFile(planted, `require('node:fs').writeFileSync(${JSON.stringify(ran)}, '')`);
    const userDataDir = join(folder, 'user');
    // Without the fuses these variables would make the app run a stranger's code.
    const started = startPackaged({
      userDataDir,
      args: ['--try-sandbox'],
      env: { ...display.env, ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: `--require=${planted}` },
    });
    app = started;
    await expect.poll(started.logged).toContainEqual(expect.objectContaining({ message: 'window shown' }));
    // The native module beside the archive talks to a real keychain.
    await expect.poll(started.logged).toContainEqual(expect.objectContaining({ message: 'the keychain answers' }));
    // V8 took the code that was compiled for this package, of the core and of the files it is split into.
    const compiled = (await started.logged()).filter(({ message }) => /compiled code$/.test(message));
    expect(compiled).toEqual([expect.objectContaining({ message: 'compiled code' })]);
    expect(compiled[0]?.used).toBeGreaterThan(3);
    // The screen shows the page and not its empty frame: the accent colour of its marks, and the many shades of letters.
    const seen = async () => {
      const colours = coloursOf(await readScreen(screen));
      return { accent: (colours.get(0x3656b0) ?? 0) > 100, shades: colours.size > 200 };
    };
    await expect.poll(seen).toEqual({ accent: true, shades: true });

    const second = startPackaged({ userDataDir, env: display.env });
    expect(await second.ended()).toBe(0);
    expect(started.process.exitCode).toBeNull();

    started.process.kill('SIGTERM');
    expect(await started.ended()).toBe(0);
    expect(existsSync(ran)).toBe(false);
    expect(existsSync(join(userDataDir, 'data', 'desk.db-wal'))).toBe(false);
    const db = new DatabaseSync(join(userDataDir, 'data', 'desk.db'), { readOnly: true });
    expect(db.prepare('SELECT count(*) AS clients FROM clients').get()).toEqual({ clients: DAY_CLIENTS.length });
    db.close();
  });

  it('runs no code that was put beside its archive', async () => {
    const copy = join(folder, 'copy');
    await cp(appFolder, copy, { recursive: true });
    const ran = join(folder, 'ran');
    const planted = join(resourcesIn(copy), 'app');
    await mkdir(planted);
    await writeFile(join(planted, 'package.json'), '{ "main": "index.cjs" }');
    await writeFile(join(planted, 'index.cjs'), `require('node:fs').writeFileSync(${JSON.stringify(ran)}, '')`);
    await rename(join(resourcesIn(copy), 'app.asar'), join(resourcesIn(copy), 'aside.asar'));
    app = startPackaged({ userDataDir: join(folder, 'user'), folder: copy, env: display.env });
    expect(await app.ended()).not.toBe(0);
    expect(existsSync(ran)).toBe(false);
  });
});

/** Electron checks the hashes on macOS and Windows but not on Linux, where the package manager vouches for the files. */
it.skipIf(isLinux)('does not start from a changed archive', { timeout: TEST_LIMIT_MS }, async () => {
  const copy = join(folder, 'copy');
  await cp(appFolder, copy, { recursive: true });
  const archive = join(resourcesIn(copy), 'app.asar');
  const bytes = await readFile(archive);
  const digit = bytes.indexOf('"hash":"') + '"hash":"'.length;
  bytes.writeUInt8(bytes.readUInt8(digit) ^ 1, digit);
  await writeFile(archive, bytes);
  app = startPackaged({ userDataDir: join(folder, 'user'), folder: copy });
  expect(await app.ended()).not.toBe(0);
  expect((await app.logged()).map(({ message }) => message)).not.toContain('window shown');
});
