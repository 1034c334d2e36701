import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build, Platform } from 'electron-builder';
import { expect, it } from 'vitest';
import { ensureElectron } from '../../electron/dev/ensure-electron.ts';
import { packageConfig } from '../../electron/dev/package-config.ts';
import { packagedFolder, projectRoot } from '../../electron/dev/places.ts';
import { appFolder } from '../support/packaged-app.ts';

/** electron-builder passes the entry on before it downloads the tools that make the file. */
it.runIf(process.platform === 'linux')('the entry of the AppImage in the menu starts it with no switch', async () => {
  const output = join(packagedFolder, 'appimage');
  let entry = '';
  const runtime = await ensureElectron(() => {});
  await build({
    projectDir: projectRoot,
    prepackaged: appFolder,
    targets: Platform.LINUX.createTarget(['AppImage']),
    publish: 'never',
    config: packageConfig({ runtime, output, feed: '', key: '', isSigned: false }),
    effectiveOptionComputed: async ({ desktop }: { desktop: string }) => {
      entry = desktop;
      return true;
    },
  });
  await rm(output, { recursive: true, force: true });
  expect(entry.match(/^Exec=.*$/gm)).toEqual(['Exec=AppRun %U']);
  // Desktops find the entry, and so the icon, of a window by this name, which Electron reads in package.json.
  expect(entry).toMatch(/^StartupWMClass=app\.resellerdesk\.ResellerDesk$/m);
});
