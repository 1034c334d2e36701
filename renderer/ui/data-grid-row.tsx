import type { MouseEvent, ReactElement } from 'react';
import { memo } from 'react';
import styles from './data-grid.module.css';
import type { GridColumn } from './grid-column.ts';

/** The events of a row. The object stays the same for the life of the grid, so that only new data draws a row again. */
export interface RowHandlers {
  readonly onClick: (index: number, event: MouseEvent) => void;
  readonly onToggle: (index: number) => void;
  readonly onOpen: (index: number, event: MouseEvent) => void;
  readonly onMenu: (index: number, event: MouseEvent) => void;
}

interface DataGridRowProps<Row> {
  readonly elementId: string;
  readonly index: number;
  readonly top: number;
  readonly row: Row | undefined;
  readonly columns: readonly GridColumn<Row>[];
  readonly selectable: boolean;
  readonly selected: boolean;
  readonly current: boolean;
  readonly active: boolean;
  readonly selectLabel: string;
  readonly handlers: RowHandlers;
}

/** Bars of these lengths stand for missing rows. Different lengths look like text rather than a ladder. */
const PENDING_WIDTHS = ['62%', '48%', '71%', '55%'] as const;

/**
 * Writes the tooltip only under the pointer, because dates and plurals in every cell would cost more than the row
 * itself.
 */
const writeTitle = <R,>({ target }: MouseEvent, columns: readonly GridColumn<R>[], row: R): void => {
  const cell = target instanceof Element ? target.closest('td') : null;
  const column = columns.find(({ id }) => id === cell?.dataset.column);
  if (cell === null || column === undefined) return;
  const title = column.title?.(row) ?? '';
  if (cell.title !== title) cell.title = title;
};

const Row = <R,>(props: DataGridRowProps<R>) => {
  const { row, index, columns, handlers } = props;
  return (
    // The grid handles the keyboard for all rows (aria-activedescendant). A row handles only the pointer.
    <tr
      id={props.elementId}
      className={styles.row}
      style={{ transform: `translateY(${props.top}px)` }}
      aria-rowindex={index + 2}
      aria-hidden={row === undefined || undefined}
      aria-selected={props.selectable ? props.selected : props.active}
      data-current={props.current || undefined}
      data-active={props.active || undefined}
      onClick={(event) => handlers.onClick(index, event)}
      onDoubleClick={(event) => handlers.onOpen(index, event)}
      onContextMenu={(event) => handlers.onMenu(index, event)}
      // One listener serves all cells. With one per cell, React would visit each of them for every new row.
      onMouseMove={(event) => {
        if (row !== undefined) writeTitle(event, columns, row);
      }}
    >
      {row === undefined ? (
        // A missing row is a single cell. While a list is flung past, hundreds of bars would be restyled per frame
        // otherwise.
        <td
          className={styles.pending}
          style={{ backgroundSize: `${PENDING_WIDTHS[index % PENDING_WIDTHS.length]} 8px` }}
        />
      ) : (
        <>
          {props.selectable ? (
            <td className={styles.check} aria-label={props.selectLabel}>
              <input
                type="checkbox"
                tabIndex={-1}
                id={`${props.elementId}-select`}
                aria-label={props.selectLabel}
                // Its own label and the first cell: "Select" alone would not say whose row it is.
                aria-labelledby={`${props.elementId}-select ${props.elementId}-first`}
                checked={props.selected}
                onClick={(event) => event.stopPropagation()}
                onChange={() => handlers.onToggle(index)}
              />
            </td>
          ) : null}
          {columns.map((column, at) => (
            <td
              key={column.id}
              id={at === 0 && props.selectable ? `${props.elementId}-first` : undefined}
              className={styles.cell}
              data-column={column.id}
              data-align={column.align}
            >
              {column.render(row)}
            </td>
          ))}
        </>
      )}
    </tr>
  );
};

/** Only new data draws a row again. */
export const DataGridRow = memo(Row) as <R>(props: DataGridRowProps<R>) => ReactElement;
