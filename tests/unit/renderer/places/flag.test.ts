import { expect, it } from 'vitest';
import { countryCodes } from '#shared/domain/country-name.ts';
import { flagOf } from '../../../../renderer/parts/places/flag.ts';

it('a flag is the pair of letters of a country, in either letter case', () => {
  expect(flagOf('de')).toBe('🇩🇪');
  expect(flagOf('KZ')).toBe('🇰🇿');
});

it('what is not a country has no flag', () => {
  for (const code of ['', 'd', 'zz', 'XA', 'un', 'world', '12', 'д', '..', 'US-CA'])
    expect(flagOf(code), code).toBeNull();
});

it('every country that can be chosen has a flag of its own', () => {
  const flags = countryCodes().map(flagOf);
  expect(flags.length).toBeGreaterThan(240);
  expect(new Set(flags).size).toBe(flags.length);
  expect(flags).not.toContain(null);
});
