import { useCallback, useState } from 'react';
import type { PurchaseFilter } from '#shared/contract/purchases.ts';
import type { PurchaseKind } from '#shared/domain/purchase-kinds.ts';
import { useNow } from '../../ui/use-now.ts';
import { boundsOf, type Period } from './period.ts';
import { STATE_FILTERS, type StateFilter } from './purchase-state.tsx';

/** What the user chose to see of the ledger. */
export interface LedgerChoice {
  readonly search: string;
  readonly states: StateFilter;
  readonly kinds: readonly PurchaseKind[];
  readonly period: Period;
  readonly clientId: number | undefined;
}

export const EVERYTHING: LedgerChoice = {
  search: '',
  states: 'all',
  kinds: [],
  period: { name: 'all' },
  clientId: undefined,
};

export interface LedgerFilter {
  readonly choice: LedgerChoice;
  readonly change: (part: Partial<LedgerChoice>) => void;
  readonly filter: PurchaseFilter;
  readonly isFiltered: boolean;
}

export const useLedgerFilter = (clientId: number | undefined): LedgerFilter => {
  const [choice, setChoice] = useState<LedgerChoice>({ ...EVERYTHING, clientId });
  const change = useCallback((part: Partial<LedgerChoice>) => setChoice((before) => ({ ...before, ...part })), []);
  const now = useNow();
  const { search, states, kinds, period } = choice;
  const filter = {
    search,
    states: [...STATE_FILTERS[states]],
    kinds: [...kinds],
    ...boundsOf(period, now),
    ...(choice.clientId === undefined ? {} : { clientId: choice.clientId }),
  };
  return {
    choice,
    change,
    filter,
    isFiltered:
      search !== '' || states !== 'all' || kinds.length > 0 || period.name !== 'all' || choice.clientId !== undefined,
  };
};
