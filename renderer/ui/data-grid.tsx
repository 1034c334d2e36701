import { Menu } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CellEditor } from './cell-editor.tsx';
import { ContextMenu, type MenuPlace } from './context-menu.tsx';
import styles from './data-grid.module.css';
import { DataGridHeader } from './data-grid-header.tsx';
import { DataGridRow, type RowHandlers } from './data-grid-row.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { onGoToFirstRow } from './first-row.ts';
import type { GridColumn, GridSort } from './grid-column.ts';
import { movedCursor } from './grid-selection.ts';
import { ActionItem } from './menu-action.tsx';
import { type SaveCell, useCellEdit } from './use-cell-edit.ts';
import { useCopyRows } from './use-copy-rows.ts';
import { useGridColumns } from './use-grid-columns.ts';
import { indexOfId, useGridCursor } from './use-grid-cursor.ts';
import { type SelectionProps, useGridSelection } from './use-grid-selection.ts';
import { useRowElements } from './use-row-elements.ts';
import { useWholeNumbers } from './use-whole-numbers.ts';
import type { FetchPage, WindowedRows } from './use-windowed-rows.ts';

const ROW_HEIGHT = 32;
const HEADER_HEIGHT = 30;

/** The letters that do the same as a key of the table: j and k move the cursor, and x selects the row. */
const LETTER_KEYS: Readonly<Record<string, string>> = { KeyJ: 'ArrowDown', KeyK: 'ArrowUp', KeyX: ' ' };

interface DataGridProps<Row> extends SelectionProps<Row> {
  /** The accessible name of the table. */
  readonly label: string;
  readonly columns: readonly GridColumn<Row>[];
  /** Skeletons stand for missing rows, and an error stands above the loaded ones. */
  readonly rows: WindowedRows<Row>;
  readonly sort?: GridSort | undefined;
  readonly onSortChange?: (sort: GridSort) => void;
  /** The row whose detail is beside the grid. */
  readonly activeId?: string | undefined;
  /** Called on a click or cursor move, to show the detail. */
  readonly onActivate?: (row: Row) => void;
  /** Called on Enter or a double click. Without it Enter does the same as a click. */
  readonly onOpen?: (row: Row) => void;
  /**
   * The `Menu.Item`s of the context menu. `many` means that the row is one of several selected rows, and the menu
   * concerns all of them.
   */
  readonly menu?: (row: Row, many: boolean) => ReactNode;
  readonly onDelete?: () => void;
  /** Saves the text of a cell whose column has `edit`; F2 or a double click edits it. */
  readonly onEdit?: SaveCell<Row>;
  /** Reads the whole list, of which the selected rows are a part, to copy them. */
  readonly fetchPage?: FetchPage<Row>;
  /** Remembers the column widths under this name. */
  readonly storageKey?: string;
  /** Takes the place of the rows if there are none. */
  readonly empty?: ReactNode;
}

/**
 * A table of any length that creates only the visible rows. It is a single tab stop. The cursor is
 * `aria-activedescendant`, so it survives when its row is unmounted.
 */
