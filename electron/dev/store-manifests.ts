import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from './places.ts';
import { fillManifest } from './store-files.ts';

/**
 * `npm run store-manifests -- OWNER/NAME [FOLDER]`: fills in the manifests for winget and Flathub (packaging/) for the
 * release of the version in package.json, in dist/store/. FOLDER has the files SHA256SUMS-windows and SHA256SUMS-linux of
 * that release; without it they are read in dist/release.
 */
const [repository, folder = join(projectRoot, 'dist', 'release')] = process.argv.slice(2);
if (repository === undefined) {
  console.error('Name the repository on GitHub, and the folder with the checksums: OWNER/NAME [FOLDER]');
  process.exit(2);
}
const { version, homepage } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8')) as {
  version: string;
  homepage: string;
};
const sums = await Promise.all(
  ['windows', 'linux'].map((system) => readFile(join(folder, `SHA256SUMS-${system}`), 'utf8')),
);
const facts = {
  version,
  homepage,
  repository,
  date: new Date().toISOString().slice(0, 10),
  checksums: sums.join('\n'),
};
const output = join(projectRoot, 'dist', 'store');
await rm(output, { recursive: true, force: true });
for (const store of ['winget', 'flathub']) {
  await mkdir(join(output, store), { recursive: true });
  for (const name of await readdir(join(projectRoot, 'packaging', store))) {
    const path = join(output, store, name);
    await writeFile(path, fillManifest(await readFile(join(projectRoot, 'packaging', store, name), 'utf8'), facts));
    console.log(path);
  }
}
