/** The format of a cell. `special`: the window formats this column by its own rule. */
type CellKind = 'text' | 'number' | 'gb' | 'date' | 'special';

/** A column of a list, declared once for the core and the window. Widths are in px. */
export interface ListColumn {
  /** The id of the column and, except for `special`, the name of the row's field that it shows. */
  readonly id: string;
  readonly cell: CellKind;
  /** The core can sort by this column, using its id. */
  readonly sortable?: boolean;
  readonly width: number;
  readonly minWidth?: number;
  /** `end` for numbers and money. */
  readonly align?: 'start' | 'end' | 'center';
  /** The column takes a share of the remaining width. */
  readonly grow?: boolean | 'twice';
  /**
   * The column has a low priority: a narrow window hides it until the user asks for it. `first`: before the other spare
   * columns.
   */
  readonly spare?: boolean | 'first';
}

type Sortable<Columns extends readonly ListColumn[]> = Extract<Columns[number], { readonly sortable: true }>['id'];

/** Returns the ids of the sortable columns. */
export const sortsOf = <const Columns extends readonly ListColumn[]>(columns: Columns) =>
  columns.filter(({ sortable }) => sortable === true).map(({ id }) => id) as readonly Sortable<Columns>[];
