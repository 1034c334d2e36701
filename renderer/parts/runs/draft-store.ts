import { create } from 'zustand';
import type { Recipe } from '#shared/contract/lists.ts';
import type { CheckParams, ListsParams, PurchasesParams } from '#shared/contract/runs.ts';
import type { PoolType } from '#shared/domain/limits.ts';
import { go, type NavScreen } from '../../nav/router.ts';

interface Frozen<K> {
  readonly draftId: number;
  readonly kind: K;
  readonly ids: readonly number[];
  /** The screen the selection was made on. */
  readonly from: NavScreen;
}

/** Clients to generate for, or lists to save. */
export type ListsDraft = Frozen<ListsParams['kind']>;

/** What is to be bought for clients, or for proxies where they are prolonged. */
export interface PurchasesDraft extends Frozen<PurchasesParams['kind']> {
  /** Of the clients' subscriptions only these, by uuid: they were chosen themselves. */
  readonly only?: readonly string[];
  /** The pool to begin with. */
  readonly poolType?: PoolType;
}

/** Lists that are to be made regularly for these clients: a new schedule, one that is edited, or another like it. */
export interface ScheduleDraft extends Frozen<'schedule'> {
  readonly scheduleId?: number;
  readonly copyOf?: number;
  /** To begin with; without it the generator's. */
  readonly recipe?: Recipe;
}

/** Lists, or dedicated proxies, to check. */
export type CheckDraft = Frozen<CheckParams['kind']>;

/** What a run is to be made of: a frozen selection. */
export type RunDraft = ListsDraft | PurchasesDraft | ScheduleDraft | CheckDraft;

/** Not in the router: a selection may be long, and a place is compared and kept. */
export const useRunDraft = create<{ readonly draft: RunDraft | null }>(() => ({ draft: null }));

let drafts = 0;

/** Opens the form for what is selected now. */
export const openDraft = (
  kind: RunDraft['kind'],
  ids: readonly number[],
  from: NavScreen,
  more: Pick<PurchasesDraft, 'only' | 'poolType'> & Omit<ScheduleDraft, keyof Frozen<unknown>> = {},
): void => {
  drafts += 1;
  useRunDraft.setState({ draft: { draftId: drafts, kind, ids, from, ...more } as RunDraft });
  go('run', { draftId: drafts });
};
