import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Hosts and paths of archives that are not Debian's own main archive. */
const OTHERS = /security|ubuntu|debian-ports|backports/i;
const SUITE = /^(stable|testing|sid|unstable|bookworm|trixie|forky|bullseye)$/;

/**
 * Returns the mirror of Debian's main archive that apt uses, from the texts of its source files in both formats (one line
 * each, and paragraphs of fields); `null` if they name none.
 */
export const mirrorOf = (sources: readonly string[]): string | null => {
  for (const text of sources) {
    const lines = text.split('\n').filter((line) => !line.trimStart().startsWith('#'));
    for (const line of lines) {
      const [, address = '', suite = ''] = /^deb\s+(?:\[[^\]]*\]\s+)?(\S+)\s+(\S+)\s/.exec(`${line} `) ?? [];
      if (isMainArchive(address, [suite])) return address;
    }
    for (const paragraph of lines.join('\n').split(/\n\s*\n/)) {
      const field = (name: string): readonly string[] =>
        new RegExp(`^${name}:(.*)$`, 'im').exec(paragraph)?.[1]?.trim().split(/\s+/) ?? [];
      if (!field('Types').includes('deb')) continue;
      const address = field('URIs')[0] ?? '';
      if (isMainArchive(address, field('Suites'))) return address;
    }
  }
  return null;
};

const isMainArchive = (address: string, suites: readonly string[]): boolean =>
  /^https?:\/\/[^/]+\/.*\bdebian\/?$/.test(address) &&
  !OTHERS.test(address) &&
  suites.some((suite) => SUITE.test(suite));

/**
 * Returns the mirror that `DEBIAN_MIRROR` names, or else the one of this machine's apt; `null` if there is none, as on other
 * systems than Debian.
 */
export const debianMirror = async (folder = '/etc/apt'): Promise<string | null> => {
  const named = process.env.DEBIAN_MIRROR ?? '';
  if (named !== '') return named;
  const parts = join(folder, 'sources.list.d');
  const names = (await readdir(parts).catch(() => [])).filter((name) => /\.(list|sources)$/.test(name)).toSorted();
  const files = [join(folder, 'sources.list'), ...names.map((name) => join(parts, name))];
  return mirrorOf(await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => ''))));
};
