import { describe, expect, it } from 'vitest';
import { weaknessOf } from '#core/platform/secrets/passphrase-strength.ts';

const codeOf = async (passphrase: string): Promise<string | null> => (await weaknessOf(passphrase))?.code ?? null;

describe('a passphrase that can be guessed', () => {
  it.each([
    ['1234567890', 'passphrase-known'],
    ['qwertyuiop', 'passphrase-known'],
    ['йцукенгшщз', 'passphrase-known'],
    ['Пароль1234', 'passphrase-known'],
    ['password123', 'passphrase-known'],
    ['P@ssw0rd123', 'passphrase-weak'],
    ['aaaaaaaaaaaaaaaa', 'passphrase-repeats'],
    ['абвабвабвабв', 'passphrase-repeats'],
    ['abcdefghijklm', 'passphrase-sequence'],
    ['12.03.1987', 'passphrase-date'],
    ['resellerdesk', 'passphrase-known'],
    ['purple lake', 'passphrase-weak'],
  ])('%s is rejected for its weakness: %s', async (passphrase, code) => {
    expect(await codeOf(passphrase)).toBe(code);
  });
});

describe('a passphrase that is hard to guess', () => {
  it.each(['correct horse battery', 'четыре слова и ещё', 'кошка дерево луна', 'hg7dk2ls9q', 'café au lait, é'])(
    '%s is accepted',
    async (passphrase) => {
      expect(await codeOf(passphrase)).toBeNull();
    },
  );

  it('is checked in good time, however long it is', async () => {
    expect(await codeOf('x'.repeat(500))).toBe('passphrase-repeats');
    expect(await codeOf('почти осмысленный и очень длинный текст '.repeat(12))).toBeNull();
  });
});
