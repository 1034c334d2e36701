import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { SystemPackage } from './fpm-arguments.ts';
import { mustRun } from './run.ts';

/** The names that fpm has for compression, as rpm writes them. Gzip is asked for where speed matters more than size. */
const PAYLOADS: Readonly<Record<string, string>> = { xz: 'w6.xzdio', xzmt: 'w6T.xzdio', gzip: 'w1.gzdio' };

/** The names that Debian and electron-builder have for processors, as rpm writes them. */
const ARCHITECTURES: Readonly<Record<string, string>> = { amd64: 'x86_64', arm64: 'aarch64' };

interface RpmScripts {
  readonly afterInstall: string;
  readonly afterRemove: string;
}

/** Returns the text of the spec file. rpm would expand a percent sign, so each one in a value is doubled. */
export const specFile = (wanted: SystemPackage, tree: string, scripts: RpmScripts): string => {
  const literal = (text: string): string => text.replaceAll('%', '%%');
  const payload = PAYLOADS[wanted.compression];
  if (payload === undefined) throw new Error(`rpm has no compression ${wanted.compression}.`);
  const section = (name: string, body: string): string =>
    body === '' ? '' : `\n%${name}\n${literal(body.trimEnd())}\n`;
  return [
    // The files are finished: rpm must neither strip nor compress them, nor derive what they need.
    '%global __os_install_post %{nil}',
    '%global debug_package %{nil}',
    '%global _build_id_links none',
    `%define _binary_payload ${payload}`,
    `Name: ${wanted.name}`,
    `Version: ${wanted.version}`,
    `Release: ${wanted.release === '' ? '1' : wanted.release}`,
    `Summary: ${literal(wanted.summary)}`,
    `License: ${literal(wanted.license === '' ? 'unknown' : wanted.license)}`,
    `Packager: ${literal(wanted.maintainer)}`,
    ...(wanted.homepage === '' ? [] : [`URL: ${literal(wanted.homepage)}`]),
    'AutoReqProv: no',
    ...wanted.depends.map((name) => `Requires: ${name}`),
    section('description', wanted.description.join('\n')),
    '%install',
    'mkdir -p "%{buildroot}"',
    `cp -a "${literal(tree)}/." "%{buildroot}/"`,
    section('post', scripts.afterInstall),
    section('postun', scripts.afterRemove),
    '%files',
    '%defattr(-,root,root,-)',
    ...wanted.paths.map(({ target }) => `"${literal(target)}"`),
    '',
  ].join('\n');
};

const readScript = async (path: string): Promise<string> => (path === '' ? '' : readFile(path, 'utf8'));

/** Makes an .rpm of the tree. */
export const makeRpm = async (wanted: SystemPackage, tree: string, work: string): Promise<void> => {
  const spec = join(work, 'package.spec');
  const scripts = {
    afterInstall: await readScript(wanted.afterInstall),
    afterRemove: await readScript(wanted.afterRemove),
  };
  await writeFile(spec, specFile(wanted, tree, scripts));
  const defines = {
    _topdir: join(work, 'rpm'),
    _tmppath: work,
    _rpmdir: dirname(wanted.file),
    _rpmfilename: basename(wanted.file),
  };
  await mustRun('rpmbuild', [
    '-bb',
    '--target',
    `${ARCHITECTURES[wanted.architecture] ?? wanted.architecture}-linux`,
    ...Object.entries(defines).flatMap(([name, value]) => ['--define', `${name} ${value}`]),
    spec,
  ]);
};
