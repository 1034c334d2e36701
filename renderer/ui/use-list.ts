import { useCallback, useMemo, useRef, useState } from 'react';
import type { EventName } from '#shared/contract/index.ts';
import type { Result } from '#shared/result.ts';
import { useDeskEvents } from '../bridge/use-desk-event.ts';
import {
  type FilterChecks,
  type RowSelection,
  rowSelectionOf,
  setRowSelection,
  setView,
  useRowSelection,
  useScreenFilter,
  useViewsAccount,
  validFilter,
  viewOf,
} from '../nav/views.ts';
import type { GridSort } from './grid-column.ts';
import { EMPTY_SELECTION, without } from './grid-selection.ts';
import { useForgetGone } from './use-forget-gone.ts';
import { type SortBy, useKeptSort } from './use-kept-sort.ts';
import { type FetchPage, type RowPage, useWindowedRows, type WindowedRows } from './use-windowed-rows.ts';

export interface GridListQuestion<Filter, By extends string> {
  readonly filter: Filter;
  readonly sort: SortBy<By>;
}

type Paged<Filter, By extends string> = GridListQuestion<Filter, By> & {
  readonly offset: number;
  readonly limit: number;
};

/** The declaration of a list: paging, the stored sort, selection and refresh follow from it. */
export interface GridListDeclaration<Row, Filter, By extends string> {
  /** The sort and the column layout are stored under this name. */
  readonly name: string;
  /** The columns that the core can sort by. */
  readonly sorts: readonly By[];
  readonly sort: SortBy<By>;
  readonly page: (question: Paged<Filter, By>) => Promise<Result<RowPage<Row>>>;
  /** Without it rows cannot be selected. A failure is reported and gives `undefined`. */
  readonly ids?: (question: GridListQuestion<Filter, By>) => Promise<{ readonly ids: readonly number[] } | undefined>;
  /** The list is read again after each of these events. */
  readonly events: readonly EventName[];
}

export interface GridList<Row, Filter, By extends string> {
  readonly question: GridListQuestion<Filter, By>;
  readonly rows: WindowedRows<Row>;
  /**
   * The selected ids, which stay selected while another screen is shown. New rows of the list are not added, but ids that
   * are gone from the list are removed.
   */
  readonly selected: readonly number[];
  readonly endSelection: () => void;
  /** Starts the query of the next render early, so that its rows arrive sooner. */
  readonly askAhead: (filter: Filter) => void;
  /** The props of `DataGrid`. */
  readonly grid: {
    readonly rows: WindowedRows<Row>;
    readonly getRowId: (row: Row) => string;
    readonly storageKey: string;
    readonly sort: GridSort;
    readonly onSortChange: (sort: GridSort) => void;
    readonly selection?: ReadonlySet<string>;
    readonly onSelectionChange?: (selection: ReadonlySet<string>) => void;
    readonly resolveIds?: (from: number, to: number) => Promise<readonly string[]>;
    readonly fetchPage: FetchPage<Row>;
  };
}

const rowId = ({ id }: { readonly id: number }): string => String(id);

/**
 * A filtered list that is read in windows, and again after every change, with a selection that forgets rows which no
 * longer exist.
 */
