import { create } from 'zustand';
import type { Recipe } from '#shared/contract/lists.ts';
import { SESSION_TTL } from '#shared/domain/limits.ts';
import { byKind, LOCATION_KINDS, LOCATIONS_WITHIN, type LocationKind } from '#shared/domain/location-kinds.ts';
import { MAX_QUANTITY, recipeProblems } from '#shared/domain/recipe.ts';
import { parseWholeNumber, wholeNumberProblems } from '#shared/domain/typed-number.ts';
import type { Problem } from '#shared/result.ts';
import { useAccounts } from '../../bridge/accounts-store.ts';
import type { NamedClient } from '../clients/client-label.ts';

/** The values of the form. Numbers stay as typed until they are sent, so that a wrong one does not vanish. */
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

/**
 * The state lives outside the screen, so that leaving it, an error or a lost network discards nothing that was typed.
 */
export const useGenerator = create<GeneratorState>(() => ({ draft: EMPTY, listId: null }));

/** Clears the places within a changed pool or place, because the service would refuse a state of another country. */
const dropped = (change: Partial<GeneratorDraft>): Partial<GeneratorDraft> => {
  const hangsOn = (kind: LocationKind) =>
    'poolType' in change || LOCATIONS_WITHIN[kind].some((outer) => outer in change);
  return byKind(LOCATION_KINDS.filter(hangsOn), () => []);
};

export const changeDraft = (change: Partial<GeneratorDraft>): void =>
  useGenerator.setState(({ draft }) => ({ draft: { ...draft, ...dropped(change), ...change } }));

export const showList = (listId: number | null): void => useGenerator.setState({ listId });

/** Another account is another desk and starts with an empty form. */
useAccounts.subscribe(({ state }, before) => {
  if (before.state !== undefined && state?.activeId !== before.state.activeId)
    useGenerator.setState({ draft: EMPTY, listId: null });
});

export const resetDraft = (): void =>
  useGenerator.setState(({ draft }) => ({ draft: { ...EMPTY, client: draft.client } }));

/** Puts a preset or an earlier list into the form. */
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
 * Puts another recipe into the fields; `undefined` leaves them as they are. The returned function restores the former
 * values, unless another account was opened meanwhile.
 */
export const lendFields = (recipe: Recipe | undefined): (() => void) => {
  const accountId = useAccounts.getState().state?.activeId;
  const { draft } = useGenerator.getState();
  if (recipe !== undefined) applyRecipe(recipe);
  return () => {
    if (useAccounts.getState().state?.activeId === accountId) useGenerator.setState({ draft });
  };
};

/** A text that is no number becomes 0, which the core refuses with the name of the field. */
const numberOf = (typed: string): number => parseWholeNumber(typed) ?? 0;

export const recipeOf = ({ client, rotation, ttlMinutes, quantity, ...rest }: GeneratorDraft): Recipe => ({
  ...rest,
  rotation: rotation === 'sticky' ? { type: rotation, ttlMinutes: numberOf(ttlMinutes) } : { type: rotation },
  quantity: numberOf(quantity),
});

/** Checks the recipe in the form. Only the form still has the numbers as typed. */
export const draftProblems = (draft: GeneratorDraft): readonly Problem[] => [
  ...(draft.rotation === 'sticky' ? wholeNumberProblems('ttlMinutes', draft.ttlMinutes, SESSION_TTL) : []),
  ...wholeNumberProblems('quantity', draft.quantity, { min: 1, max: MAX_QUANTITY }),
  ...recipeProblems(recipeOf(draft)),
];
