import type { Order, PurchaseState } from '#shared/contract/purchases.ts';

/** Where the process kills itself. The parent kills at any other moment. */
export const KILL_STEPS = ['prepared', 'sent', 'answered', 'kept', 'settled'] as const;
export type KillStep = (typeof KILL_STEPS)[number];

export interface ChildTask {
  readonly folder: string;
  readonly baseUrl: string;
  readonly token: string;
  /** Counts the runs on this folder. */
  readonly round: number;
  /** What is bought, again and again; `null`: nothing, the ledger is only told. */
  readonly orders: readonly Order['kind'][] | null;
  readonly step: KillStep | null;
}

/** A purchase as the ledger has it once everything was resolved. */
export interface ToldPurchase {
  readonly id: number;
  readonly state: PurchaseState;
  readonly kind: Order['kind'];
  readonly chargedKopecks: number | null;
  readonly sentAt: number | null;
}

export type ChildReport =
  | {
      readonly kind: 'ledger';
      readonly purchases: readonly ToldPurchase[];
      /** Of the dedicated proxies whose password the app has. */
      readonly heldServiceIds: readonly number[];
      readonly differenceKopecks: number;
    }
  /** The next purchase has been confirmed. */
  | { readonly kind: 'buying' };
