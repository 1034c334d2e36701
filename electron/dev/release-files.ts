import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from './places.ts';
import { gatherRelease, shippedComponents } from './release.ts';
import { mustRun } from './run.ts';

/**
 * `npm run release-files`: gathers what `npm run package` has made in dist/release/, with checksums, the licences of all
 * libraries, and the list of shipped components (SBOM) in the CycloneDX format.
 */
const dist = join(projectRoot, 'dist');
const system = { win32: 'windows', darwin: 'macos' }[process.platform as string] ?? 'linux';
const components = join(dist, 'sbom.json');
const licences = join(projectRoot, 'out', 'renderer', 'licences.json');
const all = JSON.parse(await mustRun('npm', ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application']));
const shipped = shippedComponents(all, JSON.parse(await readFile(licences, 'utf8')));
await writeFile(components, `${JSON.stringify(shipped, null, 2)}\n`);
const names = await gatherRelease({
  packages: dist,
  release: join(dist, 'release'),
  others: {
    [`sbom-${system}.cdx.json`]: components,
    [`licences-${system}.json`]: licences,
  },
  system,
});
for (const name of names) console.log(name);