export const DataGrid = <Row,>(props: DataGridProps<Row>) => {
  const { getRowId, onActivate, onOpen, onDelete } = props;
  const { rowCount, getRow, onRangeChange, first: isLoading, shownKey } = props.rows;
  const { t } = useTranslation();
  const selectLabel = t('grid.selectRow');
  const chosen = useGridSelection(props);
  const { selection, isOffered: selectable } = chosen;
  const baseId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const [deleteAsked, setDeleteAsked] = useState(false);
  const [menu, setMenu] = useState<MenuPlace<Row> | null>(null);
  const grid = useGridColumns(props.columns, selectable, props.storageKey);

  useWholeNumbers(table, props.rows.version, grid.widen);

  const copyRows = useCopyRows({ columns: grid.columns, getRowId, selection, fetchPage: props.fetchPage });

  const { virtualizer, items, elementOf } = useRowElements({
    count: isLoading && rowCount === 0 ? 12 : rowCount,
    scroller,
    rowHeight: ROW_HEIGHT,
    covered: HEADER_HEIGHT,
  });
  const from = items[0]?.index ?? 0;
  const to = items.at(-1)?.index ?? 0;
  useEffect(() => onRangeChange(from, to), [onRangeChange, from, to]);
  const isLoaded = items.every(({ index }) => getRow(index) !== undefined);
  const { cursor, setCursor } = useGridCursor(props.rows, getRowId, isLoaded);
  // The functions that effects call must use the newest rows, and must not run the effects again.
  const placeCursor = useRef(setCursor);
  placeCursor.current = setCursor;

  // A new query starts at the top.
  const lastKey = useRef(shownKey);
  useEffect(() => {
    if (lastKey.current === shownKey) return;
    lastKey.current = shownKey;
    // At the top, scrolling would only force an early layout of the new rows.
    if (virtualizer.scrollOffset !== 0) scroller.current?.scrollTo({ top: 0 });
    // A user who came from the search before its answer continues at the first row of the answer.
    placeCursor.current(document.activeElement === table.current ? 0 : -1);
  }, [shownKey, virtualizer]);

  useEffect(() => onGoToFirstRow(table.current, () => placeCursor.current(0)), []);

  // Delete right after Ctrl+A must apply to all rows, and not to the previous selection.
  useEffect(() => {
    if (!deleteAsked || chosen.isChoosing) return;
    setDeleteAsked(false);
    onDelete?.();
  }, [deleteAsked, chosen.isChoosing, onDelete]);

  const edit = useCellEdit({
    columns: grid.columns,
    getRow,
    indexOf: (row) => indexOfId(props.rows, getRowId, getRowId(row)),
    elementId: (index) => `${baseId}-${index}`,
    scroller,
    save: props.onEdit,
    onLeave: () => table.current?.focus({ preventScroll: true }),
  });

  const moveTo = (index: number) => {
    setCursor(index);
    virtualizer.scrollToIndex(index, { align: 'auto' });
    const row = getRow(index);
    if (row !== undefined) onActivate?.(row);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    if (event.target !== event.currentTarget || event.altKey) return;
    const control = event.ctrlKey || event.metaKey;
    const viewport = scroller.current?.clientHeight ?? ROW_HEIGHT;
    // Letters are read by their place on the keyboard, so that they work on a Russian layout as well.
    const key = control ? event.key : (LETTER_KEYS[event.code] ?? event.key);
    const target = movedCursor(key, cursor, rowCount, Math.floor((viewport - HEADER_HEIGHT) / ROW_HEIGHT) - 1);
    if (target !== undefined) {
      event.preventDefault();
      if (event.shiftKey) chosen.reachTo(target);
      else chosen.beginAt(target);
      moveTo(target);
      return;
    }
    const row = getRow(cursor);
    if (control && event.code === 'KeyA' && selectable) {
      event.preventDefault();
      chosen.all();
    } else if (
      control &&
      event.code === 'KeyC' &&
      !chosen.isChoosing &&
      document.getSelection()?.isCollapsed !== false
    ) {
      event.preventDefault();
      void copyRows(row);
    } else if (key === ' ' && selectable) {
      event.preventDefault();
      chosen.toggle(cursor);
    } else if (event.key === 'F2' && edit.begin(cursor)) {
      event.preventDefault();
    } else if (event.key === 'Enter' && row !== undefined) {
      event.preventDefault();
      (onOpen ?? onActivate)?.(row);
    } else if (event.key === 'Escape' && (selection.size > 0 || chosen.isChoosing)) {
      event.preventDefault();
      chosen.none();
    } else if (event.key === 'Delete') {
      setDeleteAsked(true);
    } else if ((event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) && row !== undefined) {
      event.preventDefault();
      const box = document.getElementById(`${baseId}-${cursor}`)?.getBoundingClientRect();
      setMenu({ item: row, x: box?.left ?? 0, y: box?.bottom ?? 0 });
    }
  };

  /** The detail beside the grid may have been opened from elsewhere. The keyboard continues at its row. */
  const onFocus = () => {
    if (cursor >= 0 || props.activeId === undefined) return;
    const shown = items.find((item) => chosen.idAt(item.index) === props.activeId);
    if (shown !== undefined) setCursor(shown.index);
  };

  const onRowClick = (index: number, event: MouseEvent) => {
    table.current?.focus({ preventScroll: true });
    if (event.shiftKey) chosen.reachTo(index);
    else if (event.ctrlKey || event.metaKey) chosen.toggle(index);
    else chosen.beginAt(index);
    setCursor(index);
    const row = getRow(index);
    if (row !== undefined && !event.shiftKey) onActivate?.(row);
  };

  const onRowMenu = (index: number, event: MouseEvent) => {
    const row = getRow(index);
    if (row === undefined) return;
    event.preventDefault();
    setCursor(index);
    setMenu({ item: row, x: event.clientX, y: event.clientY });
  };

  // Only new data draws a row again, so the functions that it calls must always be the newest.
  const newest = useRef<RowHandlers>(undefined);
  newest.current = {
    onClick: onRowClick,
    onToggle: (index) => {
      chosen.toggle(index);
      setCursor(index);
      // After a check box was clicked, the grid keeps the keyboard focus.
      table.current?.focus({ preventScroll: true });
    },
    onOpen: (index, event) => {
      const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-column]') : null;
      if (cell !== null && edit.isEditable(cell.dataset.column) && edit.begin(index, cell.dataset.column)) return;
      const row = getRow(index);
      if (row !== undefined) onOpen?.(row);
    },
    onMenu: onRowMenu,
  };
  const [handlers] = useState<RowHandlers>(() => ({
    onClick: (index, event) => newest.current?.onClick(index, event),
    onToggle: (index) => newest.current?.onToggle(index),
    onOpen: (index, event) => newest.current?.onOpen(index, event),
    onMenu: (index, event) => newest.current?.onMenu(index, event),
  }));

  const showEmpty = rowCount === 0 && !isLoading && props.empty !== undefined;
  // The ARIA grid pattern on real table elements, which provide the roles of rows, cells and headers.
  const aria = {
    role: 'grid',
    tabIndex: 0,
    'aria-label': props.label,
    'aria-rowcount': rowCount + 1,
    'aria-multiselectable': selectable,
    'aria-busy': isLoading,
    'aria-activedescendant': items.some(({ index }) => index === cursor) ? `${baseId}-${cursor}` : undefined,
  };

  return (
    <>
      {props.rows.error === undefined ? null : (
        <ErrorNotice error={props.rows.error} onRetry={props.rows.reload} strip />
      )}
      <div ref={scroller} className={styles.scroller}>
        <table
          ref={table}
          className={styles.table}
          style={grid.style}
          {...aria}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
        >
          <DataGridHeader
            grid={grid}
            sort={props.sort}
            onSortChange={props.onSortChange}
            selectable={selectable}
            allSelected={chosen.isAll}
            someSelected={selection.size > 0}
            onSelectAll={() => {
              chosen.all();
              table.current?.focus({ preventScroll: true });
            }}
            idle={showEmpty}
          />
          {showEmpty ? null : (
            <tbody className={styles.body} style={{ height: virtualizer.getTotalSize() }}>
              {items.map((item) => {
                const row = getRow(item.index);
                const id = row === undefined ? undefined : getRowId(row);
                return (
                  <DataGridRow
                    key={elementOf(item.index)}
                    elementId={`${baseId}-${item.index}`}
                    index={item.index}
                    top={item.start}
                    row={row}
                    columns={grid.columns}
                    selectable={selectable}
                    selected={id !== undefined && selection.has(id)}
                    current={item.index === cursor}
                    active={id !== undefined && id === props.activeId}
                    selectLabel={selectLabel}
                    handlers={handlers}
                  />
                );
              })}
            </tbody>
          )}
        </table>
        {edit.cell === undefined ? null : (
          <CellEditor
            key={`${edit.cell.index} ${edit.cell.columnId}`}
            cell={edit.cell}
            onSave={edit.save}
            onEnd={edit.end}
          />
        )}
        {showEmpty ? <div className={styles.empty}>{props.empty}</div> : null}
        {props.menu === undefined ? null : (
          <ContextMenu label={t('grid.menu')} place={menu} onClose={() => setMenu(null)}>
            {(row) => {
              const many = selection.size > 1 && selection.has(getRowId(row));
              return (
                <>
                  {props.menu?.(row, many)}
                  {many && props.fetchPage !== undefined ? (
                    <>
                      <Menu.Divider />
                      <ActionItem
                        action={{
                          icon: IconTable,
                          label: t('grid.copyRows'),
                          keys: 'Ctrl+C',
                          run: () => void copyRows(row),
                        }}
                      />
                    </>
                  ) : null}
                </>
              );
            }}
          </ContextMenu>
        )}
      </div>
    </>
  );
};
