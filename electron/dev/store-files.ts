/** The manifests for winget and Flathub: templates of packaging/, filled in with the facts of one release. */

export interface ReleaseFacts {
  /** The version of package.json. */
  readonly version: string;
  readonly homepage: string;
  /** The repository on GitHub, as `owner/name`. */
  readonly repository: string;
  /** The day of the release, as `2026-11-30`. */
  readonly date: string;
  /** The lines of SHA256SUMS-windows and SHA256SUMS-linux, as `sha256sum` writes them. */
  readonly checksums: string;
}

interface ReleasedFile {
  readonly url: string;
  readonly sha256: string;
}

/**
 * Returns address and checksum of a file of the release.
 * @throws if the checksums do not name it exactly once
 */
const releasedFile = ({ repository, version, checksums }: ReleaseFacts, name: string): ReleasedFile => {
  const sums = checksums.split('\n').flatMap((line) => {
    const [, sha256 = '', file = ''] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line.trimEnd()) ?? [];
    return file === name ? [sha256] : [];
  });
  const [sha256] = sums;
  if (sha256 === undefined || sums.length > 1)
    throw new Error(`The checksums name ${name} ${sums.length} times, and not once.`);
  return { url: `https://github.com/${repository}/releases/download/v${version}/${name}`, sha256 };
};

/**
 * Returns the values for the templates.
 * @throws if the repository is none of GitHub's, or if a checksum is missing
 */
const valuesOf = (facts: ReleaseFacts): Readonly<Record<string, string>> => {
  const { version, homepage, repository, date } = facts;
  if (!/^[\w-]+\/[\w.-]+$/.test(repository))
    throw new Error(`${repository} is not a repository of the form OWNER/NAME.`);
  const windows = releasedFile(facts, `reseller-desk-${version}-win-x64.exe`);
  const linux = releasedFile(facts, `reseller-desk-${version}-linux-amd64.deb`);
  return {
    version,
    homepage,
    date,
    sourceUrl: `https://github.com/${repository}`,
    picturesUrl: `https://raw.githubusercontent.com/${repository}/v${version}/resources/screenshots`,
    windowsUrl: windows.url,
    // winget writes checksums in capitals.
    windowsSha256: windows.sha256.toUpperCase(),
    linuxUrl: linux.url,
    linuxSha256: linux.sha256,
    // A version before the release sorts before it only with a tilde.
    appstreamVersion: version.replace('-', '~'),
    releaseType: version.includes('-') ? 'development' : 'stable',
  };
};

/**
 * Fills in one template.
 * @throws if it names a value that does not exist, or if a value could end the text or the tag around it
 */
export const fillManifest = (template: string, facts: ReleaseFacts): string => {
  const values = valuesOf(facts);
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`A template names ${name}, which a release does not have.`);
    if (!/^[\w.~:/-]+$/.test(value)) throw new Error(`The value of ${name} cannot stand in a manifest: ${value}`);
    return value;
  });
};
