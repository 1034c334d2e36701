import { describe, expect, it } from 'vitest';
import type { Recipe } from '#shared/contract/lists.ts';
import { MAX_QUANTITY, normalizeRecipe, recipeProblems } from '#shared/domain/recipe.ts';
import { RECIPE } from '../../support/recipe.ts';

const fields = (change: Partial<Recipe>) => recipeProblems({ ...RECIPE, ...change }).map((problem) => problem.field);

describe('recipeProblems', () => {
  it('accepts the limits themselves', () => {
    expect(fields({})).toEqual([]);
    expect(fields({ rotation: { type: 'sticky', ttlMinutes: 1 }, quantity: MAX_QUANTITY })).toEqual([]);
    expect(fields({ rotation: { type: 'sticky', ttlMinutes: 120 } })).toEqual([]);
  });

  it('names all wrong fields at once', () => {
    const bad: Partial<Recipe> = { countries: [' '], rotation: { type: 'sticky', ttlMinutes: 121 }, quantity: 0 };
    expect(fields(bad)).toEqual(['countries', 'ttlMinutes', 'quantity']);
  });

  it.each([0, 1.5, Number.NaN, -1])('refuses %s minutes and %s lines', (value) => {
    expect(fields({ rotation: { type: 'sticky', ttlMinutes: value } })).toEqual(['ttlMinutes']);
    expect(fields({ quantity: value })).toEqual(['quantity']);
  });

  it('does not require minutes if every request changes the address', () => {
    expect(fields({ rotation: { type: 'rotating' } })).toEqual([]);
  });
});

describe('normalizeRecipe', () => {
  it('lower-cases countries and states, keeps each once, and leaves the other codes as the service spelled them', () => {
    const normal = normalizeRecipe({
      ...RECIPE,
      countries: ['DE', ' de', 'US'],
      states: ['Bavaria'],
      cities: ['New_York', 'New_York'],
      zipcodes: ['SW1A'],
      asns: ['AS64500'],
    });
    expect(normal.countries).toEqual(['de', 'us']);
    expect(normal.states).toEqual(['bavaria']);
    expect(normal.cities).toEqual(['New_York']);
    expect(normal.zipcodes).toEqual(['SW1A']);
    expect(normal.asns).toEqual(['AS64500']);
  });
});
