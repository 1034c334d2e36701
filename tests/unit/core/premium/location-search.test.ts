import { describe, expect, it } from 'vitest';
import { indexLocations, searchLocations } from '#core/catalogue/premium/location-search.ts';
import { createLru } from '#core/platform/async/lru.ts';

const place = (code: string, name: string) => ({ code, name, count: 1 });
const PLACES = [
  place('US-NY', 'New York'),
  place('york', 'York'),
  place('RU-ORL', 'Орёл'),
  place('98101', '98101'),
  place('AS7018', 'AT&T Services'),
];

const find = async (search: string) => searchLocations(indexLocations(PLACES, 1), search).map((found) => found.code);

describe('searching locations', () => {
  it('matches every word against name and code, in any case and script', async () => {
    expect(await find('орел')).toEqual(['RU-ORL']);
    expect(await find('ОРЁЛ')).toEqual(['RU-ORL']);
    expect(await find('as7018')).toEqual(['AS7018']);
    expect(await find('york new')).toEqual(['US-NY']);
    expect(await find('  ')).toEqual(PLACES.map((one) => one.code));
    expect(await find('.*')).toEqual([]);
  });

  it('puts places first that begin with the search', async () => {
    expect(await find('york')).toEqual(['york', 'US-NY']);
  });
});

describe('the places used last', () => {
  it('are kept, and the oldest is dropped when they take too much space', () => {
    const lru = createLru<string>(10);
    lru.set('a', 'A', 4);
    lru.set('b', 'B', 4);
    lru.get('a');
    lru.set('c', 'C', 4);
    expect([lru.get('a'), lru.get('b'), lru.get('c')]).toEqual(['A', undefined, 'C']);
    lru.set('huge', 'H', 100);
    expect(lru.get('huge')).toBe('H');
    expect(lru.get('a')).toBeUndefined();
    lru.set('small', 'S', 1);
    expect([lru.get('huge'), lru.get('small')]).toEqual([undefined, 'S']);
  });
});
