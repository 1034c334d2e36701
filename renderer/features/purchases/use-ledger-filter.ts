import { useCallback } from 'react';
import type { PurchaseFilter } from '#shared/contract/purchases.ts';
import { TOTALS_GROUPS } from '#shared/domain/ledger-tables.ts';
import type { LedgerChoice } from '../../nav/screen-filters.ts';
import {
  areOf,
  changeFilter,
  type FilterChecks,
  isId,
  isOneOf,
  isText,
  setView,
  useScreenFilter,
  validFilter,
} from '../../nav/views.ts';
import { SHOWN_KINDS } from '../../parts/products/index.ts';
import { useNow } from '../../ui/use-now.ts';
import { LEDGER_VIEWS, WHOLE_LEDGER } from './ledger-choice.ts';
import { boundsOf, isPeriod } from './period.ts';
import { STATE_FILTER_NAMES, STATE_FILTERS } from './state-filters.ts';

export interface LedgerFilter {
  readonly choice: LedgerChoice;
  readonly change: (part: Partial<LedgerChoice>) => void;
  /** Shows a saved filter; only its valid fields are taken. */
  readonly showOnly: (saved: { readonly filter: object }) => void;
  readonly filter: PurchaseFilter;
  readonly isFiltered: boolean;
}

const CHECKS: FilterChecks<LedgerChoice> = {
  search: isText,
  states: isOneOf(STATE_FILTER_NAMES),
  kinds: areOf(SHOWN_KINDS),
  period: isPeriod,
  clientId: isId,
  computer: isText,
  pricesOf: isId,
  view: isOneOf(LEDGER_VIEWS),
  groupBy: isOneOf(TOTALS_GROUPS),
};

/** The filter of the ledger that the account used last. */
export const useLedgerFilter = (): LedgerFilter => {
  const [choice] = useScreenFilter('purchases', WHOLE_LEDGER, CHECKS);
  const change = useCallback(
    (part: Partial<LedgerChoice>) => changeFilter('purchases', WHOLE_LEDGER, CHECKS, part),
    [],
  );
  const showOnly = useCallback(
    ({ filter: saved }: { readonly filter: object }) => setView('purchases', validFilter(WHOLE_LEDGER, CHECKS, saved)),
    [],
  );
  const now = useNow();
  const { search, states, kinds, period, clientId, computer } = choice;
  const filter = {
    search,
    outcomes: [...STATE_FILTERS[states].outcomes],
    goodsStates: [...STATE_FILTERS[states].goodsStates],
    kinds: [...kinds],
    ...boundsOf(period, now),
    ...(clientId === undefined ? {} : { clientId }),
    ...(computer === undefined ? {} : { computer }),
  };
  return {
    choice,
    change,
    showOnly,
    filter,
    isFiltered:
      search !== '' ||
      states !== 'all' ||
      kinds.length > 0 ||
      period.name !== 'all' ||
      clientId !== undefined ||
      computer !== undefined,
  };
};
