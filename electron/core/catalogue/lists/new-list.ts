import type { Recipe } from '#shared/contract/lists.ts';
import { type LabelledClient, shortClientLabel } from '#shared/domain/client-label.ts';
import { normalizeRecipe, recipeProblems } from '#shared/domain/recipe.ts';
import { invalidInput } from '#shared/result.ts';
import { MAX_TITLE } from './list-repository.ts';

/** Checks a recipe and returns it as it is sent. Throws `invalid-input` that names every field. */
export const checkedRecipe = (recipe: Recipe): Recipe => {
  const problems = recipeProblems(recipe);
  if (problems.length > 0) throw invalidInput('The recipe of the list is not valid.', ...problems);
  return normalizeRecipe(recipe);
};

/** Returns the title of a new list: client, countries, number of lines. */
export const listTitleOf = (client: LabelledClient, recipe: Recipe): string => {
  const countries = recipe.countries.slice(0, 5).join(', ').toUpperCase();
  const more = recipe.countries.length > 5 ? ` +${recipe.countries.length - 5}` : '';
  return `${shortClientLabel(client)} · ${countries}${more} · ${recipe.quantity}`.slice(0, MAX_TITLE);
};
