import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Configuration } from 'electron-builder';
import { readUpdateKey } from '../main/updater/signature.ts';
import type { ElectronRuntime } from './ensure-electron.ts';
import { projectRoot } from './places.ts';

/** The configuration of electron-builder for all systems, in one place so that their differences are visible. */

/** Native packages are shipped unbundled; everything else is in the bundle (electron.vite.config.ts). */
const UNBUNDLED = ['keytar', '@photostructure', 'node-gyp-build'];

/**
 * The files of the package. Excluded are prebuilt binaries of other systems, compiler input, types and maps, which the
 * app never reads.
 */
const leanFiles = (system: 'linux' | 'darwin' | 'win32'): string[] => [
  'package.json',
  'LICENSE',
  'out/{main,preload,renderer}/**/*',
  'resources/{icon,list-file}.png',
  `!node_modules/!(${UNBUNDLED.join('|')}){,/**/*}`,
  `!node_modules/**/prebuilds/!(${system}-\${arch}){,/**/*}`,
  // A copy that npm made for the machine that packages; prebuilds/ has the binary for the user's machine.
  '!node_modules/keytar/build{,/**/*}',
  '!node_modules/**/{src,script}{,/**/*}',
  '!node_modules/**/*.{md,gyp,map,ts,mts,cts,musl.node}',
  '!**/*.map',
];

/** The address from which the packaged app gets updates, and the key that verifies them. */
interface UpdatePlan {
  /** An https folder with the output of `npm run package`; empty for an app without updates. */
  readonly feed: string;
  /** The public key that verifies the manifests for Linux (update-signing.ts); empty if there is none. */
  readonly key: string;
}

/**
 * Reads the feed and the key from package.json, the only place that defines them.
 * @throws if the feed is not an https address, or the key is not an Ed25519 key
 */
export const readUpdatePlan = (
  manifest: string = readFileSync(join(projectRoot, 'package.json'), 'utf8'),
): UpdatePlan => {
  const { updateFeed: feed = '', updateKey: key = '' }: Record<string, unknown> = JSON.parse(manifest);
  if (typeof feed !== 'string' || (feed !== '' && !(URL.canParse(feed) && new URL(feed).protocol === 'https:')))
    throw new Error('updateFeed in package.json must be an https address, or empty for a build without updates.');
  if (typeof key !== 'string' || (key !== '' && readUpdateKey(key) === null))
    throw new Error('updateKey in package.json must be what `npm run update-key` has printed, or empty.');
  return { feed, key };
};

export interface PackagePlan extends UpdatePlan {
  readonly runtime: ElectronRuntime;
  readonly output: string;
  /** See `codeIsSigned`. */
  readonly isSigned: boolean;
  /** The version of a package that nobody but a test installs. It is compressed less, which takes a fifth of the time. */
  readonly trialVersion?: string;
}

/**
 * Returns whether electron-builder has a certificate to sign programs with. Windows and macOS verify updates by that
 * signature, so without it their packages get no feed.
 */
export const codeIsSigned = (
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
): boolean => {
  const names = { darwin: ['CSC_LINK', 'CSC_NAME'], win32: ['WIN_CSC_LINK', 'CSC_LINK'] };
  return platform in names && names[platform as keyof typeof names].some((name) => (env[name] ?? '') !== '');
};

/**
 * All versions share one feed, `latest*.yml`. Without the channel electron-builder would write the manifests of a beta as
 * `beta*.yml`, which nothing signs or releases, and the app would look for them alone.
 */
const feedAt = (
  url: string,
): { readonly provider: 'generic'; readonly url: string; readonly channel: 'latest' }[] | null =>
  url === '' ? null : [{ provider: 'generic', url, channel: 'latest' }];

const LINUX_SCRIPTS = {
  afterInstall: 'resources/linux/after-install.sh',
  afterRemove: 'resources/linux/after-remove.sh',
};

/**
 * The libraries that Electron links. Debian 13 and Ubuntu 24.04 renamed some of them; there the first name is the real
 * one.
 */
const DEB_DEPENDS = [
  'libasound2t64 | libasound2',
  'libatspi2.0-0t64 | libatspi2.0-0',
  'libcups2t64 | libcups2',
  'libgbm1',
  'libgtk-3-0t64 | libgtk-3-0',
  'libnss3',
  'libxkbcommon0',
  'xdg-utils',
];
/** The same for Fedora and openSUSE, by the names of libraries, which both provide. */
const RPM_DEPENDS = [
  'libasound.so.2()(64bit)',
  'libatspi.so.0()(64bit)',
  'libcups.so.2()(64bit)',
  'libgbm.so.1()(64bit)',
  'libgtk-3.so.0()(64bit)',
  'libnss3.so()(64bit)',
  'libxkbcommon.so.0()(64bit)',
  'xdg-utils',
];

