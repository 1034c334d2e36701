import type { Recipe } from '#shared/contract/lists.ts';
import { SESSION_TTL } from '#shared/domain/limits.ts';
import { byKind, LOCATION_KINDS, LOCATIONS_WITHIN, type LocationKind } from '#shared/domain/location-kinds.ts';
import { MAX_QUANTITY, recipeProblems } from '#shared/domain/recipe.ts';
import { parseWholeNumber, wholeNumberProblems } from '#shared/domain/typed-number.ts';
import type { Problem } from '#shared/result.ts';

/** A recipe in a form. Numbers stay as typed until they are sent, so that a wrong one does not vanish. */
export interface RecipeDraft extends Readonly<Omit<Recipe, 'rotation' | 'quantity'>> {
  readonly rotation: Recipe['rotation']['type'];
  readonly ttlMinutes: string;
  readonly quantity: string;
}

export const NEW_RECIPE: RecipeDraft = {
  poolType: 'residential',
  ...byKind(LOCATION_KINDS, () => []),
  protocol: 'http',
  rotation: 'sticky',
  ttlMinutes: String(SESSION_TTL.default),
  anonymous: false,
  quantity: '100',
  formatId: 1,
};

/** The props of the fields of a recipe. */
export interface RecipeFieldsProps {
  readonly recipe: RecipeDraft;
  readonly onChange: (change: Partial<RecipeDraft>) => void;
}

/** Applies a change. The places within a changed pool or place go, because the service would refuse a state of another country. */
export const changedRecipe = (recipe: RecipeDraft, change: Partial<RecipeDraft>): RecipeDraft => {
  const isWithinChanged = (kind: LocationKind): boolean =>
    'poolType' in change || LOCATIONS_WITHIN[kind].some((outer) => outer in change);
  return { ...recipe, ...byKind(LOCATION_KINDS.filter(isWithinChanged), () => []), ...change };
};

/** The draft of a preset or an earlier list. The minutes stay as they were if its addresses do not stay at all. */
export const draftOf = ({ rotation, quantity, ...rest }: Recipe, before: RecipeDraft = NEW_RECIPE): RecipeDraft => ({
  ...rest,
  quantity: String(quantity),
  rotation: rotation.type,
  ttlMinutes: rotation.type === 'sticky' ? String(rotation.ttlMinutes) : before.ttlMinutes,
});

/** A text that is not a number becomes 0, which the core refuses with the name of the field. */
const numberOf = (typed: string): number => parseWholeNumber(typed) ?? 0;

/** The recipe for the typed values. */
export const recipeOf = ({ rotation, ttlMinutes, quantity, ...rest }: RecipeDraft): Recipe => ({
  ...rest,
  rotation: rotation === 'sticky' ? { type: rotation, ttlMinutes: numberOf(ttlMinutes) } : { type: rotation },
  quantity: numberOf(quantity),
});

/** Checks the recipe in the form. Only the form still has the numbers as typed. */
export const recipeDraftProblems = (recipe: RecipeDraft): readonly Problem[] => [
  ...(recipe.rotation === 'sticky' ? wholeNumberProblems('ttlMinutes', recipe.ttlMinutes, SESSION_TTL) : []),
  ...wholeNumberProblems('quantity', recipe.quantity, { min: 1, max: MAX_QUANTITY }),
  ...recipeProblems(recipeOf(recipe)),
];

/** A form that keeps its recipe as one value has the problems of these fields at it. */
export const RECIPE_KEYS = { countries: 'recipe', ttlMinutes: 'recipe', quantity: 'recipe' } as const;
