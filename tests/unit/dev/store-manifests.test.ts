import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { projectRoot } from '../../../electron/dev/places.ts';
import { fillManifest, type ReleaseFacts } from '../../../electron/dev/store-files.ts';

/** js-yaml has no types of its own. */
const { load } = createRequire(import.meta.url)('js-yaml') as { readonly load: (text: string) => unknown };

const ID = 'app.resellerdesk.ResellerDesk';
const [WINDOWS, LINUX] = ['ab'.repeat(32), 'cd'.repeat(32)];
const factsOf = (version: string): ReleaseFacts => ({
  version,
  homepage: 'https://resellerdesk.app',
  repository: 'reseller-desk/app',
  date: '2026-11-30',
  checksums: [
    `${WINDOWS}  reseller-desk-${version}-win-x64.exe`,
    `${'ef'.repeat(32)}  reseller-desk-${version}-win-x64.exe.blockmap`,
    `${LINUX}  reseller-desk-${version}-linux-amd64.deb`,
    '',
  ].join('\n'),
});
const BETA = factsOf('1.0.0-beta.1');

const templateOf = (path: string): string => readFileSync(join(projectRoot, 'packaging', path), 'utf8');
const filled = (path: string, facts = BETA): string => fillManifest(templateOf(path), facts);

describe('the manifests for winget', () => {
  it.each([
    ['version', ''],
    ['installer', '.installer'],
    ['defaultLocale', '.locale.en-US'],
    ['locale', '.locale.ru-RU'],
  ])('fit the schema of a %s', (type, suffix) => {
    const schema = JSON.parse(
      readFileSync(join(projectRoot, 'tests', 'support', 'winget-schemas', `${type}.json`), 'utf8'),
    ) as object;
    // The schema of winget has keywords of its own, and the format of an address is checked below.
    const isValid = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(schema);
    const manifest = load(filled(`winget/ResellerDesk.ResellerDesk${suffix}.yaml`)) as Record<string, unknown>;
    expect(isValid(manifest), JSON.stringify(isValid.errors)).toBe(true);
    expect(manifest).toMatchObject({ ManifestType: type, PackageVersion: '1.0.0-beta.1' });
    // A template that was not filled in would be refused.
    expect(isValid({ ...manifest, PackageIdentifier: 'no point' })).toBe(false);
  });

  it('name the installer of the release with its checksum', () => {
    expect(load(filled('winget/ResellerDesk.ResellerDesk.installer.yaml'))).toMatchObject({
      Scope: 'user',
      ReleaseDate: '2026-11-30',
      Installers: [
        {
          Architecture: 'x64',
          InstallerUrl:
            'https://github.com/reseller-desk/app/releases/download/v1.0.0-beta.1/reseller-desk-1.0.0-beta.1-win-x64.exe',
          InstallerSha256: WINDOWS?.toUpperCase(),
        },
      ],
    });
  });
});

describe('the manifest for Flathub', () => {
  const manifest = load(filled(`flathub/${ID}.yml`)) as {
    readonly id: string;
    readonly 'finish-args': readonly string[];
    readonly modules: readonly [{ readonly sources: readonly Record<string, unknown>[] }];
  };

  it('repacks the .deb of the release, verified by its checksum, and opens no folder of the user', () => {
    expect(manifest.id).toBe(ID);
    const [{ sources }] = manifest.modules;
    expect(sources[0]).toMatchObject({
      sha256: LINUX,
      url: 'https://github.com/reseller-desk/app/releases/download/v1.0.0-beta.1/reseller-desk-1.0.0-beta.1-linux-amd64.deb',
    });
    expect(manifest['finish-args'].filter((arg) => /--filesystem|--socket=session-bus|--device=all/.test(arg))).toEqual(
      [],
    );
  });

  it('finds the files that it names beside it', () => {
    const [{ sources }] = manifest.modules;
    const named = sources.map(({ path }) => path).filter((path) => path !== undefined);
    expect(named).toHaveLength(2);
    const present = readdirSync(join(projectRoot, 'packaging', 'flathub'));
    expect(named.filter((name) => !present.includes(String(name)))).toEqual([]);
  });

  it('has pictures that the repository contains', () => {
    const text = filled(`flathub/${ID}.metainfo.xml`);
    const pictures = [...text.matchAll(/<image>.*\/(resources\/screenshots\/[^<]+)<\/image>/g)];
    expect(pictures.length).toBeGreaterThan(1);
    expect(pictures.filter(([, path = '']) => !existsSync(join(projectRoot, path)))).toEqual([]);
  });

  it('says whether a release is one before the release', () => {
    expect(filled(`flathub/${ID}.metainfo.xml`)).toContain('version="1.0.0~beta.1" type="development"');
    expect(filled(`flathub/${ID}.metainfo.xml`, factsOf('1.0.0'))).toContain('version="1.0.0" type="stable"');
  });

  const hasAppStream = spawnSync('appstreamcli', ['--version']).status === 0;
  it.runIf(hasAppStream)('has a description that AppStream accepts', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'metainfo-'));
    try {
      const path = join(folder, `${ID}.metainfo.xml`);
      await writeFile(path, filled(`flathub/${ID}.metainfo.xml`));
      const { status, stdout } = spawnSync('appstreamcli', ['validate', '--no-net', path], { encoding: 'utf8' });
      expect(status, stdout).toBe(0);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('a template', () => {
  it('is refused without the checksum of a file, or with two of them', () => {
    const [first = ''] = BETA.checksums.split('\n');
    const fill = (checksums: string) => () => fillManifest('{{version}}', { ...BETA, checksums });
    expect(fill(first)).toThrow('linux-amd64.deb 0 times');
    expect(fill(`${BETA.checksums}\n${first}`)).toThrow('win-x64.exe 2 times');
    expect(fill('')).toThrow('win-x64.exe 0 times');
  });

  it('takes no value that does not exist, or that could end the text around it', () => {
    expect(() => fillManifest('{{nothing}}', BETA)).toThrow('nothing, which a release does not have');
    expect(() => fillManifest('{{homepage}}', { ...BETA, homepage: 'https://a.example/"\nScope: machine' })).toThrow(
      'cannot stand in a manifest',
    );
    for (const repository of ['https://github.com/a/b', '../evil', 'name', 'a/b/c'])
      expect(() => fillManifest('{{version}}', { ...BETA, repository })).toThrow('OWNER/NAME');
  });
});

describe('npm run store-manifests', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'store-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('fills in every template for the version of package.json', async () => {
    const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string };
    const [windows = '', , linux = ''] = factsOf(version).checksums.split('\n');
    await writeFile(join(folder, 'SHA256SUMS-windows'), `${windows}\n`);
    await writeFile(join(folder, 'SHA256SUMS-linux'), `${linux}\n`);
    const script = join(projectRoot, 'electron', 'dev', 'store-manifests.ts');
    const made = execFileSync(process.execPath, [script, 'reseller-desk/app', folder], { encoding: 'utf8' });
    const paths = made.trim().split('\n');
    expect(paths).toHaveLength(7);
    for (const path of paths) expect(readFileSync(path, 'utf8')).not.toContain('{{');
  });
});
