import { create } from 'zustand';
import type { Recipe } from '#shared/contract/lists.ts';
import { useAccounts } from '../../bridge/accounts-store.ts';
import type { NamedClient } from '../clients/client-label.ts';
import { changedRecipe, draftOf, NEW_RECIPE, type RecipeDraft } from './recipe-draft.ts';

/** The values of the generator's form. */
export interface GeneratorDraft {
  readonly client: NamedClient | null;
  readonly recipe: RecipeDraft;
}

interface GeneratorState {
  readonly draft: GeneratorDraft;
  /** The list shown beside the form. */
  readonly listId: number | null;
}

const EMPTY: GeneratorDraft = { client: null, recipe: NEW_RECIPE };

/**
 * The state lives outside the screen, so that leaving it, an error or a lost network discards nothing that was typed.
 */
export const useGenerator = create<GeneratorState>(() => ({ draft: EMPTY, listId: null }));

export const changeDraft = (change: Partial<GeneratorDraft>): void =>
  useGenerator.setState(({ draft }) => ({ draft: { ...draft, ...change } }));

export const changeRecipe = (change: Partial<RecipeDraft>): void =>
  changeDraft({ recipe: changedRecipe(useGenerator.getState().draft.recipe, change) });

export const showList = (listId: number | null): void => useGenerator.setState({ listId });

/** Another account is another desk and starts with an empty form. */
useAccounts.subscribe(({ state }, before) => {
  if (before.state !== undefined && state?.activeId !== before.state.activeId)
    useGenerator.setState({ draft: EMPTY, listId: null });
});

export const resetRecipe = (): void => changeDraft({ recipe: NEW_RECIPE });

/** Puts a preset or an earlier list into the form. */
export const applyRecipe = (recipe: Recipe): void =>
  changeDraft({ recipe: draftOf(recipe, useGenerator.getState().draft.recipe) });
