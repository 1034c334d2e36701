import { useCallback } from 'react';
import type { ClientFilter, ClientRow, ClientSort } from '#shared/contract/clients.ts';
import { CLIENT_SORTS } from '#shared/domain/client-sorts.ts';
import { call } from '../../bridge/desk.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { setView, useScreenFilter, validFilter, viewOf } from '../../nav/views.ts';
import type { GridSort } from '../../ui/grid-column.ts';
import type { FetchPage } from '../../ui/row-window.ts';
import { useKeptSort } from '../../ui/use-kept-sort.ts';
import { useWindowedRows, type WindowedRows } from '../../ui/use-windowed-rows.ts';
import { exportCsv } from './client-actions.ts';
import { CLIENT_FILTER_CHECKS, isNarrowed, NO_FILTER } from './client-filter.ts';

/** Its functions stay the same while the sort does: what is drawn with them alone need not be drawn for every letter. */
export interface Clients {
  readonly filter: ClientFilter;
  readonly setFilter: (change: Partial<ClientFilter>) => void;
  readonly isFiltered: boolean;
  readonly clearFilter: () => void;
  readonly sort: ClientSort;
  readonly setSort: (sort: GridSort) => void;
  readonly rows: WindowedRows<ClientRow>;
  /** Ids between two rows of the grid, both ends included, loaded or not. */
  readonly idsBetween: (from: number, to: number) => Promise<readonly string[]>;
  /** Saves these clients as a CSV, or all that the list shows. */
  readonly save: (clientIds?: readonly number[]) => void;
}

const currentFilter = (): ClientFilter => validFilter(NO_FILTER, CLIENT_FILTER_CHECKS, viewOf('clients'));

const questionOf = (filter: ClientFilter, sort: ClientSort) => ({
  filter: { ...filter, tags: [...filter.tags] },
  sort,
});
type Question = ReturnType<typeof questionOf>;

const pagesOf =
  (question: Question): FetchPage<ClientRow> =>
  (offset, limit) =>
    call('clients.list', { ...question, offset, limit });

/** The client list under a filter and a sort, read in windows and read again whenever clients change. */
export const useClients = (): Clients => {
  const [filter] = useScreenFilter('clients', NO_FILTER, CLIENT_FILTER_CHECKS);
  const [sort, setSort] = useKeptSort('clients', CLIENT_SORTS, { by: 'name', direction: 'asc' });
  const question = questionOf(filter, sort);
  const rows = useWindowedRows<ClientRow>(pagesOf(question), JSON.stringify(question));
  useDeskEvent('clients.changed', rows.reload);

  const { askAhead } = rows;
  const setFilter = useCallback(
    (change: Partial<ClientFilter>) => {
      const next = validFilter(NO_FILTER, CLIENT_FILTER_CHECKS, { ...currentFilter(), ...change });
      const asked = questionOf(next, sort);
      askAhead(JSON.stringify(asked), pagesOf(asked));
      setView('clients', next);
    },
    [sort, askAhead],
  );
  const clearFilter = useCallback(() => setFilter({ ...NO_FILTER, archived: currentFilter().archived }), [setFilter]);
  const idsBetween = useCallback(
    async (from: number, to: number) => {
      const result = await call('clients.ids', questionOf(currentFilter(), sort));
      return result.ok ? result.value.ids.slice(from, to + 1).map(String) : [];
    },
    [sort],
  );
  const save = useCallback(
    (clientIds?: readonly number[]) => {
      void exportCsv(currentFilter(), sort, ...(clientIds === undefined ? [] : [clientIds]));
    },
    [sort],
  );

  const isFiltered = isNarrowed(filter);
  return { filter, setFilter, isFiltered, clearFilter, sort, setSort, rows, idsBetween, save };
};
