import type { Recipe } from '../contract/recipe.ts';
import type { Problem } from '../result.ts';
import { FORMAT_IDS, SESSION_TTL } from './limits.ts';
import { byKind, LOCATION_KINDS } from './location-kinds.ts';

/**
 * The most lines of one list. The service states no limit; this one keeps a typing error from causing a day of
 * requests.
 */
export const MAX_QUANTITY = 1_000_000;

/**
 * Returns the problems of a recipe by the names of its fields (docs/api.md#generating-a-list); empty if it can be sent.
 */
export const recipeProblems = (recipe: Recipe): readonly Problem[] => {
  const problems: Problem[] = [];
  if (recipe.countries.every((code) => code.trim() === '')) {
    problems.push({ field: 'countries', code: 'countries-required' });
  }
  if (recipe.rotation.type === 'sticky') {
    const { ttlMinutes } = recipe.rotation;
    if (!Number.isInteger(ttlMinutes) || ttlMinutes < SESSION_TTL.min || ttlMinutes > SESSION_TTL.max) {
      const params = { min: SESSION_TTL.min, max: SESSION_TTL.max };
      problems.push({ field: 'ttlMinutes', code: 'ttl-range', params });
    }
  }
  if (!Number.isInteger(recipe.quantity) || recipe.quantity < 1 || recipe.quantity > MAX_QUANTITY) {
    problems.push({ field: 'quantity', code: 'quantity-range', params: { min: 1, max: MAX_QUANTITY } });
  }
  if (!FORMAT_IDS.includes(recipe.formatId)) problems.push({ field: 'formatId', code: 'format-unknown' });
  return problems;
};

const unique = (codes: readonly string[]): string[] => [...new Set(codes.filter((code) => code !== ''))];
const lower = (codes: readonly string[]): string[] => unique(codes.map((code) => code.trim().toLowerCase()));

/**
 * Returns the recipe in the form that is sent and stored: country and state codes in lower case, without repetitions.
 * City, zip and ASN codes stay as the service wrote them, because the API does not say that it ignores their case.
 */
export const normalizeRecipe = (recipe: Recipe): Recipe => ({
  ...recipe,
  ...byKind(LOCATION_KINDS, (kind) => unique(recipe[kind])),
  countries: lower(recipe.countries),
  states: lower(recipe.states),
});