export const useList = <Row extends { readonly id: number }, Filter, By extends string>(
  list: GridListDeclaration<Row, Filter, By>,
  filter: Filter,
  /** Selected rows that the filter hides are found under this one. */
  whole: Filter = filter,
): GridList<Row, Filter, By> => {
  const { name, ids } = list;
  const [sort, setSort] = useKeptSort(name, list.sorts, list.sort);
  const selection = useRowSelection(name) ?? EMPTY_SELECTION;
  const accountId = useViewsAccount();
  const setSelection = useCallback((next: RowSelection) => setRowSelection(name, next, accountId), [name, accountId]);
  const deselect = useCallback(
    (gone: readonly string[]) => setSelection(without(rowSelectionOf(name) ?? EMPTY_SELECTION, gone)),
    [name, setSelection],
  );
  const question = { filter, sort };
  const pagesOf =
    (asked: GridListQuestion<Filter, By>): FetchPage<Row> =>
    (offset, limit) =>
      list.page({ ...asked, offset, limit });
  const rows = useWindowedRows<Row>(pagesOf(question), JSON.stringify(question));
  useDeskEvents(list.events, rows.reload);

  const asked = useRef(question);
  asked.current = question;
  const all = useRef(whole);
  all.current = whole;
  // The props stay the same while the user types, because only new rows should draw the grid.
  const grid = useMemo(() => {
    const fetchPage: FetchPage<Row> = (offset, limit) =>
      list.page({ filter: all.current, sort: asked.current.sort, offset, limit });
    const plain = { rows, getRowId: rowId, storageKey: name, sort, onSortChange: setSort, fetchPage };
    if (ids === undefined) return plain;
    const resolveIds = async (from: number, to: number): Promise<readonly string[]> =>
      ((await ids(asked.current))?.ids ?? []).slice(from, to + 1).map(String);
    return { ...plain, selection, onSelectionChange: setSelection, resolveIds };
  }, [rows, name, sort, setSort, ids, selection, setSelection, list]);
  useForgetGone({
    events: list.events,
    selection,
    everyId: async () => (await ids?.({ filter: whole, sort }))?.ids,
    forget: deselect,
  });
  return {
    question,
    rows,
    selected: useMemo(() => [...selection].map(Number), [selection]),
    endSelection: useCallback(() => setSelection(EMPTY_SELECTION), [setSelection]),
    askAhead: (next) => rows.askAhead(JSON.stringify({ filter: next, sort }), pagesOf({ filter: next, sort })),
    grid,
  };
};

/** A list whose filter is stored for its screen (nav/views.ts) under the list's name. */
export interface FilteredListDeclaration<Row, Filter extends { readonly search: string }, By extends string>
  extends GridListDeclaration<Row, Filter, By> {
  readonly noFilter: Filter;
  /** Checks which fields of a stored filter are valid. */
  readonly checks: FilterChecks<Filter>;
  /** The field that survives when the filter is cleared, because it selects another list rather than a part of one. */
  readonly apart: keyof Filter;
}

export interface FilteredList<Row, Filter, By extends string> extends GridList<Row, Filter, By> {
  readonly filter: Filter;
  /**
   * This function and `clearFilter` stay the same, so that components that use only them are not drawn for every
   * letter.
   */
  readonly setFilter: (change: Partial<Filter>) => void;
  /** Whether the filter hides rows, not counting the `apart` field. */
  readonly isNarrowed: boolean;
  readonly clearFilter: () => void;
  /** Replaces the whole filter. */
  readonly showOnly: (part: Partial<Filter>) => void;
}

/** The stored filter, and whether it hides rows, not counting the `apart` field. */
export const useKeptFilter = <Row, Filter extends { readonly search: string }, By extends string>({
  name,
  noFilter,
  checks,
  apart,
}: FilteredListDeclaration<Row, Filter, By>): { readonly filter: Filter; readonly isNarrowed: boolean } => {
  const [filter] = useScreenFilter(name, noFilter, checks);
  const rest = { ...filter, search: filter.search.trim(), [apart]: noFilter[apart] };
  return { filter, isNarrowed: JSON.stringify(rest) !== JSON.stringify(noFilter) };
};

/** The list of a screen under its stored filter. */
export const useFilteredList = <
  Row extends { readonly id: number },
  Filter extends { readonly search: string },
  By extends string,
>(
  list: FilteredListDeclaration<Row, Filter, By>,
): FilteredList<Row, Filter, By> => {
  const kept = useKeptFilter(list);
  const whole = { ...list.noFilter, [list.apart]: kept.filter[list.apart] };
  const base = useList(list, kept.filter, whole);
  const latest = useRef(base);
  latest.current = base;
  const [changes] = useState(() => {
    const { name, noFilter, checks, apart } = list;
    const current = (): Filter => validFilter(noFilter, checks, viewOf(name));
    const change = (wanted: Filter): void => {
      const before = current();
      const next = validFilter(noFilter, checks, wanted);
      latest.current.askAhead(next);
      setView(name, next);
      if (next[apart] !== before[apart]) latest.current.endSelection();
    };
    return {
      setFilter: (part: Partial<Filter>) => change({ ...current(), ...part }),
      showOnly: (part: Partial<Filter>) => change({ ...noFilter, ...part }),
      clearFilter: () => change({ ...noFilter, [apart]: current()[apart] }),
    };
  });
  return { ...base, ...kept, ...changes };
};
