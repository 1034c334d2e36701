import { create } from 'zustand';
import { go, type NavScreen } from '../../nav/router.ts';

/** A frozen selection: clients to generate for, or lists to save. */
export interface Draft {
  readonly draftId: number;
  readonly kind: 'generate' | 'export';
  readonly ids: readonly number[];
  /** The screen the selection was made on. */
  readonly from: NavScreen;
}

/** Not in the router: a selection may be long, and a place is compared and kept. */
export const useDraft = create<{ readonly draft: Draft | null }>(() => ({ draft: null }));

let drafts = 0;

/** Opens the form for what is selected now. */
export const openLists = (kind: Draft['kind'], ids: readonly number[], from: NavScreen): void => {
  drafts += 1;
  useDraft.setState({ draft: { draftId: drafts, kind, ids, from } });
  go('batch', { draftId: drafts });
};
