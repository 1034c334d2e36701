import { Checkbox, Skeleton } from '@mantine/core';
import type { MouseEvent, ReactElement } from 'react';
import { memo } from 'react';
import styles from './data-grid.module.css';
import type { GridColumn } from './grid-column.ts';

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
  readonly onClick: (index: number, event: MouseEvent) => void;
  readonly onToggle: (index: number) => void;
  readonly onOpen: ((row: Row) => void) | undefined;
  readonly onMenu: (index: number, event: MouseEvent) => void;
}

/** Widths of skeleton bars, so that a loading page looks like text and not like a ladder. */
const SKELETON_WIDTHS = ['70%', '55%', '80%', '62%'] as const;

const Row = <R,>(props: DataGridRowProps<R>) => {
  const { row, index, columns } = props;
  return (
    // The grid handles the keyboard for all rows (aria-activedescendant), a row only the pointer.
    <tr
      id={props.elementId}
      className={styles.row}
      style={{ transform: `translateY(${props.top}px)` }}
      aria-rowindex={index + 2}
      aria-selected={props.selectable ? props.selected : props.active}
      data-current={props.current || undefined}
      data-active={props.active || undefined}
      onClick={(event) => props.onClick(index, event)}
      onDoubleClick={() => row !== undefined && props.onOpen?.(row)}
      onContextMenu={(event) => props.onMenu(index, event)}
    >
      {props.selectable ? (
        <td className={styles.check}>
          <Checkbox
            tabIndex={-1}
            aria-label={props.selectLabel}
            checked={props.selected}
            disabled={row === undefined}
            onClick={(event) => event.stopPropagation()}
            onChange={() => props.onToggle(index)}
          />
        </td>
      ) : null}
      {columns.map((column, position) => (
        <td key={column.id} className={styles.cell} data-align={column.align} title={row && column.title?.(row)}>
          {row === undefined ? (
            <Skeleton height={8} width={SKELETON_WIDTHS[(index + position) % SKELETON_WIDTHS.length] ?? '60%'} />
          ) : (
            column.render(row)
          )}
        </td>
      ))}
    </tr>
  );
};

const same = <R,>(a: DataGridRowProps<R>, b: DataGridRowProps<R>): boolean =>
  a.row === b.row &&
  a.index === b.index &&
  a.top === b.top &&
  a.columns === b.columns &&
  a.selected === b.selected &&
  a.current === b.current &&
  a.active === b.active &&
  a.selectable === b.selectable &&
  a.selectLabel === b.selectLabel;

/** Drawn again only for its own data: handlers are new on every render of the grid and read the newest state. */
export const DataGridRow = memo(Row, same) as <R>(props: DataGridRowProps<R>) => ReactElement;
