import { describe, expect, it } from 'vitest';
import { passphraseProblems } from '#shared/domain/passphrase.ts';

const codes = (passphrase: string, repeated = passphrase): readonly string[] =>
  passphraseProblems(passphrase, repeated).map(({ field, code }) => `${field} ${code}`);

describe('a passphrase', () => {
  it('needs ten characters, counted as people count them', () => {
    expect(codes('')).toEqual(['passphrase passphrase-short']);
    expect(codes('123456789')).toEqual(['passphrase passphrase-short']);
    expect(codes('1234567890')).toEqual([]);
    expect(codes('🔑🔑🔑🔑🔑🔑🔑🔑🔑')).toEqual(['passphrase passphrase-short']);
    expect(codes('пять слов подряд')).toEqual([]);
  });

  it('has a maximum length', () => {
    expect(codes('x'.repeat(500))).toEqual([]);
    expect(codes('x'.repeat(501))).toEqual(['passphrase passphrase-long']);
  });

  it('must be repeated exactly, including its spaces', () => {
    expect(codes('correct horse', 'correct hors')).toEqual(['repeated passphrase-differs']);
    expect(codes('correct horse', 'correct horse ')).toEqual(['repeated passphrase-differs']);
    expect(codes(' correct horse ')).toEqual([]);
  });
});
