import type { ReactNode } from 'react';

/** A column of `DataGrid`. Widths are px. */
export interface GridColumn<Row> {
  readonly id: string;
  readonly header: string;
  readonly width: number;
  readonly minWidth?: number;
  /** `end` for numbers and money. */
  readonly align?: 'start' | 'end' | 'center';
  readonly sortable?: boolean;
  /** Takes a share of the width that is left over. */
  readonly grow?: boolean;
  /** Stands behind the others: in a narrow window it is hidden until the user wants it. */
  readonly spare?: boolean;
  /** Drawn for every row that is scrolled past: no component in it that subscribes or translates by itself. */
  readonly render: (row: Row) => ReactNode;
  /** Full text for the tooltip of a cell that may be cut off; asked for when the pointer is over it. */
  readonly title?: (row: Row) => string;
}

export interface GridSort {
  readonly by: string;
  readonly direction: 'asc' | 'desc';
}

/** The first click sorts up, the second down; a third goes back up, so that a list is never left unsorted. */
export const nextSort = (sort: GridSort | undefined, by: string): GridSort => ({
  by,
  direction: sort?.by === by && sort.direction === 'asc' ? 'desc' : 'asc',
});
