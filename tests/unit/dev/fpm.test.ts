import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readFpmArguments } from '../../../electron/dev/fpm-arguments.ts';
import { controlFile } from '../../../electron/dev/fpm-deb.ts';
import { specFile } from '../../../electron/dev/fpm-rpm.ts';
import { mustRun } from '../../../electron/dev/run.ts';

const SCRIPT = join(import.meta.dirname, '..', '..', '..', 'electron', 'dev', 'fpm.ts');

/** The arguments as electron-builder passes them for a .deb of the folder. */
const argumentsFor = (folder: string): string[] => [
  ...['-s', 'dir', '--force', '-t', 'deb', '-d', 'libc6', '-d', 'libnew | libold', '--deb-recommends', 'gnome-keyring'],
  ...['--deb-compression', 'xz', '--architecture', 'amd64'],
  ...['--after-install', join(folder, 'after-install'), '--after-remove', join(folder, 'after-remove')],
  ...['--description', 'A short line\n The first line.\n\n The last line.', '--version', '1.0.0~beta.1'],
  ...['--package', join(folder, 'made', 'tiny.deb'), '--name', 'tiny', '--maintainer', 'Some Body <body@example.com>'],
  ...['--vendor', 'Some Body', '--url', 'https://example.com', '--category', 'net', '--deb-priority', 'optional'],
  ...[
    '--license',
    'MIT',
    `${join(folder, 'app')}/=/opt/tiny`,
    `${join(folder, 'a=b.desktop')}=/usr/share/tiny.desktop`,
  ],
];

// electron-builder passes paths of Linux, and makes a .deb on Linux only.
describe.skipIf(process.platform === 'win32')('the arguments of fpm', () => {
  it('describe a package', () => {
    const read = readFpmArguments(argumentsFor('/folder'));
    expect(read).toMatchObject({
      format: 'deb',
      version: '1.0.0~beta.1',
      summary: 'A short line',
      description: ['The first line.', '', 'The last line.'],
      depends: ['libc6', 'libnew | libold'],
      recommends: ['gnome-keyring'],
      paths: [
        { source: '/folder/app/', target: '/opt/tiny' },
        { source: '/folder/a=b.desktop', target: '/usr/share/tiny.desktop' },
      ],
    });
  });

  it('are refused if one is unknown, without a value or missing', () => {
    const given = argumentsFor('/folder');
    expect(() => readFpmArguments([...given, '--deb-systemd', 'unit'])).toThrow('--deb-systemd is not supported');
    expect(() => readFpmArguments([...given, '--iteration'])).toThrow('--iteration has no value');
    expect(() => readFpmArguments(given.filter((argument) => !/^--version$|^1\.0/.test(argument)))).toThrow(
      '--version',
    );
    expect(() => readFpmArguments(given.map((argument) => (argument === 'deb' ? 'pacman' : argument)))).toThrow(
      'pacman',
    );
  });
});

it('the control file has every field, and an empty line of the description as Debian writes it', () => {
  expect(controlFile(readFpmArguments(argumentsFor('/folder')), 2049)).toBe(
    [
      'Package: tiny',
      'Version: 1.0.0~beta.1',
      'Architecture: amd64',
      'Maintainer: Some Body <body@example.com>',
      'Installed-Size: 3',
      'Depends: libc6, libnew | libold',
      'Recommends: gnome-keyring',
      'Section: net',
      'Priority: optional',
      'Homepage: https://example.com',
      'Description: A short line',
      ' The first line.',
      ' .',
      ' The last line.',
      '',
    ].join('\n'),
  );
});

it('the spec file keeps percent signs, and names scripts and files', () => {
  const given = argumentsFor('/folder').map((argument) =>
    argument === '--deb-compression' ? '--rpm-compression' : argument,
  );
  const wanted = readFpmArguments(given.map((argument) => (argument === 'deb' ? 'rpm' : argument)));
  const spec = specFile({ ...wanted, summary: 'All of it, 100%' }, '/tree', {
    afterInstall: 'echo 5%',
    afterRemove: '',
  });
  expect(spec).toContain('Summary: All of it, 100%%\n');
  expect(spec).toContain('\n%post\necho 5%%\n');
  expect(spec).not.toContain('%postun');
  expect(spec).toContain('\n%files\n%defattr(-,root,root,-)\n"/opt/tiny"\n"/usr/share/tiny.desktop"\n');
});

describe.runIf(process.platform === 'linux' && existsSync('/usr/bin/dpkg-deb'))('a .deb made without fpm', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'desk-fpm-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('has the files with safe permissions, owned by root, their sums and the scripts', async () => {
    await mkdir(join(folder, 'app', 'resources'), { recursive: true });
    await writeFile(join(folder, 'app', 'tiny'), '#!/bin/sh\n', { mode: 0o700 });
    await writeFile(join(folder, 'app', 'resources', 'data'), 'data', { mode: 0o600 });
    await writeFile(join(folder, 'a=b.desktop'), '[Desktop Entry]\n');
    await writeFile(join(folder, 'after-install'), '#!/bin/sh\necho installed\n');
    await writeFile(join(folder, 'after-remove'), '#!/bin/sh\necho removed\n');
    await mustRun(process.execPath, [SCRIPT, ...argumentsFor(folder)]);
    const file = join(folder, 'made', 'tiny.deb');
    expect(await mustRun('dpkg-deb', ['--field', file, 'Package', 'Version', 'Depends'])).toBe(
      'Package: tiny\nVersion: 1.0.0~beta.1\nDepends: libc6, libnew | libold\n',
    );
    const listed = (await mustRun('dpkg-deb', ['--contents', file])).trim().split('\n');
    expect(
      listed.map((line) => line.split(/\s+/)).map(([mode, owner, , , , path]) => `${mode} ${owner} ${path}`),
    ).toEqual([
      'drwxr-xr-x root/root ./',
      'drwxr-xr-x root/root ./opt/',
      'drwxr-xr-x root/root ./opt/tiny/',
      'drwxr-xr-x root/root ./opt/tiny/resources/',
      '-rw-r--r-- root/root ./opt/tiny/resources/data',
      '-rwxr-xr-x root/root ./opt/tiny/tiny',
      'drwxr-xr-x root/root ./usr/',
      'drwxr-xr-x root/root ./usr/share/',
      '-rw-r--r-- root/root ./usr/share/tiny.desktop',
    ]);
    expect(await mustRun('dpkg-deb', ['--info', file, 'postinst'])).toContain('echo installed');
    expect(await mustRun('dpkg-deb', ['--info', file, 'postrm'])).toContain('echo removed');
    expect(await mustRun('dpkg-deb', ['--info', file, 'md5sums'])).toContain(
      '8d777f385d3dfec8815d20f7496026dc  opt/tiny/resources/data\n',
    );
  });
});
