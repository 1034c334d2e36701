import type { PurchaseKind } from '#shared/domain/purchase-kinds.ts';
import type { Period } from './period.ts';
import type { StateFilter } from './state-filters.ts';

/** What the user chose to see of the ledger. */
export interface LedgerChoice {
  readonly search: string;
  readonly states: StateFilter;
  readonly kinds: readonly PurchaseKind[];
  readonly period: Period;
  readonly clientId?: number | undefined;
}

export const EVERYTHING: LedgerChoice = { search: '', states: 'all', kinds: [], period: { name: 'all' } };
