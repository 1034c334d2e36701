import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { AppError, Result } from '#shared/result.ts';
import { markHandled, registerRetry } from '../bridge/unhandled-errors.ts';

/** A part of a list, and the length of the whole list. */
export interface RowPage<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

export type FetchPage<Row> = (offset: number, limit: number) => Promise<Result<RowPage<Row>>>;

export interface RowWindowState<Row> {
  readonly rowCount: number;
  /** Names the query that the visible rows answer; `undefined` before the first answer. */
  readonly shownKey: string | undefined;
  /** Increases with every state, so that React can compare states. */
  readonly version: number;
  /** True until the first answer of the first source arrives. A reload keeps the visible rows. */
  readonly first: boolean;
  /** No rows are visible, and the first answer to the newest query is on its way. */
  readonly loading: boolean;
  readonly error: AppError | undefined;
  readonly getRow: (index: number) => Row | undefined;
  /** The position of the loaded row that `isIt` accepts; `undefined` if there is none. */
  readonly findRow: (isIt: (row: Row) => boolean) => number | undefined;
}

interface Pages<Row> {
  readonly total: number;
  readonly pages: ReadonlyMap<number, readonly Row[]>;
}

const EMPTY: Pages<never> = { total: 0, pages: new Map() };
/**
 * Pages that are kept besides the visible ones. More are dropped, so that a long scroll does not accumulate 100,000
 * rows.
 */
const KEEP_PAGES = 60;

/**
 * The pages of a long list, read on demand. After `ask` or `reload` the old rows stay until the first new page arrives,
 * and answers to earlier queries are dropped.
 */
export class RowWindow<Row> {
  private readonly pageSize: number;
  private readonly source: FetchPage<Row>;
  private key: string | undefined;
  private shownKey: string | undefined;
  /** `key` was already requested before the screen is drawn with it, and need not be requested again. */
  private isAhead = false;
  private generation = 0;
  private shown: Pages<Row> = EMPTY;
  /** Whether `shown` belongs to the current generation. */
  private fresh = false;
  private readonly pending = new Set<number>();
  private range = { from: 0, to: 0 };
  private readonly listeners = new Set<() => void>();
  private state: RowWindowState<Row>;
  private answered = false;

  constructor(source: FetchPage<Row>, pageSize: number) {
    this.source = source;
    this.pageSize = pageSize;
    this.state = this.snapshot(true, undefined);
  }

  readonly getState = (): RowWindowState<Row> => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Another query (search, sort) starts at the top. The same query keeps its place. */
  ask(key: string): void {
    const isAsked = this.isAhead && key === this.key;
    this.isAhead = false;
    if (isAsked) return;
    if (key !== this.key) this.range = { from: 0, to: this.pageSize - 1 };
    this.key = key;
    this.reload();
  }

  /** Requests what `ask` will request once the screen is drawn, so that the answer arrives sooner. */
  askAhead(key: string): void {
    if (key === this.key) return;
    this.ask(key);
    this.isAhead = true;
  }

  /** Repeats the query for the visible rows. Others are read when they scroll into view. */
  readonly reload = (): void => {
    this.generation += 1;
    this.fresh = false;
    this.pending.clear();
    this.need();
    // While rows stay visible, nothing has to be drawn before the answer.
    if (this.shown.total === 0) this.emit(true, this.state.error);
  };

  /** The visible rows, both ends included. */
  readonly setRange = (from: number, to: number): void => {
    this.range = { from, to };
    if (this.fresh || this.pending.size === 0) this.need();
  };

  /** Drops the running queries. `reload` starts the object again. */
  stop(): void {
    this.generation += 1;
    this.pending.clear();
    this.isAhead = false;
  }

  private isOnScreen(page: number): boolean {
    const first = Math.floor(this.range.from / this.pageSize);
    const last = Math.floor(Math.max(this.range.from, this.range.to) / this.pageSize);
    return page >= first && page <= last;
  }

