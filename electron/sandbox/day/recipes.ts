import type { Recipe } from '#shared/contract/recipe.ts';

type Wanted = Partial<Recipe> & Pick<Recipe, 'countries'>;

export const seededRecipeOf = (wanted: Wanted): Recipe => ({
  poolType: 'residential',
  states: [],
  cities: [],
  zipcodes: [],
  asns: [],
  protocol: 'http',
  rotation: { type: 'sticky', ttlMinutes: 10 },
  anonymous: false,
  quantity: 100,
  formatId: 1,
  ...wanted,
});

/** The scheduled list that is generated every morning. */
export const MORNING_LISTS = { name: 'Morning lists', tag: 'VIP', recipe: seededRecipeOf({ countries: ['de', 'nl'] }) };

export const DAY_PRESETS: readonly (readonly [name: string, recipe: Recipe])[] = [
  [
    'DE + NL, sticky 30 min',
    seededRecipeOf({ countries: ['de', 'nl'], rotation: { type: 'sticky', ttlMinutes: 30 }, quantity: 100 }),
  ],
  [
    'US rotating × 250',
    seededRecipeOf({ poolType: 'datacenter', countries: ['us'], rotation: { type: 'rotating' }, quantity: 250 }),
  ],
  ['Mobile GB, SOCKS5', seededRecipeOf({ poolType: 'mobile', countries: ['gb'], protocol: 'socks5', quantity: 50 })],
];
