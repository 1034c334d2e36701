import { describe, expect, it } from 'vitest';
import { isNamedBy } from '#shared/domain/named-by.ts';

describe('a client who is named in the palette', () => {
  it.each([
    ['anna', 'Anna Kovaleva', true],
    ['kova anna', 'Anna Kovaleva', true],
    ['анна', 'Анна Ковалёва', true],
    ['anna', 'Hanna Lindqvist', false],
    ['anna', 'key-anna', false],
  ])('comes first if “%s” begins words of “%s”: %s', (search, name, isFirst) => {
    expect(isNamedBy(search, name, 'shop')).toBe(isFirst);
  });

  it('may be named by the key', () => {
    expect(isNamedBy('anna', 'Анна', 'anna-shop')).toBe(true);
  });
});