/** Returns electron-builder's configuration for a plan. */
export const packageConfig = ({ runtime, output, feed, key, isSigned, trialVersion }: PackagePlan): Configuration => ({
  appId: 'app.resellerdesk',
  // On Linux the folder in /opt has this name. Sandbox, AppArmor and maintainer scripts are simpler without a blank in it.
  // The name that people see, and that of the data's folder, come from package.json and the menu entry.
  productName: process.platform === 'linux' ? 'reseller-desk' : 'Reseller Desk',
  copyright: 'MIT License, Reseller Desk maintainers',
  directories: { output, buildResources: 'resources' },
  electronVersion: runtime.version,
  electronDist: runtime.dist,
  // The two languages of the app. Each other language of Chromium takes half a megabyte.
  electronLanguages: ['en-US', 'ru'],
  // Both native packages contain Node-API binaries, so nothing is compiled.
  npmRebuild: false,
  asar: { smartUnpack: false },
  asarUnpack: ['node_modules/**/*.node'],
  afterExtract: async ({ appOutDir }) => {
    // Remove the launcher that the fallback runtime has instead of Electron's default app (fallback-runtime.ts).
    await rm(join(appOutDir, 'resources', 'app'), { recursive: true, force: true });
  },
  electronFuses: {
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
    // No page uses cookies. With this fuse on, Chromium would ask the keychain at every start and wait while it is
    // locked.
    enableCookieEncryption: false,
    resetAdHocDarwinSignature: true,
  },
  publish: null,
  // The app reads these values at its start (main/updater/).
  extraMetadata: {
    updateFeed: feed,
    updateKey: key,
    ...(trialVersion === undefined ? {} : { version: trialVersion }),
  },
  // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder fills them in
  artifactName: 'reseller-desk-${version}-${os}-${arch}.${ext}',
  linux: {
    files: leanFiles('linux'),
    // Linux does not verify programs, so the manifest's signature is the only protection.
    publish: feedAt(key === '' ? '' : feed),
    icon: 'resources/icons',
    executableName: 'reseller-desk',
    // The entry in the menu is named after the id that the app gives its windows, and so they get its icon and name.
    syncDesktopName: true,
    category: 'Office',
    synopsis: 'Clients, purchases and proxy lists of a reseller',
    maintainer: 'Reseller Desk maintainers <maintainers@resellerdesk.app>',
    desktop: {
      entry: {
        Name: 'Reseller Desk',
        Comment: 'Clients, purchases and proxy lists of a reseller',
        'Comment[ru]': 'Клиенты, покупки и списки прокси реселлера',
        Keywords: 'VPN;proxy;reseller;',
        'Keywords[ru]': 'VPN;прокси;реселлер;',
        SingleMainWindow: 'true',
      },
    },
  },
  // By default the menu entry of an AppImage starts the app with --no-sandbox.
  appImage: { executableArgs: [] },
  deb: {
    ...LINUX_SCRIPTS,
    ...(trialVersion === undefined ? {} : { compression: 'gz' }),
    depends: DEB_DEPENDS,
    // The keychain's library is loaded when it is first needed. Without it the app starts and says so.
    recommends: ['libsecret-1-0', 'gnome-keyring'],
    packageCategory: 'net',
    fpm: [`${join(projectRoot, 'LICENSE')}=/usr/share/doc/reseller-desk/copyright`],
  },
  rpm: {
    ...LINUX_SCRIPTS,
    ...(trialVersion === undefined ? {} : { compression: 'gzip' }),
    depends: RPM_DEPENDS,
    fpm: [`${join(projectRoot, 'LICENSE')}=/usr/share/licenses/reseller-desk/LICENSE`],
  },
  mac: {
    files: leanFiles('darwin'),
    icon: 'resources/icon.icns',
    category: 'public.app-category.business',
    publish: feedAt(isSigned ? feed : ''),
    // A package that should be signed but is not must not be published with a feed.
    forceCodeSigning: isSigned,
    hardenedRuntime: true,
    entitlements: 'resources/entitlements.mac.plist',
    entitlementsInherit: 'resources/entitlements.mac.plist',
  },
  dmg: {
    background: 'resources/installer/dmg-background.png',
    iconSize: 96,
    window: { width: 540, height: 380 },
    contents: [
      { x: 150, y: 210, type: 'file' },
      { x: 390, y: 210, type: 'link', path: '/Applications' },
    ],
  },
  win: {
    files: leanFiles('win32'),
    icon: 'resources/icon.ico',
    publish: feedAt(isSigned ? feed : ''),
    forceCodeSigning: isSigned,
  },
  nsis: {
    oneClick: false,
    perMachine: false,
    allowToChangeInstallationDirectory: true,
    deleteAppDataOnUninstall: false,
    installerIcon: 'resources/icon.ico',
    uninstallerIcon: 'resources/icon.ico',
    installerSidebar: 'resources/installer/sidebar.bmp',
    uninstallerSidebar: 'resources/installer/sidebar.bmp',
    installerHeader: 'resources/installer/header.bmp',
    installerLanguages: ['en_US', 'ru_RU'],
  },
});
