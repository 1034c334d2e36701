import type { ClientFilter, ClientRow, ClientSort } from '#shared/contract/clients.ts';
import { CLIENT_SORTS } from '#shared/domain/client-sorts.ts';
import { setView, useScreenFilter, validFilter, viewOf } from '../../app/views.ts';
import { call } from '../../bridge/desk.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import type { GridSort } from '../../ui/grid-column.ts';
import { useKeptSort } from '../../ui/use-kept-sort.ts';
import { useWindowedRows, type WindowedRows } from '../../ui/use-windowed-rows.ts';
import { CLIENT_FILTER_CHECKS, isNarrowed, NO_FILTER } from './client-filter.ts';

export interface Clients {
  readonly filter: ClientFilter;
  readonly setFilter: (change: Partial<ClientFilter>) => void;
  readonly isFiltered: boolean;
  readonly clearFilter: () => void;
  readonly sort: ClientSort;
  readonly setSort: (sort: GridSort) => void;
  readonly rows: WindowedRows<ClientRow>;
  /** Names the question; the grid starts at its top when it changes. */
  readonly key: string;
  /** Ids between two rows of the grid, both ends included, loaded or not. */
  readonly idsBetween: (from: number, to: number) => Promise<readonly string[]>;
}

/** The client list under a filter and a sort, read in windows and read again whenever clients change. */
export const useClients = (): Clients => {
  const [filter, setWholeFilter] = useScreenFilter('clients', NO_FILTER, CLIENT_FILTER_CHECKS);
  const [sort, setSort] = useKeptSort('clients', CLIENT_SORTS, { by: 'name', direction: 'asc' });
  const question = { filter: { ...filter, tags: [...filter.tags] }, sort };
  const key = JSON.stringify(question);
  const rows = useWindowedRows<ClientRow>((offset, limit) => call('clients.list', { ...question, offset, limit }), key);
  useDeskEvent('clients.changed', rows.reload);

  return {
    filter,
    setFilter: (change) =>
      setView('clients', { ...validFilter(NO_FILTER, CLIENT_FILTER_CHECKS, viewOf('clients')), ...change }),
    isFiltered: isNarrowed(filter),
    clearFilter: () => setWholeFilter({ ...NO_FILTER, archived: filter.archived }),
    sort,
    setSort,
    rows,
    key,
    idsBetween: async (from, to) => {
      const result = await call('clients.ids', question);
      return result.ok ? result.value.ids.slice(from, to + 1).map(String) : [];
    },
  };
};