  /** Does not notify anybody, because each page would draw the whole screen again while the user scrolls. */
  private need(): void {
    // While pages that were flung past are still loading, no more are requested. Otherwise the rows at the end of the
    // scroll would wait behind all of them.
    if ([...this.pending].some((page) => !this.isOnScreen(page))) return;
    for (let page = Math.floor(this.range.from / this.pageSize); this.isOnScreen(page); page += 1) {
      const known = this.fresh && this.shown.pages.has(page);
      const beyond = this.fresh && page * this.pageSize >= this.shown.total;
      if (!known && !beyond && !this.pending.has(page)) void this.fetch(page);
    }
  }

  private async fetch(page: number): Promise<void> {
    const generation = this.generation;
    this.pending.add(page);
    const result = await this.source(page * this.pageSize, this.pageSize);
    if (generation !== this.generation) {
      if (!result.ok) markHandled(result.error);
      return;
    }
    this.pending.delete(page);
    this.answered = true;
    if (!result.ok) {
      registerRetry(result.error, this.reload);
      this.emit(this.shown.total === 0 && !this.fresh && this.pending.size > 0, result.error);
      // The failed page is not repeated by itself, but other pages may have waited for it.
      if (!this.isOnScreen(page)) this.need();
      return;
    }
    const before = this.fresh ? this.shown.pages : new Map<number, readonly Row[]>();
    const pages = new Map(before).set(page, result.value.rows);
    this.shown = { total: result.value.total, pages: this.trim(pages) };
    this.shownKey = this.key;
    this.fresh = true;
    this.emit(false, undefined);
    this.need();
  }

  private trim(pages: Map<number, readonly Row[]>): Map<number, readonly Row[]> {
    const middle = (this.range.from + this.range.to) / 2 / this.pageSize;
    if (pages.size <= KEEP_PAGES) return pages;
    const nearest = [...pages].sort(([a], [b]) => Math.abs(a - middle) - Math.abs(b - middle));
    return new Map(nearest.slice(0, KEEP_PAGES));
  }

  private emit(loading: boolean, error: AppError | undefined): void {
    this.state = this.snapshot(loading, error);
    for (const listener of this.listeners) listener();
  }

  private snapshot(loading: boolean, error: AppError | undefined): RowWindowState<Row> {
    const { total, pages } = this.shown;
    const size = this.pageSize;
    return {
      rowCount: total,
      shownKey: this.shownKey,
      version: (this.state?.version ?? 0) + 1,
      first: !this.answered,
      loading,
      error,
      getRow: (index) => pages.get(Math.floor(index / size))?.[index % size],
      findRow: (isIt) => {
        for (const [page, rows] of pages) {
          const at = rows.findIndex(isIt);
          if (at !== -1) return page * size + at;
        }
        return undefined;
      },
    };
  }
}

export interface WindowedRows<Row> extends RowWindowState<Row> {
  readonly onRangeChange: (from: number, to: number) => void;
  /** Reads the visible rows again, and keeps the old ones until then. Call it on the feature's `*.changed` event. */
  readonly reload: () => void;
  /**
   * Starts the query of the next render before the screen is drawn, so that its rows arrive sooner. Call it where the
   * key changes, with the next key and the next `fetchPage`.
   */
  readonly askAhead: (key: string, fetchPage: FetchPage<Row>) => void;
}

/**
 * The rows of a long list, read in pages as they scroll into view. `key` names the query (filter and sort, as text),
 * and another key starts at the top. `fetchPage` may be a new function on every render.
 */
export const useWindowedRows = <Row>(
  fetchPage: FetchPage<Row>,
  key: string,
  options: { readonly pageSize?: number } = {},
): WindowedRows<Row> => {
  const latest = useRef(fetchPage);
  latest.current = fetchPage;
  const [rows] = useState(
    () => new RowWindow<Row>((offset, limit) => latest.current(offset, limit), options.pageSize ?? 100),
  );

  const [askAhead] = useState(() => (nextKey: string, nextFetch: FetchPage<Row>) => {
    latest.current = nextFetch;
    rows.askAhead(nextKey);
  });

  useEffect(() => rows.ask(key), [rows, key]);
  useEffect(() => () => rows.stop(), [rows]);

  const state = useSyncExternalStore(rows.subscribe, rows.getState);
  return useMemo(
    () => ({ ...state, onRangeChange: rows.setRange, reload: rows.reload, askAhead }),
    [state, rows, askAhead],
  );
};
