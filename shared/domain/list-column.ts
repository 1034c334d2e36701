/** How a cell is written. `special`: by the window's own rule for the column. */
type CellKind = 'text' | 'number' | 'gb' | 'date' | 'special';

/** A column of a list, as it is declared for core and window at once. Widths are px. */
export interface ListColumn {
  /** For every kind but `special` the field of the row that is shown. */
  readonly id: string;
  readonly cell: CellKind;
  /** The core can sort by it, under its id. */
  readonly sortable?: boolean;
  readonly width: number;
  readonly minWidth?: number;
  /** `end` for numbers and money. */
  readonly align?: 'start' | 'end' | 'center';
  /** Takes a share of the width that is left over. */
  readonly grow?: boolean;
  /** Stands behind the others: in a narrow window it is hidden until the user wants it. */
  readonly spare?: boolean;
}

type Sortable<Columns extends readonly ListColumn[]> = Extract<Columns[number], { readonly sortable: true }>['id'];

/** The ids of the columns that the list can be sorted by. */
export const sortsOf = <const Columns extends readonly ListColumn[]>(columns: Columns) =>
  columns.filter(({ sortable }) => sortable === true).map(({ id }) => id) as readonly Sortable<Columns>[];
