import { expect, it } from 'vitest';
import { countryCodeOf } from '#shared/domain/country-name.ts';

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
