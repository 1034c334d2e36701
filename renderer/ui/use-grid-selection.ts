import { useRef, useState } from 'react';
import { EMPTY_SELECTION, toggled, withAll } from './grid-selection.ts';
import { type GridCursor, indexOfId } from './use-grid-cursor.ts';
import type { RowWindowState } from './use-windowed-rows.ts';

export interface SelectionProps<Row> {
  readonly rows: Pick<RowWindowState<Row>, 'rowCount' | 'getRow' | 'findRow'>;
  readonly getRowId: (row: Row) => string;
  /** With `onSelectionChange` the rows get check boxes. Without it a click only moves the cursor. */
  readonly selection?: ReadonlySet<string>;
  readonly onSelectionChange?: (selection: ReadonlySet<string>) => void;
  /** The ids between two rows, both included, whether loaded or not. Ctrl+A and Shift need them. */
  readonly resolveIds?: (from: number, to: number) => Promise<readonly string[]>;
}

/** Selects rows one by one, in ranges, or all of them, whether they are loaded or not. */
export const useGridSelection = <Row>(props: SelectionProps<Row>) => {
  const { getRowId, selection = EMPTY_SELECTION, onSelectionChange, resolveIds } = props;
  const { rowCount, getRow } = props.rows;
  /** The row where a range begins. It is found by its id, because rows above it may come and go. */
  const anchor = useRef<GridCursor>({ index: 0, id: undefined });
  /** Counts the selections. An earlier answer that arrives after a later selection is ignored. */
  const choices = useRef(0);
  const [isChoosing, setChoosing] = useState(false);

  const choose = (next: ReadonlySet<string>): void => {
    choices.current += 1;
    setChoosing(false);
    onSelectionChange?.(next);
  };

  const chooseBetween = (a: number, b: number): void => {
    choices.current += 1;
    const choice = choices.current;
    setChoosing(true);
    const ended = (ids?: readonly string[]) => {
      if (choice !== choices.current) return;
      if (ids !== undefined) onSelectionChange?.(withAll(EMPTY_SELECTION, ids));
      setChoosing(false);
    };
    void idsBetween(a, b).then(ended, (error: unknown) => {
      ended();
      throw error;
    });
  };

  const idAt = (index: number): string | undefined => {
    const row = getRow(index);
    return row === undefined ? undefined : getRowId(row);
  };

  const idsBetween = async (a: number, b: number): Promise<readonly string[]> => {
    const [first, last] = a < b ? [a, b] : [b, a];
    if (resolveIds !== undefined) return resolveIds(first, last);
    const ids: string[] = [];
    for (let index = first; index <= last; index += 1) {
      const id = idAt(index);
      if (id !== undefined) ids.push(id);
    }
    return ids;
  };

  const isAll = rowCount > 0 && selection.size >= rowCount;
  return {
    selection,
    isOffered: onSelectionChange !== undefined,
    isAll,
    /** The ids of the last selection are still being read, and `selection` is the previous one. */
    isChoosing,
    idAt,
    beginAt: (index: number) => {
      anchor.current = { index, id: idAt(index) };
    },
    reachTo: (index: number) => {
      if (onSelectionChange === undefined) return;
      const { id, index: before } = anchor.current;
      chooseBetween(indexOfId(props.rows, getRowId, id) ?? before, index);
    },
    toggle: (index: number) => {
      const id = idAt(index);
      anchor.current = { index, id };
      if (id !== undefined) choose(toggled(selection, id));
    },
    all: () => {
      if (onSelectionChange === undefined) return;
      if (isAll) choose(EMPTY_SELECTION);
      else chooseBetween(0, rowCount - 1);
    },
    none: () => choose(EMPTY_SELECTION),
  };
};
