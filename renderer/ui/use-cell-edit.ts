import { type RefObject, useState } from 'react';
import type { AppError } from '#shared/result.ts';
import type { AfterEdit, EditedCell } from './cell-editor.tsx';
import type { GridColumn } from './grid-column.ts';

/** Saves the text of a cell. Returns why that is not possible, or `undefined`. */
export type SaveCell<Row> = (row: Row, columnId: string, text: string) => Promise<AppError | undefined>;

interface CellEditDeps<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly getRow: (index: number) => Row | undefined;
  /** Where the row is by now; `undefined` if it is not loaded. */
  readonly indexOf: (row: Row) => number | undefined;
  readonly elementId: (index: number) => string;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly save: SaveCell<Row> | undefined;
  /** Gives the keyboard back to the grid. */
  readonly onLeave: () => void;
}

/** Edits cells of a grid in their place. */
export const useCellEdit = <Row>(deps: CellEditDeps<Row>) => {
  const { getRow, indexOf, elementId, scroller, save, onLeave } = deps;
  /** The row is the one that the user saw when the edit began. */
  const [edited, setEdited] = useState<{ readonly cell: EditedCell; readonly row: Row }>();
  const editable = save === undefined ? [] : deps.columns.filter(({ edit }) => edit !== undefined);

  const begin = (index: number, columnId = editable[0]?.id): boolean => {
    const row = getRow(index);
    const column = editable.find(({ id }) => id === columnId);
    if (row === undefined || column?.edit === undefined) return false;
    const element = document.getElementById(elementId(index))?.querySelector(`[data-column="${column.id}"]`);
    const content = scroller.current;
    if (element === null || element === undefined || content === null) return false;
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const cell = element.getBoundingClientRect();
    const outer = content.getBoundingClientRect();
    const left = cell.left - outer.left + content.scrollLeft;
    const top = cell.top - outer.top + content.scrollTop;
    const { width } = cell;
    const { text, isMultiline = false } = column.edit;
    const place = { index, columnId: column.id, header: column.header, box: { left, top, width } };
    setEdited({ row, cell: { ...place, text: text(row), isMultiline } });
    return true;
  };

  const end = (after: AfterEdit) => {
    if (edited === undefined) return;
    const { columnId } = edited.cell;
    // The change itself may have moved the row.
    const index = indexOf(edited.row);
    setEdited(undefined);
    const place = editable.findIndex(({ id }) => id === columnId);
    if (after === 'elsewhere') return;
    const next = after === 'row' ? undefined : editable[place + (after === 'next' ? 1 : -1)];
    if (index === undefined || next === undefined || !begin(index, next.id)) onLeave();
  };

  return {
    cell: edited?.cell,
    begin,
    /** Whether the cells of a column can be edited. */
    isEditable: (columnId: string | undefined): boolean => editable.some(({ id }) => id === columnId),
    save: async (text: string): Promise<AppError | undefined> =>
      edited === undefined ? undefined : save?.(edited.row, edited.cell.columnId, text),
    end,
  };
};
