import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureElectron } from './ensure-electron.ts';
import { ensureSystem } from './ensure-system.ts';
import { makePackages, preferSystemTools } from './make-packages.ts';
import { codeIsSigned, readUpdatePlan } from './package-config.ts';
import { projectRoot } from './places.ts';
import { buildApp } from './prepare.ts';
import { readSigningKey, signManifests } from './update-signing.ts';

/**
 * `npm run package`: makes this system's installers in dist/. On Linux it makes a .deb and an .rpm even where the tools of
 * electron-builder cannot be downloaded.
 */
const updates = readUpdatePlan();
const isSigned = codeIsSigned();
const isLinux = process.platform === 'linux';
const keyFile = process.env.UPDATE_KEY_FILE ?? '';
if (isLinux && updates.feed !== '' && updates.key !== '' && keyFile === '')
  throw new Error('Set UPDATE_KEY_FILE to the private key that updateKey in package.json belongs to.');
const signingKey = isLinux && keyFile !== '' ? await readSigningKey(keyFile, updates.key) : null;

await ensureSystem('packages');
const runtime = await ensureElectron();
await buildApp(runtime.executable);
const isFallback = preferSystemTools(runtime);
const output = join(projectRoot, 'dist');
const made = await makePackages({
  ...updates,
  runtime,
  output,
  isSigned,
  targets: isFallback ? 'system-packages' : 'installers',
});
if (isFallback)
  console.log(
    'The AppImage was skipped, and these packages contain an older Electron: both come from github.com, which cannot be reached.',
  );
if (updates.feed !== '' && !(isLinux ? updates.key !== '' : isSigned))
  console.log(
    isLinux
      ? 'This app never asks for updates: package.json has no updateKey to verify them by.'
      : 'This app never asks for updates: it is not signed.',
  );
for (const { path, bytes } of made) if (existsSync(path)) console.log(`${(bytes / 1e6).toFixed(1)} MB  ${path}`);
if (signingKey !== null) for (const path of await signManifests(output, signingKey)) console.log(`signed: ${path}`);
