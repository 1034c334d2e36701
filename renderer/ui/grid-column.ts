import type { ReactNode } from 'react';
import type { CsvCell } from '#shared/domain/csv-writer.ts';

/** A column of `DataGrid`. Widths are px. */
export interface GridColumn<Row> {
  readonly id: string;
  readonly header: string;
  readonly width: number;
  readonly minWidth?: number;
  /**
   * Where the grid would scroll sideways, the column shrinks to this width before any column is out of sight. Its cells
   * must make sense then.
   */
  readonly shrinksTo?: number;
  /** `end` for numbers and money. */
  readonly align?: 'start' | 'end' | 'center';
  readonly sortable?: boolean;
  /** Takes a share of the remaining width, in proportion to its own; `twice` for what names the row. */
  readonly grow?: boolean | 'twice';
  /** Hidden in a narrow window until the user shows it. `first`: before the other spare columns. */
  readonly spare?: boolean | 'first';
  /**
   * Draws a cell. It runs for every row that scrolls past, so it must not use components that subscribe or translate.
   */
  readonly render: (row: Row) => ReactNode;
  /** The full text for the tooltip of a cell. It is called only under the pointer. */
  readonly title?: (row: Row) => string;
  /** Allows the cell to be edited in its place, beginning with this text. */
  readonly edit?: { readonly text: (row: Row) => string; readonly isMultiline?: boolean };
  /** The cell as it is copied for a spreadsheet, if that is not the text of its tooltip. */
  readonly copied?: (row: Row) => CsvCell;
}

export interface GridSort {
  readonly by: string;
  readonly direction: 'asc' | 'desc';
}

/** The first click sorts ascending, the second descending, the third ascending again. A list is never unsorted. */
export const nextSort = (sort: GridSort | undefined, by: string): GridSort => ({
  by,
  direction: sort?.by === by && sort.direction === 'asc' ? 'desc' : 'asc',
});
