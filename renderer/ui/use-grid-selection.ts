import { useRef } from 'react';
import { EMPTY_SELECTION, toggled, withAll } from './grid-selection.ts';
import type { RowWindowState } from './use-windowed-rows.ts';

export interface SelectionProps<Row> {
  readonly rows: Pick<RowWindowState<Row>, 'rowCount' | 'getRow'>;
  readonly getRowId: (row: Row) => string;
  /** With `onSelectionChange` rows get check boxes. Without it a click only moves the cursor. */
  readonly selection?: ReadonlySet<string>;
  readonly onSelectionChange?: (selection: ReadonlySet<string>) => void;
  /** Ids between two rows, both included, loaded or not: for Ctrl+A and Shift over rows never seen. */
  readonly resolveIds?: (from: number, to: number) => Promise<readonly string[]>;
}

/** Which rows are chosen, one by one, from one to another, or all of them, loaded or not. */
export const useGridSelection = <Row>(props: SelectionProps<Row>) => {
  const { getRowId, selection = EMPTY_SELECTION, onSelectionChange, resolveIds } = props;
  const { rowCount, getRow } = props.rows;
  /** Where a range begins. */
  const anchor = useRef(0);

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
    idAt,
    beginAt: (index: number) => {
      anchor.current = index;
    },
    reachTo: (index: number) => {
      if (onSelectionChange === undefined) return;
      void idsBetween(anchor.current, index).then((ids) => onSelectionChange(new Set(ids)));
    },
    toggle: (index: number) => {
      const id = idAt(index);
      anchor.current = index;
      if (id !== undefined) onSelectionChange?.(toggled(selection, id));
    },
    all: () => {
      if (onSelectionChange === undefined) return;
      if (isAll) onSelectionChange(EMPTY_SELECTION);
      else void idsBetween(0, rowCount - 1).then((ids) => onSelectionChange(withAll(EMPTY_SELECTION, ids)));
    },
    none: () => onSelectionChange?.(EMPTY_SELECTION),
  };
};
