import { describe, expect, it } from 'vitest';
import { mirrorOf } from '../../../electron/dev/debian-mirror.ts';

describe("the mirror of this machine's apt", () => {
  it('is read from paragraphs of fields, past other archives', () => {
    const security = 'Types: deb\nURIs: http://mirror.example/debian-security\nSuites: trixie-security\n';
    const main =
      'Types: deb deb-src\n# http://snapshot.example/\nURIs: http://mirror.example/debian/\nSuites: trixie trixie-updates\n';
    expect(mirrorOf(['', `${security}\n${main}`])).toBe('http://mirror.example/debian/');
  });

  it('is read from lines, with and without options', () => {
    expect(mirrorOf(['deb http://deb.example/debian bookworm main'])).toBe('http://deb.example/debian');
    const line =
      'deb [arch=amd64 signed-by=/usr/share/keyrings/a.gpg] https://deb.example/debian bookworm main contrib';
    expect(mirrorOf([`deb-src http://other.example/debian bookworm main\n${line}`])).toBe('https://deb.example/debian');
  });

  it.each([
    '',
    '# deb http://deb.example/debian bookworm main',
    'deb http://archive.example/ubuntu noble main',
    'deb https://packages.example/apt tool-bookworm main',
    'deb http://deb.example/debian bookworm-backports main',
    'Types: deb-src\nURIs: http://mirror.example/debian\nSuites: trixie\n',
    'Types: deb\nURIs: file:/srv/debian\nSuites: trixie\n',
  ])('is none in %j', (text) => {
    expect(mirrorOf([text])).toBeNull();
  });
});
