import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureElectron } from './ensure-electron.ts';
import { fallbackFolder } from './fallback-runtime.ts';
import { makePackages } from './make-packages.ts';
import { macIsSigned, updateFeed } from './package-config.ts';
import { projectRoot } from './places.ts';
import { buildApp } from './prepare.ts';

/** `npm run package`: this system's installers in dist/, or, where their tools cannot be fetched, the unpacked app. */
const runtime = await ensureElectron();
await buildApp(runtime.executable);
const isFallback = runtime.dist === fallbackFolder();
const made = await makePackages({
  runtime,
  output: join(projectRoot, 'dist'),
  feed: updateFeed(),
  isMacSigned: macIsSigned(),
  targets: isFallback ? 'unpacked' : 'installers',
});
if (isFallback)
  console.log(
    'Installers were skipped: Electron and the tools that make AppImage and deb come from github.com, which cannot be reached.',
  );
for (const { path, bytes } of made) if (existsSync(path)) console.log(`${(bytes / 1e6).toFixed(1)} MB  ${path}`);
