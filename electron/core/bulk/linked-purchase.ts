import type { LinkedPurchase } from '#shared/domain/bulk-run.ts';

/** What a charge's purchase has come to; all `null`: it has none. */
export interface LinkedRow {
  readonly outcome: LinkedPurchase['outcome'] | null;
  readonly basis: LinkedPurchase['basis'];
  readonly goodsState: LinkedPurchase['goodsState'] | null;
  readonly reason: string | null;
}

/** The columns of a `LinkedRow`; `p` is the purchase. */
export const PURCHASE_OF_CHARGE = 'p.outcome, p.basis, p.goods AS goodsState, p.reason';

export const purchaseOf = ({ outcome, basis, goodsState, reason }: LinkedRow): LinkedPurchase | null =>
  outcome === null || goodsState === null ? null : { outcome, basis, goodsState, reason };
