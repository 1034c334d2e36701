import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** The parts of a release that do not depend on the system on which they are made. */

/** Returns the SHA-256 of a file in hexadecimal, as `sha256sum` writes it. */
const sha256Of = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};

/** Installers, the files by which installed apps find updates, and signatures. The unpacked app is a folder. */
const isReleased = (name: string): boolean =>
  /\.(exe|dmg|zip|AppImage|deb|rpm|blockmap|sig)$/.test(name) || isManifest(name);
const isManifest = (name: string): boolean => /^latest.*\.yml$/.test(name);

interface ReleaseFolder {
  /** The output of `npm run package`. */
  readonly packages: string;
  /** The folder to fill. Its present content is deleted first. */
  readonly release: string;
  /** Files that go with the packages, by the names under which they are released. */
  readonly others: Readonly<Record<string, string>>;
  /** Names the system in the checksums' file, because the releases of three systems come together. */
  readonly system: string;
}

/**
 * Copies everything of a release to one folder, with the checksums of all of it in the format of `sha256sum`. Returns the
 * names.
 * @throws if there is no installer
 */
export const gatherRelease = async ({
  packages,
  release,
  others,
  system,
}: ReleaseFolder): Promise<readonly string[]> => {
  const made = (await readdir(packages, { withFileTypes: true }))
    .filter((one) => one.isFile() && isReleased(one.name))
    .map(({ name }) => name);
  if (!made.some((name) => !isManifest(name))) throw new Error(`There is no installer in ${packages}.`);
  await rm(release, { recursive: true, force: true });
  await mkdir(release, { recursive: true });
  for (const name of made) await copyFile(join(packages, name), join(release, name));
  for (const [name, path] of Object.entries(others)) await copyFile(path, join(release, name));
  const names = [...made, ...Object.keys(others)].toSorted();
  const lines = await Promise.all(names.map(async (name) => `${await sha256Of(join(release, name))}  ${name}\n`));
  const sums = `SHA256SUMS-${system}`;
  await writeFile(join(release, sums), lines.join(''));
  return [...names, sums];
};

interface Library {
  readonly name: string;
  readonly version: string;
}

/** A list of components as `npm sbom` writes it (CycloneDX 1.5), as far as it is read here. */
interface ComponentList {
  readonly components: readonly { readonly 'bom-ref': string; readonly name: string; readonly purl: string }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/**
 * Reduces the list of all installed components to those that are shipped: the libraries inside the bundles, which
 * package.json names as tools because they are bundled, and Electron.
 * @throws if a shipped library is missing in the list
 */
export const shippedComponents = <L extends ComponentList>(all: L, shipped: readonly Library[]): L => {
  const refs = new Set<string>();
  for (const { name, version } of shipped) {
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    // A package may stand under another name in package.json, but not in its address.
    const found = all.components.filter((one) => one.purl === purl);
    if (found.length === 0) throw new Error(`The list of components lacks ${name} ${version}.`);
    for (const one of found) refs.add(one['bom-ref']);
  }
  for (const one of all.components) if (one.name === 'electron') refs.add(one['bom-ref']);
  return {
    ...all,
    components: all.components.filter((one) => refs.has(one['bom-ref'])),
    dependencies: all.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map((one) => ({ ...one, dependsOn: one.dependsOn.filter((ref) => refs.has(ref)) })),
  };
};

/** Splits a change log into its versions, the newest first. The text before the first one is for maintainers. */
export const versionsOf = (log: string): readonly { readonly version: string; readonly text: string }[] =>
  log
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      version: /^\S+/.exec(section)?.[0] ?? '',
      text: `# ${section}`,
    }));

/**
 * Returns the section of the change log about a version, without its heading.
 * @throws if the log has no such section, or an empty one
 */
export const notesOf = (changeLog: string, version: string): string => {
  const text = versionsOf(changeLog).find((one) => one.version === version)?.text;
  const notes = text?.slice(text.indexOf('\n') + 1).trim() ?? '';
  if (notes === '') throw new Error(`CHANGELOG.md says nothing about ${version}.`);
  return notes;
};
