import { createHash } from 'node:crypto';
import { chmod, copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { SystemPackage } from './fpm-arguments.ts';
import { mustRun } from './run.ts';

/** Returns the text of Debian's control file. */
export const controlFile = (wanted: SystemPackage, installedBytes: number): string => {
  const fields: readonly (readonly [string, string])[] = [
    ['Package', wanted.name],
    ['Version', wanted.release === '' ? wanted.version : `${wanted.version}-${wanted.release}`],
    ['Architecture', wanted.architecture],
    ['Maintainer', wanted.maintainer],
    ['Installed-Size', String(Math.ceil(installedBytes / 1024))],
    ['Depends', wanted.depends.join(', ')],
    ['Recommends', wanted.recommends.join(', ')],
    ['Section', wanted.section],
    ['Priority', wanted.priority],
    ['Homepage', wanted.homepage],
    ['Description', [wanted.summary, ...wanted.description.map((line) => ` ${line === '' ? '.' : line}`)].join('\n')],
  ];
  return fields
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');
};

/** Makes a .deb of the tree, whose files belong to root. */
export const makeDeb = async (wanted: SystemPackage, tree: string): Promise<void> => {
  const files = await filesIn(tree);
  let bytes = 0;
  let sums = '';
  for (const path of files) {
    bytes += (await stat(path)).size;
    const sum = createHash('md5')
      .update(await readFile(path))
      .digest('hex');
    sums += `${sum}  ${relative(tree, path)}\n`;
  }
  const control = join(tree, 'DEBIAN');
  await mkdir(control, { mode: 0o755 });
  await writeFile(join(control, 'control'), controlFile(wanted, bytes), { mode: 0o644 });
  await writeFile(join(control, 'md5sums'), sums, { mode: 0o644 });
  const scripts = { postinst: wanted.afterInstall, postrm: wanted.afterRemove };
  for (const [name, source] of Object.entries(scripts)) {
    if (source === '') continue;
    await copyFile(source, join(control, name));
    await chmod(join(control, name), 0o755);
  }
  // Gzip is asked for where speed matters more than size.
  const compression = wanted.compression === 'gz' ? ['-Zgzip', '-z1'] : [`-Z${wanted.compression}`];
  await mustRun('dpkg-deb', ['--root-owner-group', ...compression, '--build', tree, wanted.file]);
};

/** Returns the regular files in a folder, at any depth, in a fixed order. */
const filesIn = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
};
