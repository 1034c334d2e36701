import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findTrialPackages } from '../../electron/dev/trial-packages.ts';
import { type CleanRoot, openCleanRoot } from './clean-root.ts';
import { APP, expectHelperAndCommand, isThere, LIMIT, LIMIT_MS } from './installed-app.ts';

/**
 * The .rpm, installed by rpm in a clean root. There is no Fedora here, so its dependencies are read but not resolved. The
 * tests follow each other.
 */

const NAME = 'reseller-desk';
const MENU_ENTRY = 'usr/share/applications/app.resellerdesk.ResellerDesk.desktop';

let packages: Awaited<ReturnType<typeof findTrialPackages>>;
let root: CleanRoot;
beforeAll(async () => {
  packages = await findTrialPackages();
  root = await openCleanRoot('trixie');
  await root.apt('install', '--no-install-recommends', 'rpm');
}, LIMIT_MS);
afterAll(async () => {
  await root?.close();
}, LIMIT_MS);

const rpm = (...args: readonly string[]): Promise<string> => root.inside(['rpm', ...args]);
const lines = (text: string): readonly string[] => text.trim().split('\n').toSorted();
const expectInstalled = async (version: string): Promise<void> => {
  expect(await rpm('--query', '--queryformat', '%{VERSION}', NAME)).toBe(version.replaceAll('-', '~'));
  await expectHelperAndCommand(root);
  // Only the mode of the helper differs from the package, because the script sets it.
  const changes = await root.inside(['sh', '-c', `rpm --verify --nodeps ${NAME} || true`]);
  expect(lines(changes)).toEqual([expect.stringMatching(/^\.M\.+\s+\/opt\/reseller-desk\/chrome-sandbox$/)]);
};

describe('the .rpm', () => {
  it('has the files of the app, the libraries that it needs, and scripts that a shell can read', LIMIT, async () => {
    const file = await root.bring(packages.current.rpm);
    const files = lines(await rpm('--query', '--list', '--package', file));
    expect(files).toEqual(
      expect.arrayContaining([
        `${APP}/${NAME}`,
        `${APP}/chrome-sandbox`,
        `${APP}/resources/app.asar`,
        `${APP}/resources/apparmor-profile`,
        `/${MENU_ENTRY}`,
        `/usr/share/icons/hicolor/256x256/apps/${NAME}.png`,
        `/usr/share/licenses/${NAME}/LICENSE`,
      ]),
    );
    expect(files.filter((path) => path.includes(' '))).toEqual([]);
    const needs = lines(await rpm('--query', '--requires', '--package', file));
    expect(needs.filter((need) => !/^(rpmlib\(|\/bin\/sh$)/.test(need))).toEqual([
      'libasound.so.2()(64bit)',
      'libatspi.so.0()(64bit)',
      'libcups.so.2()(64bit)',
      'libgbm.so.1()(64bit)',
      'libgtk-3.so.0()(64bit)',
      'libnss3.so()(64bit)',
      'libxkbcommon.so.0()(64bit)',
      'xdg-utils',
    ]);
    const scripts = await rpm('--query', '--scripts', '--package', file);
    expect(scripts).toContain('postinstall scriptlet (using /bin/sh)');
    expect(scripts).toContain('postuninstall scriptlet (using /bin/sh)');
  });

  it('is installed, upgraded and removed', LIMIT, async () => {
    await rpm('--install', '--nodeps', await root.bring(packages.current.rpm));
    await expectInstalled(packages.current.version);
    await rpm('--upgrade', '--nodeps', await root.bring(packages.newer.rpm));
    await expectInstalled(packages.newer.version);
    await rpm('--erase', NAME);
    for (const path of [APP, `usr/bin/${NAME}`, MENU_ENTRY])
      expect([path, await isThere(root, path)]).toEqual([path, false]);
  });
});
