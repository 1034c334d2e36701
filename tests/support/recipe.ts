import type { Recipe } from '#shared/contract/lists.ts';

/**
 * A list that both test services make for a client with residential traffic. Tests change the fields that they are about.
 */
export const RECIPE: Recipe = {
  poolType: 'residential',
  countries: ['de'],
  states: [],
  cities: [],
  zipcodes: [],
  asns: [],
  protocol: 'http',
  rotation: { type: 'sticky', ttlMinutes: 10 },
  anonymous: false,
  quantity: 25,
  formatId: 1,
};
