import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { type FetchPage, RowWindow, type RowWindowState } from './row-window.ts';

export interface WindowedRows<Row> extends RowWindowState<Row> {
  readonly onRangeChange: (from: number, to: number) => void;
  /** Reads again what is on the screen; the old rows stay until then. Call it from the feature's `*.changed` event. */
  readonly reload: () => void;
  /**
   * Asks a question before the screen is drawn that will ask it, so that its rows come that much sooner. Call it where
   * the key is changed, with the next key and with what the next render will give as `fetchPage`.
   */
  readonly askAhead: (key: string, fetchPage: FetchPage<Row>) => void;
}

/**
 * Rows of a long list, read in pages as they come into view. `key` names the question (filter and sort, as text): when
 * it changes the list starts at its top; `fetchPage` may be a new function on every render.
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
