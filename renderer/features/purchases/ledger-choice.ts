import type { LedgerChoice } from '../../nav/screen-filters.ts';

export const LEDGER_VIEWS = ['journal', 'totals', 'books', 'debts', 'prices'] as const;

export const WHOLE_LEDGER: LedgerChoice = {
  search: '',
  states: 'all',
  kinds: [],
  period: { name: 'all' },
  view: 'journal',
  groupBy: 'day',
};
