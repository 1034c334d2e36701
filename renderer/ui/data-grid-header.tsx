import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ColumnMenuItems, ColumnsButton } from './column-menu.tsx';
import { ContextMenu, type MenuPlace } from './context-menu.tsx';
import styles from './data-grid.module.css';
import { DataGridHeaderCell } from './data-grid-header-cell.tsx';
import type { GridSort } from './grid-column.ts';
import type { GridColumns } from './use-grid-columns.ts';

interface DataGridHeaderProps<Row> {
  readonly grid: GridColumns<Row>;
  readonly sort: GridSort | undefined;
  readonly onSortChange: ((sort: GridSort) => void) | undefined;
  readonly selectable: boolean;
  readonly allSelected: boolean;
  readonly someSelected: boolean;
  readonly onSelectAll: () => void;
  /** Without rows there is nothing to sort or select, so the header is not a tab stop. */
  readonly idle: boolean;
}

/** A sticky header. All columns share one tab stop, and Left and Right move between them. */
export const DataGridHeader = <Row,>(props: DataGridHeaderProps<Row>) => {
  const { grid } = props;
  const { t } = useTranslation();
  const row = useRef<HTMLTableRowElement>(null);
  const [stop, setStop] = useState<string>();
  const [dragged, setDragged] = useState<string>();
  const [menu, setMenu] = useState<MenuPlace<string> | null>(null);
  const stopId = grid.isShown(stop ?? '') ? stop : grid.columns[0]?.id;

  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (step === 0 || event.defaultPrevented || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const heads = [...(row.current?.querySelectorAll<HTMLElement>('[data-head]') ?? [])];
    const from = event.target instanceof HTMLElement ? heads.indexOf(event.target) : -1;
    const next = from < 0 ? undefined : heads[from + step];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };

  return (
    <thead className={styles.head}>
      <tr ref={row} className={styles.headRow} aria-rowindex={1} onKeyDown={onKeyDown}>
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
          <DataGridHeaderCell
            key={column.id}
            column={column}
            grid={grid}
            sort={props.sort}
            onSortChange={props.onSortChange}
            tabIndex={!props.idle && column.id === stopId ? 0 : -1}
            onFocus={() => setStop(column.id)}
            dragged={dragged}
            onDrag={setDragged}
            onMenu={(x, y) => setMenu({ item: column.id, x, y })}
          />
        ))}
        <ColumnsButton grid={grid} idle={props.idle} />
      </tr>
      <ContextMenu label={t('grid.columns')} place={menu} onClose={() => setMenu(null)}>
        {(id) => <ColumnMenuItems grid={grid} columnId={id} />}
      </ContextMenu>
    </thead>
  );
};
