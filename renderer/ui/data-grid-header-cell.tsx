import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type DragEvent, type KeyboardEvent, type MouseEvent, type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './data-grid.module.css';
import { type GridColumn, type GridSort, nextSort } from './grid-column.ts';
import type { GridColumns } from './use-grid-columns.ts';

const PADDING = 22;
/** The width in px of the sort mark beside the header's words. */
const SORT_MARK = 16;
/** A name of 200 characters must not push all other columns out of sight. */
const MAX_WIDTH = 480;

/** Measures the content alone, whether it is cut off or not. `scrollWidth` is never smaller than the box. */
const textWidth = (element: Element): number => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect().width;
};

/** The width in px, at most 480, that the column needs for its header and the rows that are drawn now. */
const contentWidth = (head: HTMLTableCellElement): number => {
  const words = head.querySelector('[data-head] > span') ?? head;
  const cells = [...(head.closest('table')?.querySelectorAll('tbody > tr') ?? [])].flatMap(
    (row) => row.children[head.cellIndex] ?? [],
  );
  return Math.min(MAX_WIDTH, Math.ceil(Math.max(textWidth(words) + SORT_MARK, ...cells.map(textWidth)) + PADDING));
};

const KEYBOARD_STEP = 16;

interface DataGridHeaderCellProps<Row> {
  readonly column: GridColumn<Row>;
  readonly grid: GridColumns<Row>;
  readonly sort: GridSort | undefined;
  readonly onSortChange: ((sort: GridSort) => void) | undefined;
  readonly tabIndex: number;
  readonly onFocus: () => void;
  /** The column that the pointer is moving. */
  readonly dragged: string | undefined;
  readonly onDrag: (id: string | undefined) => void;
  /** Opens the menu of the column at this position. */
  readonly onMenu: (x: number, y: number) => void;
}

const ariaSort = (sort: GridSort | undefined, column: { id: string; sortable?: boolean }) => {
  if (column.sortable !== true) return undefined;
  if (sort?.by !== column.id) return 'none';
  return sort.direction === 'asc' ? 'ascending' : 'descending';
};

/**
 * A click sorts, and dragging moves the column. Dragging the right edge changes the width, and a double click fits it.
 * On the keyboard: Enter sorts, Ctrl+Shift with an arrow moves, Shift with an arrow resizes, Shift+F10 opens the menu.
 */
export const DataGridHeaderCell = <Row,>(props: DataGridHeaderCellProps<Row>) => {
  const { column, grid, sort, onSortChange, dragged } = props;
  const { id } = column;
  const { t } = useTranslation();
  const [drop, setDrop] = useState<'before' | 'after'>();

  /** Where the resizing began, and the width of the column at that time. */
  const [resizing, setResizing] = useState<{ readonly x: number; readonly width: number }>();

  const startResize = (event: PointerEvent<HTMLElement>) => {
    const cell = event.currentTarget.parentElement;
    if (cell === null || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setResizing({ x: event.clientX, width: cell.getBoundingClientRect().width });
  };
  const resize = (event: PointerEvent<HTMLElement>) => {
    if (resizing !== undefined) grid.setWidth(id, resizing.width + event.clientX - resizing.x);
  };
  const endResize = () => setResizing(undefined);
  const fit = (event: MouseEvent<HTMLElement>) => {
    const cell = event.currentTarget.closest('th');
    if (cell !== null) grid.setWidth(id, contentWidth(cell));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const cell = event.currentTarget.parentElement;
    if (cell === null) return;
    if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) {
      event.preventDefault();
      const box = cell.getBoundingClientRect();
      props.onMenu(box.left, box.bottom);
      return;
    }
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (!event.shiftKey || event.altKey || step === 0) return;
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) grid.moveBy(id, step);
    else grid.setWidth(id, cell.getBoundingClientRect().width + step * KEYBOARD_STEP);
  };
  const onDragOver = (event: DragEvent) => {
    if (dragged === undefined || dragged === id) return;
    event.preventDefault();
    const ids = grid.columns.map((one) => one.id);
    setDrop(ids.indexOf(dragged) < ids.indexOf(id) ? 'after' : 'before');
  };
  const head = {
    'data-head': true,
    draggable: true,
    tabIndex: props.tabIndex,
    onFocus: props.onFocus,
    onKeyDown,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move';
      props.onDrag(id);
    },
    onDragEnd: () => props.onDrag(undefined),
  };

  return (
    <th
      className={styles.headCell}
      data-align={column.align}
      data-dragged={dragged === id || undefined}
      data-drop={drop}
      aria-sort={ariaSort(sort, column)}
      title={column.header}
      onContextMenu={(event) => {
        event.preventDefault();
        props.onMenu(event.clientX, event.clientY);
      }}
      onDragOver={onDragOver}
      onDragLeave={() => setDrop(undefined)}
      onDrop={() => {
        setDrop(undefined);
        if (dragged !== undefined) grid.moveTo(dragged, id);
      }}
    >
      {column.sortable === true && onSortChange !== undefined ? (
        <button type="button" className={styles.headButton} onClick={() => onSortChange(nextSort(sort, id))} {...head}>
          <span className={styles.clip}>{column.header}</span>
          {sort?.by === id ? (
            sort.direction === 'asc' ? (
              <IconChevronUp size={13} aria-hidden />
            ) : (
              <IconChevronDown size={13} aria-hidden />
            )
          ) : null}
        </button>
      ) : (
        <span className={styles.headText} {...head}>
          <span className={styles.clip}>{column.header}</span>
        </span>
      )}
      {/* This is for the pointer only: the keyboard has Shift with the arrows. */}
      <span
        aria-hidden
        className={styles.resizer}
        data-resizing={resizing !== undefined || undefined}
        title={t('grid.resize', { column: column.header })}
        onPointerDown={startResize}
        onPointerMove={resize}
        onPointerUp={endResize}
        onPointerCancel={endResize}
        onDoubleClick={fit}
      />
    </th>
  );
};
