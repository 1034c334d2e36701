import type { LedgerChoice } from '../../nav/screen-filters.ts';

export type TotalsGroup = LedgerChoice['groupBy'];
export const LEDGER_VIEWS: readonly LedgerChoice['view'][] = ['journal', 'totals', 'books'];
export const TOTALS_GROUPS: readonly TotalsGroup[] = ['day', 'product', 'client'];

export const EVERYTHING: LedgerChoice = {
  search: '',
  states: 'all',
  kinds: [],
  period: { name: 'all' },
  view: 'journal',
  groupBy: 'day',
};
