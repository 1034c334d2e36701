import { expect, it } from 'vitest';
import { countryCodeOf, countryCodes, countryName } from '#shared/domain/country-name.ts';

it.each([
  ['Germany', 'de'],
  [' германия ', 'de'],
  ['Deutschland', 'de'],
  ['gb', 'gb'],
  ['United Kingdom', 'gb'],
  ['日本', 'jp'],
  ['Narnia', null],
  ['', null],
])('%j is named %j', (name, code) => {
  expect(countryCodeOf(name)).toBe(code);
});

it('only countries can be chosen, and no code that merely has a name', () => {
  const codes = countryCodes();
  expect(codes).toEqual(expect.arrayContaining(['de', 'ru', 'us', 'xk']));
  for (const code of ['zz', 'xa', 'xb', 'ez', 'un', 'qo']) expect(codes).not.toContain(code);
  expect(countryName('zz', 'Somewhere', 'en')).toBe('Somewhere');
});
