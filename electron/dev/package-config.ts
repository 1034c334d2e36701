import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Configuration } from 'electron-builder';
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

/**
 * Where the packaged app asks for updates: an https folder with what `npm run package` makes. It is named in
 * package.json and nowhere else; empty means that this build never asks.
 * @throws when it is something else than https
 */
export const updateFeed = (manifest: string = readFileSync(join(projectRoot, 'package.json'), 'utf8')): string => {
  const parsed: unknown = JSON.parse(manifest);
  const feed = typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, 'updateFeed') : undefined;
  if (feed === undefined || feed === '') return '';
  if (typeof feed === 'string' && URL.canParse(feed) && new URL(feed).protocol === 'https:') return feed;
  throw new Error('updateFeed in package.json must be an https address, or empty for a build without updates.');
};

export interface PackagePlan {
  readonly runtime: ElectronRuntime;
  readonly output: string;
  readonly feed: string;
  /** See `macIsSigned`. */
  readonly isMacSigned: boolean;
}

/**
 * A Mac app replaces itself only by one of the same signature: unsigned, it would offer what it then refuses. The same
 * variables make electron-builder sign it.
 */
export const macIsSigned = (env: NodeJS.ProcessEnv = process.env): boolean =>
  (env.CSC_LINK ?? '') !== '' || (env.CSC_NAME ?? '') !== '';

const feedAt = (url: string): { readonly provider: 'generic'; readonly url: string }[] | null =>
  url === '' ? null : [{ provider: 'generic', url }];

export const packageConfig = ({ runtime, output, feed, isMacSigned }: PackagePlan): Configuration => ({
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
  publish: feedAt(feed),
  // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder fills them in
  artifactName: 'reseller-desk-${version}-${os}-${arch}.${ext}',
  linux: {
    files: leanFiles('linux'),
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
    publish: feedAt(isMacSigned ? feed : ''),
    // What was to be signed and is not must not go out with a feed.
    forceCodeSigning: isMacSigned,
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
  win: { files: leanFiles('win32'), icon: 'resources/icon.ico' },
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
