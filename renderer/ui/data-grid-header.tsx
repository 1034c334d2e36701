import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import styles from './data-grid.module.css';
import { type GridColumn, type GridSort, nextSort } from './grid-column.ts';
import type { GridColumns } from './use-grid-columns.ts';

const KEYBOARD_STEP = 16;

interface DataGridHeaderProps<Row> {
  readonly grid: GridColumns<Row>;
  readonly sort: GridSort | undefined;
  readonly onSortChange: ((sort: GridSort) => void) | undefined;
  readonly selectable: boolean;
  readonly allSelected: boolean;
  readonly someSelected: boolean;
  readonly onSelectAll: () => void;
  /** Without rows there is nothing to sort or select: no stops on the way to what stands in their place. */
  readonly idle: boolean;
}

const ariaSort = (sort: GridSort | undefined, column: { id: string; sortable?: boolean }) => {
  if (column.sortable !== true) return undefined;
  if (sort?.by !== column.id) return 'none';
  return sort.direction === 'asc' ? 'ascending' : 'descending';
};

/** Sticky. Shift+Left and Shift+Right on a focused header change its width. */
export const DataGridHeader = <Row,>(props: DataGridHeaderProps<Row>) => {
  const { grid, sort, onSortChange } = props;
  const { t } = useTranslation();

  const startResize = (column: GridColumn<Row>, event: MouseEvent<HTMLElement>) => {
    const cell = event.currentTarget.parentElement;
    // A column that shares the free width has to become a fixed one where it stands, or it would jump.
    if (cell !== null) flushSync(() => grid.setWidth(column.id, cell.getBoundingClientRect().width));
    grid.headerOf(column.id)?.getResizeHandler()(event);
  };

  const onKeyDown = (column: GridColumn<Row>, event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowLeft' ? -KEYBOARD_STEP : event.key === 'ArrowRight' ? KEYBOARD_STEP : 0;
    const cell = event.currentTarget.parentElement;
    if (!event.shiftKey || step === 0 || cell === null) return;
    event.preventDefault();
    grid.setWidth(column.id, cell.getBoundingClientRect().width + step);
  };

  return (
    <thead className={styles.head}>
      <tr className={styles.headRow} aria-rowindex={1}>
        {props.selectable ? (
          <th className={styles.check}>
            <input
              ref={(box) => {
                if (box !== null) box.indeterminate = props.someSelected && !props.allSelected;
              }}
              type="checkbox"
              disabled={props.idle}
              aria-label={t('grid.selectAll')}
              checked={props.allSelected}
              onChange={props.onSelectAll}
            />
          </th>
        ) : null}
        {grid.columns.map((column) => (
          <th key={column.id} className={styles.headCell} data-align={column.align} aria-sort={ariaSort(sort, column)}>
            {column.sortable === true && onSortChange !== undefined ? (
              <button
                type="button"
                className={styles.headButton}
                tabIndex={props.idle ? -1 : 0}
                onClick={() => onSortChange(nextSort(sort, column.id))}
                onKeyDown={(event) => onKeyDown(column, event)}
              >
                <span className={styles.clip}>{column.header}</span>
                {sort?.by === column.id ? (
                  sort.direction === 'asc' ? (
                    <IconChevronUp size={13} aria-hidden />
                  ) : (
                    <IconChevronDown size={13} aria-hidden />
                  )
                ) : null}
              </button>
            ) : (
              <span className={styles.headText}>{column.header}</span>
            )}
            {/* Pointer only: the keyboard has Shift with the arrows. */}
            <span
              aria-hidden
              className={styles.resizer}
              data-resizing={grid.resizing === column.id || undefined}
              title={t('grid.resize', { column: column.header })}
              onMouseDown={(event) => startResize(column, event)}
            />
          </th>
        ))}
      </tr>
    </thead>
  );
};
