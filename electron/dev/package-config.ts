import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Configuration } from 'electron-builder';
import { readUpdateKey } from '../main/updater/signature.ts';
import type { ElectronRuntime } from './ensure-electron.ts';
import { projectRoot } from './places.ts';

/** What electron-builder makes the packages from. One place for all systems: only the differences stand apart. */

/** Native packages come along as they are; everything else is in the bundle already (electron.vite.config.ts). */
const UNBUNDLED = ['keytar', '@photostructure', 'node-gyp-build'];

/** Prebuilt binaries of other systems, compilers' input, types and maps: nothing of it is ever read. */
const leanFiles = (system: 'linux' | 'darwin' | 'win32'): string[] => [
  'package.json',
  'LICENSE',
  'out/{main,preload,renderer}/**/*',
  'resources/{icon,list-file}.png',
  `!node_modules/!(${UNBUNDLED.join('|')}){,/**/*}`,
  `!node_modules/**/prebuilds/!(${system}-\${arch}){,/**/*}`,
  // What npm copied there for the machine that packages; prebuilds/ holds the same for the machine that runs.
  '!node_modules/keytar/build{,/**/*}',
  '!node_modules/**/{src,script}{,/**/*}',
  '!node_modules/**/*.{md,gyp,map,ts,mts,cts,musl.node}',
  '!**/*.map',
];

/** Where the packaged app asks for updates, and what they are verified by. */
interface UpdatePlan {
  /** An https folder with what `npm run package` makes; empty for an app that never asks. */
  readonly feed: string;
  /** The public half of the key that the manifests for Linux are signed with (update-signing.ts); empty without one. */
  readonly key: string;
}

/**
 * They are named in package.json and nowhere else.
 * @throws when the feed is something else than https, or the key no Ed25519 key
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
}

/**
 * Whether electron-builder is given what it signs programs with. Windows and macOS verify an update by that signature:
 * without it a package for them gets no feed.
 */
export const codeIsSigned = (
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
): boolean => {
  const names = { darwin: ['CSC_LINK', 'CSC_NAME'], win32: ['WIN_CSC_LINK', 'CSC_LINK'] };
  return platform in names && names[platform as keyof typeof names].some((name) => (env[name] ?? '') !== '');
};

const feedAt = (url: string): { readonly provider: 'generic'; readonly url: string }[] | null =>
  url === '' ? null : [{ provider: 'generic', url }];

export const packageConfig = ({ runtime, output, feed, key, isSigned }: PackagePlan): Configuration => ({
  appId: 'app.resellerdesk',
  productName: 'Reseller Desk',
  copyright: 'MIT License, Reseller Desk maintainers',
  directories: { output, buildResources: 'resources' },
  electronVersion: runtime.version,
  electronDist: runtime.dist,
  // The app speaks these two; each of Chromium's other languages weighs half a megabyte.
  electronLanguages: ['en-US', 'ru'],
  // Both native packages carry Node-API binaries: nothing is compiled.
  npmRebuild: false,
  asar: { smartUnpack: false },
  asarUnpack: ['node_modules/**/*.node'],
  afterExtract: async ({ appOutDir }) => {
    // The launcher that the fallback runtime needs in the place of Electron's own (fallback-runtime.ts).
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
    // No page has a cookie. Switched on, Chromium would ask the keychain at every start, and wait while it is locked.
    enableCookieEncryption: false,
    resetAdHocDarwinSignature: true,
  },
  publish: null,
  // What the app reads at its start (main/updater/).
  extraMetadata: { updateFeed: feed, updateKey: key },
  // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder fills them in
  artifactName: 'reseller-desk-${version}-${os}-${arch}.${ext}',
  linux: {
    files: leanFiles('linux'),
    // Nothing on Linux verifies a program: the manifest's signature is all there is.
    publish: feedAt(key === '' ? '' : feed),
    icon: 'resources/icons',
    executableName: 'reseller-desk',
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
        StartupWMClass: 'Reseller Desk',
        SingleMainWindow: 'true',
      },
    },
  },
  // Its entry in the menu would start it with --no-sandbox.
  appImage: { executableArgs: [] },
  deb: {
    // The keychain's library is opened when it is first needed; without it the app starts, and says so.
    recommends: ['libsecret-1-0', 'gnome-keyring'],
    packageCategory: 'net',
  },
  mac: {
    files: leanFiles('darwin'),
    icon: 'resources/icon.icns',
    category: 'public.app-category.business',
    publish: feedAt(isSigned ? feed : ''),
    // What was to be signed and is not must not go out with a feed.
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
