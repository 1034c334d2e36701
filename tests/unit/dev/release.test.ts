import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { projectRoot } from '../../../electron/dev/places.ts';
import { gatherRelease, notesOf, shippedComponents } from '../../../electron/dev/release.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'release-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('the files of a release', () => {
  const gather = () =>
    gatherRelease({
      packages: folder,
      release: join(folder, 'release'),
      others: { 'sbom-linux.cdx.json': join(folder, 'components') },
      system: 'linux',
    });

  it('are the installers, what updates need and the other files, with checksums that sha256sum accepts', async () => {
    for (const name of [
      'app.AppImage',
      'app.deb',
      'latest-linux.yml',
      'latest-linux.yml.sig',
      'builder-debug.yml',
      'components',
    ])
      await writeFile(join(folder, name), `content of ${name}`);
    await mkdir(join(folder, 'linux-unpacked.zip'));
    await mkdir(join(folder, 'release'));
    await writeFile(join(folder, 'release', 'of-the-last-time.deb'), '');
    const released = ['app.AppImage', 'app.deb', 'latest-linux.yml', 'latest-linux.yml.sig', 'sbom-linux.cdx.json'];
    expect(await gather()).toEqual([...released, 'SHA256SUMS-linux']);
    expect((await readdir(join(folder, 'release'))).toSorted()).toEqual([...released, 'SHA256SUMS-linux'].toSorted());
    expect(await readFile(join(folder, 'release', 'sbom-linux.cdx.json'), 'utf8')).toBe('content of components');
    const sums = await readFile(join(folder, 'release', 'SHA256SUMS-linux'), 'utf8');
    expect(sums).toMatch(/^[0-9a-f]{64} {2}app\.deb$/m);
    // Windows has no sha256sum.
    if (process.platform === 'win32') return;
    const verified = execFileSync('sha256sum', ['--check', 'SHA256SUMS-linux'], { cwd: join(folder, 'release') });
    expect(verified.toString().trim().split('\n')).toEqual(released.map((name) => `${name}: OK`));
  });

  it('are refused without an installer', async () => {
    await writeFile(join(folder, 'latest-linux.yml'), '');
    await expect(gather()).rejects.toThrow('There is no installer');
  });
});

describe('the list of components', () => {
  const component = (name: string, purl: string) => ({ 'bom-ref': `${name}@1`, name, purl });
  const all = {
    bomFormat: 'CycloneDX',
    components: [
      component('react', 'pkg:npm/react@1.0.0'),
      component('keytar', 'pkg:npm/%40github/keytar@1.0.0'),
      component('electron', 'pkg:npm/electron@45.0.0'),
      component('vitest', 'pkg:npm/vitest@1.0.0'),
    ],
    dependencies: [
      { ref: 'react@1', dependsOn: ['keytar@1', 'vitest@1'] },
      { ref: 'vitest@1', dependsOn: ['react@1'] },
    ],
  };

  it('contains what is shipped and nothing else', () => {
    const shipped = [
      { name: 'react', version: '1.0.0' },
      { name: '@github/keytar', version: '1.0.0' },
    ];
    expect(shippedComponents(all, shipped)).toEqual({
      bomFormat: 'CycloneDX',
      components: all.components.slice(0, 3),
      dependencies: [{ ref: 'react@1', dependsOn: ['keytar@1'] }],
    });
  });

  it('is refused if a shipped library is missing in it', () => {
    expect(() => shippedComponents(all, [{ name: 'react', version: '1.0' }])).toThrow('lacks react 1.0');
  });
});

describe('the notes of a release', () => {
  const log =
    '# Changes\n\nIntroduction.\n\n## 1.1.0\n\n- Second.\n\n## 1.1.0-beta.1 (2026-11-27)\n\n- First.\n\n## 1.0.0\n';

  it.each([
    ['1.1.0', '- Second.'],
    ['1.1.0-beta.1', '- First.'],
  ])('are the section of %s alone', (version, notes) => {
    expect(notesOf(log, version)).toBe(notes);
  });

  it.each(['1.1', '1.0.0', '2.0.0', 'Introduction.'])('are refused for %s', (version) => {
    expect(() => notesOf(log, version)).toThrow(`CHANGELOG.md says nothing about ${version}.`);
  });
});

describe('the workflows', () => {
  it('run only scripts that package.json has', async () => {
    const manifest = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8')) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    const folder = join(projectRoot, '.github', 'workflows');
    const files = await readdir(folder);
    const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
    const named = texts.flatMap((text) =>
      [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name]) => name ?? ''),
    );
    expect(new Set(named).size).toBeGreaterThan(5);
    expect(named.filter((name) => manifest.scripts[name] === undefined)).toEqual([]);
  });
});
