import { expect, test } from 'vitest';
import { searchCountries } from '../../../../renderer/parts/places/search-countries.ts';

const OF_SERVICE = [
  { code: 'us', name: 'United States', count: 3 },
  { code: 'DE', name: 'Germany' },
  { code: 'xx', name: 'Elsewhere' },
  { code: 'other', name: 'Other' },
];
const names = (search: string) => searchCountries(OF_SERVICE, search, 'ru').map(({ name }) => name);

test('countries are named and ordered in the language, and an unknown code keeps the service’s name', () => {
  expect(names('')).toEqual(['Германия', 'Соединенные Штаты', 'Elsewhere', 'Other']);
});

test('in whatever language the service and the window use', () => {
  const inRussian = [
    { code: 'FR', name: 'Франция' },
    { code: 'de', name: 'Германия' },
    { code: 'BD', name: 'Бангладеш' },
    { code: 'DK', name: 'Дания' },
  ];
  const found = (search: string) => searchCountries(inRussian, search, 'en').map(({ name }) => name);
  for (const search of ['germany', 'ГЕРМАН', 'Deutschland', 'de']) expect(found(search)[0]).toBe('Germany');
  // A user who types a code and presses Enter means that country.
  expect(found('de')).toEqual(['Germany', 'Denmark', 'Bangladesh']);
  expect(found('')).toEqual(['Bangladesh', 'Denmark', 'France', 'Germany']);
});

test('a country is found by its name in any language of the app, by its own name and by its code', () => {
  expect(names('герм')).toEqual(['Германия']);
  expect(names('germ')).toEqual(['Германия']);
  expect(names('de')).toEqual(['Германия']);
  expect(names('deutschl')).toEqual(['Германия']);
  expect(names('штаты соед')).toEqual(['Соединенные Штаты']);
  expect(names('герм штаты')).toEqual([]);
  expect(searchCountries(OF_SERVICE, 'us', 'ru')).toEqual([{ code: 'us', name: 'Соединенные Штаты', count: 3 }]);
});
