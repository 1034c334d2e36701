import { create } from 'zustand';
import type { FormatId, Recipe } from '#shared/contract/lists.ts';
import type { PoolType, Protocol } from '#shared/domain/limits.ts';
import { SESSION_TTL } from '#shared/domain/limits.ts';
import { useAccounts } from '../account/store.ts';
import type { PremiumClient } from '../premium/premium-client.ts';

/** What is set in the form. Numbers stay as they are typed until they are sent: a wrong one must not vanish. */
export interface Draft {
  readonly client: PremiumClient | null;
  readonly poolType: PoolType;
  readonly countries: readonly string[];
  readonly states: readonly string[];
  readonly cities: readonly string[];
  readonly zipcodes: readonly string[];
  readonly asns: readonly string[];
  readonly protocol: Protocol;
  readonly rotation: 'sticky' | 'rotating';
  readonly ttlMinutes: number | string;
  readonly anonymous: boolean;
  readonly quantity: number | string;
  readonly formatId: FormatId;
}

interface GeneratorState {
  readonly draft: Draft;
  /** The list shown beside the form. */
  readonly listId: number | null;
}

const EMPTY: Draft = {
  client: null,
  poolType: 'residential',
  countries: [],
  states: [],
  cities: [],
  zipcodes: [],
  asns: [],
  protocol: 'http',
  rotation: 'sticky',
  ttlMinutes: SESSION_TTL.default,
  anonymous: false,
  quantity: 100,
  formatId: 1,
};

/** Lives outside the screen, so that leaving it, an error or a lost network costs nothing that was typed. */
export const useGenerator = create<GeneratorState>(() => ({ draft: EMPTY, listId: null }));

/** What no longer fits goes with what it hung on: a state of another country would be refused. */
const dropped = (change: Partial<Draft>): Partial<Draft> => {
  if ('poolType' in change) return { countries: [], states: [], cities: [], zipcodes: [], asns: [] };
  if ('countries' in change) return { states: [], cities: [], zipcodes: [], asns: [] };
  if ('states' in change) return { cities: [], zipcodes: [], asns: [] };
  return 'cities' in change ? { zipcodes: [], asns: [] } : {};
};

export const changeDraft = (change: Partial<Draft>): void =>
  useGenerator.setState(({ draft }) => ({ draft: { ...draft, ...dropped(change), ...change } }));

export const showList = (listId: number | null): void => useGenerator.setState({ listId });

/** Another account is another desk: it starts with a form of its own. */
useAccounts.subscribe(({ state }, before) => {
  if (state?.activeId !== before.state?.activeId) useGenerator.setState({ draft: EMPTY, listId: null });
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
      rotation: rotation.type,
      ttlMinutes: rotation.type === 'sticky' ? rotation.ttlMinutes : draft.ttlMinutes,
    },
  }));
};

/** An empty or half-typed number becomes 0, which the core refuses by the field's name. */
const numberOf = (value: number | string): number => {
  const number = typeof value === 'number' ? value : Number(value.trim() === '' ? 0 : value);
  return Number.isFinite(number) ? number : 0;
};

export const recipeOf = (draft: Draft): Recipe => ({
  poolType: draft.poolType,
  countries: [...draft.countries],
  states: [...draft.states],
  cities: [...draft.cities],
  zipcodes: [...draft.zipcodes],
  asns: [...draft.asns],
  protocol: draft.protocol,
  rotation:
    draft.rotation === 'sticky' ? { type: 'sticky', ttlMinutes: numberOf(draft.ttlMinutes) } : { type: 'rotating' },
  anonymous: draft.anonymous,
  quantity: numberOf(draft.quantity),
  formatId: draft.formatId,
});
