import { create } from 'zustand';
import type { BulkParams } from '#shared/contract/bulk.ts';
import type { PoolType } from '#shared/domain/limits.ts';
import { go, type NavScreen } from '../../nav/router.ts';

/** What is to be done for a frozen selection: clients, or proxies where they are prolonged. */
export interface BulkDraft {
  readonly draftId: number;
  readonly kind: BulkParams['kind'];
  readonly ids: readonly number[];
  /** The screen the selection was made on. */
  readonly from: NavScreen;
  /** Of the clients' subscriptions only these, by uuid: they were chosen themselves. */
  readonly only?: readonly string[];
  /** The pool to begin with. */
  readonly poolType?: PoolType;
}

/** Not in the router: a selection may be long, and a place is compared and kept. */
export const useBulkDraft = create<{ readonly draft: BulkDraft | null }>(() => ({ draft: null }));

let drafts = 0;

/** Opens the planning of a bulk purchase for what is selected now. */
export const openBulk = (
  kind: BulkDraft['kind'],
  ids: readonly number[],
  from: NavScreen,
  more: Pick<BulkDraft, 'only' | 'poolType'> = {},
): void => {
  drafts += 1;
  useBulkDraft.setState({ draft: { draftId: drafts, kind, ids, from, ...more } });
  go('bulk', { draftId: drafts });
};
