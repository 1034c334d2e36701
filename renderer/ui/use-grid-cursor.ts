import { useState } from 'react';
import type { RowWindowState } from './use-windowed-rows.ts';

/** The row of the keyboard: its position, and its id once the row is known. */
export interface GridCursor {
  readonly index: number;
  readonly id: string | undefined;
}

export const NO_CURSOR: GridCursor = { index: -1, id: undefined };

type Rows<Row> = Pick<RowWindowState<Row>, 'rowCount' | 'getRow' | 'findRow'>;

/** Returns where the row with this id is by now; `undefined` if it is not loaded. */
export const indexOfId = <Row>(
  { findRow }: Pick<Rows<Row>, 'findRow'>,
  getRowId: (row: Row) => string,
  id: string | undefined,
): number | undefined => (id === undefined ? undefined : findRow((row) => getRowId(row) === id));

/**
 * Returns where the cursor is among the current rows: with its row as long as that is loaded, and in its place if the row is
 * gone. `isLoaded` says whether all rows on the screen are there; until then a row that is not found may still arrive.
 */
export const followedCursor = <Row>(
  cursor: GridCursor,
  rows: Rows<Row>,
  getRowId: (row: Row) => string,
  isLoaded: boolean,
): GridCursor => {
  const { rowCount, getRow } = rows;
  const { index, id } = cursor;
  if (index < 0 || rowCount === 0) return cursor;
  const row = getRow(index);
  const there = row === undefined ? undefined : getRowId(row);
  if (id !== undefined && there === id) return cursor;
  const moved = indexOfId(rows, getRowId, id);
  if (moved !== undefined) return { index: moved, id };
  if (there !== undefined && (id === undefined || isLoaded)) return { index, id: there };
  if (index < rowCount || !isLoaded) return cursor;
  const last = getRow(rowCount - 1);
  return { index: rowCount - 1, id: last === undefined ? undefined : getRowId(last) };
};

/** The cursor of a grid, which stays with its row when rows above it come and go. */
export const useGridCursor = <Row>(
  rows: Rows<Row>,
  getRowId: (row: Row) => string,
  isLoaded: boolean,
): { readonly cursor: number; readonly setCursor: (index: number) => void } => {
  const [held, setHeld] = useState(NO_CURSOR);
  const cursor = followedCursor(held, rows, getRowId, isLoaded);
  if (cursor !== held) setHeld(cursor);
  return {
    cursor: cursor.index,
    setCursor: (index) => {
      const row = rows.getRow(index);
      setHeld({ index, id: row === undefined ? undefined : getRowId(row) });
    },
  };
};
