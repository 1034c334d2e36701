import { create } from 'zustand';
import type { StandingAction, StandingOrder, StandingTargets } from '#shared/contract/standing.ts';
import { go } from '../../nav/router.ts';
import { FIRST_CHOICE } from '../products/index.ts';

/** The initial values of the order form, taken from a selection or another order. */
export interface StandingFormStart {
  readonly draftId: number;
  readonly kind: StandingAction['kind'];
  readonly targets: StandingTargets;
  /** The order whose terms are copied. */
  readonly like?: StandingOrder;
}

/** A draft is not a parameter of the router, because a selection may be long and places are compared and stored. */
export const useStandingDraft = create<{ readonly draft: StandingFormStart | null }>(() => ({ draft: null }));

let drafts = 0;

/** Opens the form for a new order. */
export const openStanding = (begin: Partial<Omit<StandingFormStart, 'draftId'>> = {}): void => {
  drafts += 1;
  const nobody = { of: 'clients', clientIds: [] } as const satisfies { of: string; clientIds: readonly number[] };
  const { kind = FIRST_CHOICE, targets = { ...nobody, clientIds: [] } } = begin;
  useStandingDraft.setState({ draft: { ...begin, draftId: drafts, kind, targets } });
  go('schedule', { draftId: drafts, filter: { tab: 'orders' } });
};

/** Call it when the form is finished, saved or not, so that "back" does not open it again. */
export const endStandingDraft = (): void => useStandingDraft.setState({ draft: null });
