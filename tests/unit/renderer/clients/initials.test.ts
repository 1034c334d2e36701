import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hueOfName, INITIALS_HUES, initialsOf } from '../../../../renderer/parts/clients/initials.ts';

describe('the initials of a client', () => {
  it.each([
    ['Anna Kovaleva', 'AK'],
    ['Анна Ковалёва', 'АК'],
    ['ёжик', 'Ё'],
    ['Константин Александрович Рождественский', 'КА'],
    ['Office «Ромашка»', 'OР'],
    ['demo-shop', 'DS'],
    ['@nick_name', 'NN'],
    ['🔥 7 days', '7D'],
    ['straße', 'S'],
    ['ßeta', 'S'],
    ["O'Neil", 'O'],
    ['陈伟', '陈'],
    ['🔥', ''],
    ['', ''],
  ])('of “%s” are “%s”', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });

  it('are the same however the letters are composed', () => {
    expect(initialsOf('Й'.normalize('NFD'))).toBe('Й');
    expect(hueOfName('Андрей'.normalize('NFD'))).toBe(hueOfName('Андрей'));
  });

  it('have one of the hues of the theme, and at most two characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect([...initialsOf(name)].length).toBeLessThanOrEqual(2);
        expect(hueOfName(name) % (360 / INITIALS_HUES)).toBe(0);
        expect(hueOfName(name)).toBeLessThan(360);
      }),
    );
  });

  it('do not all have the same hue', () => {
    const hues = new Set(['Анна', 'Борис', 'Вера', 'Глеб', 'Дарья', 'Елена', 'Жанна', 'Захар'].map(hueOfName));
    expect(hues.size).toBeGreaterThan(3);
  });
});
