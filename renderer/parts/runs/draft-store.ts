import { create } from 'zustand';
import type { Recipe } from '#shared/contract/lists.ts';
import type { CheckParams, ListsParams, PurchasesParams } from '#shared/contract/runs.ts';
import { go, type NavScreen } from '../../nav/router.ts';
import type { TypedTerms } from '../products/index.ts';

interface Frozen<K> {
  readonly draftId: number;
  readonly kind: K;
  readonly ids: readonly number[];
  /** The screen on which the selection was made. */
  readonly from: NavScreen;
}

/** A draft that generates for clients, or saves lists. */
export type ListsDraft = Frozen<ListsParams['kind']>;

/** A draft that buys for clients, or prolongs proxies. */
export interface PurchasesDraft extends Frozen<PurchasesParams['kind']> {
  /** Restricts the purchase to these subscriptions (uuids), which the user selected one by one. */
  readonly only?: readonly string[];
  /** The terms that differ from those of a new form. */
  readonly terms?: Partial<TypedTerms>;
}

/** A draft of a schedule for these clients: a new one, an edited one, or a copy. */
export interface ScheduleDraft extends Frozen<'schedule'> {
  readonly scheduleId?: number;
  readonly copyOf?: number;
  /** The recipe at first; without it the generator's. */
  readonly recipe?: Recipe;
}

/** A draft that checks lists or dedicated proxies. */
export type CheckDraft = Frozen<CheckParams['kind']>;

/** A draft that changes the whitelists of these clients. */
export type WhitelistDraft = Frozen<'whitelist'>;

/** The frozen selection from which a run is made. */
export type RunDraft = ListsDraft | PurchasesDraft | ScheduleDraft | CheckDraft | WhitelistDraft;

/** A draft is not a parameter of the router, because a selection may be long and places are compared and stored. */
export const useRunDraft = create<{ readonly draft: RunDraft | null }>(() => ({ draft: null }));

let drafts = 0;

/** Opens the form for the current selection. */
export const openDraft = (
  kind: RunDraft['kind'],
  ids: readonly number[],
  from: NavScreen,
  more: Pick<PurchasesDraft, 'only' | 'terms'> & Omit<ScheduleDraft, keyof Frozen<unknown>> = {},
): void => {
  drafts += 1;
  useRunDraft.setState({ draft: { draftId: drafts, kind, ids, from, ...more } as RunDraft });
  go('run', { draftId: drafts });
};
