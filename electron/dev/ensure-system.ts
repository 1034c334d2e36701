import { existsSync } from 'node:fs';
import { isRoot } from './places.ts';
import { run } from './run.ts';

/** Proxies that the tests check, and a pooler in front of the database. */
const PROXY_PACKAGES = ['microsocks', 'tinyproxy', 'pgbouncer'] as const;
/** A desktop with Wayland that draws nowhere. */
const WAYLAND_PACKAGES = ['weston'] as const;
/** The packages that a virtual display and a real keychain need on a minimal Debian or Ubuntu. */
const DISPLAY_PACKAGES = ['xvfb', 'xauth', 'dbus', 'dbus-x11', 'gnome-keyring'] as const;
const ELECTRON_PACKAGES = [
  'libsecret-1-0',
  'libgtk-3-0',
  'libnss3',
  'libasound2',
  'libgbm1',
  'libxss1',
  'libxtst6',
  'libnotify4',
  'unzip',
  'fonts-dejavu-core',
] as const;

/** The packages that make a .deb and an .rpm. */
const PACKAGING_PACKAGES = ['dpkg', 'rpm', 'xz-utils'] as const;

/** The packages that make a clean Debian, and install an .rpm in it. */
const ROOT_PACKAGES = ['debootstrap', ...PACKAGING_PACKAGES] as const;

const NEEDS = {
  packages: PACKAGING_PACKAGES,
  'clean-roots': ROOT_PACKAGES,
  window: ELECTRON_PACKAGES,
  'virtual-display': [...ELECTRON_PACKAGES, ...DISPLAY_PACKAGES],
  tests: [...ELECTRON_PACKAGES, ...DISPLAY_PACKAGES, ...WAYLAND_PACKAGES, ...PROXY_PACKAGES],
} as const;
export type SystemNeed = keyof typeof NEEDS;

/**
 * Installs missing system packages if it may (as root on Debian or Ubuntu); other users get the command to run. On
 * other systems it does nothing.
 * @throws if packages are missing and cannot be installed
 */
export const ensureSystem = async (need: SystemNeed): Promise<void> => {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/dpkg-query')) return;
  const missing = await notInstalled(NEEDS[need]);
  if (missing.length === 0) return;
  const line = `apt-get update && apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  if (!isRoot())
    throw new Error(`System packages are missing. Run this once, then try again:\n\n  sudo sh -c '${line}'\n`);
  console.log(`Installing system packages: ${missing.join(' ')} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { code, output } = await run('sh', ['-c', line], { env, quiet: true });
  if (code !== 0)
    throw new Error(`The system packages could not be installed with\n\n  ${line}\n\n${output.slice(-2000)}`);
};

/**
 * Returns the packages that are not installed. Provided names count, too: Ubuntu 24.04 and Debian 13 renamed some
 * libraries (libasound2 → libasound2t64), and the new packages provide the old names.
 */
const notInstalled = async (names: readonly string[]): Promise<readonly string[]> => {
  const field = (name: string): string => `\${${name}}`;
  const format = `${field('db:Status-Abbrev')}${field('Package')} ${field('Provides')}\n`;
  const { output } = await run('dpkg-query', ['-W', '-f', format], {
    quiet: true,
  });
  const present = new Set<string>();
  for (const entry of output.split('\n')) {
    if (!entry.startsWith('ii')) continue;
    for (const word of entry.slice(2).split(/[\s,]+/)) present.add(word);
  }
  return names.filter((name) => !present.has(name));
};
