import { create } from 'zustand';
import type { Recipe } from '#shared/contract/lists.ts';
import { SESSION_TTL } from '#shared/domain/limits.ts';
import { byKind, LOCATION_KINDS, LOCATIONS_WITHIN, type LocationKind } from '#shared/domain/location-kinds.ts';
import { MAX_QUANTITY, recipeProblems } from '#shared/domain/recipe.ts';
import { parseWholeNumber, wholeNumberProblems } from '#shared/domain/typed-number.ts';
import type { Problem } from '#shared/result.ts';
import { useAccounts } from '../../bridge/accounts-store.ts';
import type { NamedClient } from '../clients/client-label.ts';

/** What is set in the form. Numbers stay as they are typed until they are sent: a wrong one must not vanish. */
export interface GeneratorDraft extends Readonly<Omit<Recipe, 'rotation' | 'quantity'>> {
  readonly client: NamedClient | null;
  readonly rotation: Recipe['rotation']['type'];
  readonly ttlMinutes: string;
  readonly quantity: string;
}

interface GeneratorState {
  readonly draft: GeneratorDraft;
  /** The list shown beside the form. */
  readonly listId: number | null;
}

const EMPTY: GeneratorDraft = {
  client: null,
  poolType: 'residential',
  ...byKind(LOCATION_KINDS, () => []),
  protocol: 'http',
  rotation: 'sticky',
  ttlMinutes: String(SESSION_TTL.default),
  anonymous: false,
  quantity: '100',
  formatId: 1,
};

/** Lives outside the screen, so that leaving it, an error or a lost network costs nothing that was typed. */
export const useGenerator = create<GeneratorState>(() => ({ draft: EMPTY, listId: null }));

/** What no longer fits goes with what it hung on: a state of another country would be refused. */
const dropped = (change: Partial<GeneratorDraft>): Partial<GeneratorDraft> => {
  const hangsOn = (kind: LocationKind) =>
    'poolType' in change || LOCATIONS_WITHIN[kind].some((outer) => outer in change);
  return byKind(LOCATION_KINDS.filter(hangsOn), () => []);
};

export const changeDraft = (change: Partial<GeneratorDraft>): void =>
  useGenerator.setState(({ draft }) => ({ draft: { ...draft, ...dropped(change), ...change } }));

export const showList = (listId: number | null): void => useGenerator.setState({ listId });

/** Another account is another desk: it starts with a form of its own. */
useAccounts.subscribe(({ state }, before) => {
  if (before.state !== undefined && state?.activeId !== before.state.activeId)
    useGenerator.setState({ draft: EMPTY, listId: null });
});

export const resetDraft = (): void =>
  useGenerator.setState(({ draft }) => ({ draft: { ...EMPTY, client: draft.client } }));

/** A preset or an earlier list, put into the form. */
export const applyRecipe = (recipe: Recipe): void => {
  const { rotation, ...rest } = recipe;
  useGenerator.setState(({ draft }) => ({
    draft: {
      ...draft,
      ...rest,
      quantity: String(rest.quantity),
      rotation: rotation.type,
      ttlMinutes: rotation.type === 'sticky' ? String(rotation.ttlMinutes) : draft.ttlMinutes,
    },
  }));
};

/**
 * The fields show another recipe, `undefined`: their own, until what is answered here puts back what they showed. Not into
 * the form of another account that was opened meanwhile.
 */
export const lendFields = (recipe: Recipe | undefined): (() => void) => {
  const accountId = useAccounts.getState().state?.activeId;
  const { draft } = useGenerator.getState();
  if (recipe !== undefined) applyRecipe(recipe);
  return () => {
    if (useAccounts.getState().state?.activeId === accountId) useGenerator.setState({ draft });
  };
};

/** What is no number becomes 0, which the core refuses by the field's name. */
const numberOf = (typed: string): number => parseWholeNumber(typed) ?? 0;

export const recipeOf = ({ client, rotation, ttlMinutes, quantity, ...rest }: GeneratorDraft): Recipe => ({
  ...rest,
  rotation: rotation === 'sticky' ? { type: rotation, ttlMinutes: numberOf(ttlMinutes) } : { type: rotation },
  quantity: numberOf(quantity),
});

/** What is wrong with the recipe in the form as it is now: only here numbers are still the text that was typed. */
export const draftProblems = (draft: GeneratorDraft): readonly Problem[] => [
  ...(draft.rotation === 'sticky' ? wholeNumberProblems('ttlMinutes', draft.ttlMinutes, SESSION_TTL) : []),
  ...wholeNumberProblems('quantity', draft.quantity, { min: 1, max: MAX_QUANTITY }),
  ...recipeProblems(recipeOf(draft)),
];
