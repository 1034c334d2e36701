import type { HTMLAttributes, ReactNode } from 'react';
import styles from './small-table.module.css';

export interface TableColumn<Row> {
  readonly id: string;
  /** Omit it if the cells explain themselves. */
  readonly head?: string;
  /** `end` for numbers and money. */
  readonly align?: 'end';
  readonly width?: number | string;
  /** Takes the remaining width, and cuts off longer cells. */
  readonly grow?: boolean;
  /** The cells are drawings without meaning for assistive technology. */
  readonly isDrawn?: boolean;
  readonly cell: (row: Row) => ReactNode;
  /** Stands below all rows. */
  readonly foot?: ReactNode;
}

interface SmallTableProps<Row> {
  readonly label?: string;
  /** The first column names the row. */
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  /** The height of a row in px. */
  readonly height?: number;
  /** The cells may have several lines. */
  readonly top?: boolean;
  /** The handlers of a row's menu (use-row-menu.tsx). */
  readonly on?: (row: Row) => HTMLAttributes<HTMLTableRowElement>;
}

/** A table of a few rows that are all loaded. Use `DataGrid` for lists of any length. */
export const SmallTable = <Row,>({ label, columns, rows, keyOf, height = 32, top, on }: SmallTableProps<Row>) => {
  const cells = (content: (column: TableColumn<Row>) => ReactNode) =>
    columns.map((column, index) =>
      index === 0 ? (
        <th key={column.id} scope="row" data-grow={column.grow}>
          {content(column)}
        </th>
      ) : (
        <td key={column.id} data-align={column.align} aria-hidden={column.isDrawn}>
          {content(column)}
        </td>
      ),
    );
  // A column that takes all remaining width would shrink the others, so their width is also their minimum.
  const sized = (width: number | string | undefined) =>
    columns.some(({ grow }) => grow) ? { minWidth: width } : { width };
  return (
    <table
      className={`${styles.table} selectable`}
      aria-label={label}
      data-top={top || undefined}
      style={{ '--row': `${height}px` } as object}
    >
      {columns.every(({ head }) => head === undefined) ? null : (
        <thead>
          <tr>
            {columns.map(({ id, head, align, width }) =>
              head === undefined ? (
                <td key={id} style={sized(width)} />
              ) : (
                <th key={id} scope="col" data-align={align} style={sized(width)}>
                  {head}
                </th>
              ),
            )}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} {...on?.(row)}>
            {cells(({ cell }) => cell(row))}
          </tr>
        ))}
      </tbody>
      {columns.every(({ foot }) => foot === undefined) ? null : (
        <tfoot>
          <tr>{cells(({ foot }) => foot)}</tr>
        </tfoot>
      )}
    </table>
  );
};
