import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPlainName, placeIn } from '#core/platform/files/place-in.ts';
import { sanitizeFileName } from '#shared/domain/file-name.ts';

describe('a path in a folder', () => {
  it('is never outside of the folder, hidden, or a device', () => {
    for (const name of [
      '',
      '.',
      '..',
      '../.bashrc',
      '.bashrc',
      'a/b',
      'a\\b',
      '\\\\host\\share',
      'C:a',
      'a\0b',
      'con',
    ]) {
      expect([name, isPlainName(name)]).toEqual([name, false]);
    }
    for (const name of ['con.txt', 'nul', ' a', 'a ', 'a.', 'x'.repeat(256)])
      expect([name, isPlainName(name)]).toEqual([name, false]);
    expect(() => placeIn('/folder', '../x')).toThrow(expect.objectContaining({ kind: 'file' }));
    expect(placeIn('/folder', 'Anna (2).txt')).toBe(join('/folder', 'Anna (2).txt'));
  });

  it('exists for every name that the app makes', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => isPlainName(sanitizeFileName(text))));
    expect(isPlainName('_x.txt')).toBe(true);
  });
});
