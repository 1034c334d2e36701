import { create } from 'zustand';
import type { StandingAction, StandingOrder, StandingTargets } from '#shared/contract/standing.ts';
import { go } from '../../nav/router.ts';

/** What the form for an order begins with: a selection, another order, or nothing. */
export interface StandingFormStart {
  readonly draftId: number;
  readonly kind: StandingAction['kind'];
  readonly targets: StandingTargets;
  /** The terms of one that is duplicated. */
  readonly like?: StandingOrder;
}

/** Not in the router: a selection may be long, and a place is compared and kept. */
export const useStandingDraft = create<{ readonly draft: StandingFormStart | null }>(() => ({ draft: null }));

let drafts = 0;

/** Opens the form for a new order. */
export const openStanding = (begin: Partial<Omit<StandingFormStart, 'draftId'>> = {}): void => {
  drafts += 1;
  const nobody = { of: 'clients', clientIds: [] } as const satisfies { of: string; clientIds: readonly number[] };
  const { kind = 'vpn-renew', targets = { ...nobody, clientIds: [] } } = begin;
  useStandingDraft.setState({ draft: { ...begin, draftId: drafts, kind, targets } });
  go('schedule', { draftId: drafts, filter: { tab: 'orders' } });
};

/** The form is over, saved or not: its place does not bring it back. */
export const endStandingDraft = (): void => useStandingDraft.setState({ draft: null });
