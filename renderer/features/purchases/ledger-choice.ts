import type { PurchaseKind } from '#shared/domain/purchase-kinds.ts';
import type { Period } from './period.ts';
import type { StateFilter } from './state-filters.ts';

export const LEDGER_VIEWS = ['journal', 'totals', 'books'] as const;
export type LedgerView = (typeof LEDGER_VIEWS)[number];
export const TOTALS_GROUPS = ['day', 'product', 'client'] as const;
export type TotalsGroup = (typeof TOTALS_GROUPS)[number];

/** What the user chose to see of the ledger. */
export interface LedgerChoice {
  readonly search: string;
  readonly states: StateFilter;
  readonly kinds: readonly PurchaseKind[];
  readonly period: Period;
  readonly clientId?: number | undefined;
  readonly view: LedgerView;
  /** Of the totals. */
  readonly groupBy: TotalsGroup;
}

export const EVERYTHING: LedgerChoice = {
  search: '',
  states: 'all',
  kinds: [],
  period: { name: 'all' },
  view: 'journal',
  groupBy: 'day',
};
