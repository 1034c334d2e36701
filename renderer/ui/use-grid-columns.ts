import {
  type ColumnSizingState,
  columnResizingFeature,
  columnSizingFeature,
  type Header,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type CSSProperties, useEffect, useMemo, useState } from 'react';
import type { GridColumn } from './grid-column.ts';
import { isNumberRecord, readLocal, writeLocal } from './local-store.ts';

const features = tableFeatures({ columnSizingFeature, columnResizingFeature });
type Features = typeof features;
type NoRow = Record<string, never>;
/** Rows are windowed and never held by the table: it is the model of the columns alone. */
const NO_ROWS: NoRow[] = [];
const CHECK_BOX_WIDTH = 36;
const MIN_WIDTH = 56;
const MAX_WIDTH = 900;

export interface GridColumns<Row> {
  readonly columns: readonly GridColumn<Row>[];
  /** Sets the column template for header and rows alike, as one CSS variable: a drag redraws no cell. */
  readonly style: CSSProperties;
  readonly headerOf: (id: string) => Header<Features, NoRow, unknown> | undefined;
  readonly setWidth: (id: string, width: number) => void;
  readonly resizing: string | false;
}

export const useGridColumns = <Row>(
  columns: readonly GridColumn<Row>[],
  selectable: boolean,
  storageKey: string | undefined,
): GridColumns<Row> => {
  const storage = storageKey === undefined ? undefined : `grid.${storageKey}`;
  const [sizing, setSizing] = useState<ColumnSizingState>(() =>
    storage === undefined ? {} : (readLocal(storage, isNumberRecord) ?? {}),
  );
  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        header: column.header,
        size: column.width,
        minSize: column.minWidth ?? MIN_WIDTH,
        maxSize: MAX_WIDTH,
      })),
    [columns],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: NO_ROWS,
    state: { columnSizing: sizing },
    onColumnSizingChange: setSizing,
    columnResizeMode: 'onChange',
  });

  useEffect(() => {
    if (storage !== undefined && Object.keys(sizing).length > 0) writeLocal(storage, sizing);
  }, [storage, sizing]);

  const headers = new Map(table.getFlatHeaders().map((header) => [header.column.id, header]));
  const widths = columns.map((column) => {
    const width = headers.get(column.id)?.getSize() ?? column.width;
    return column.grow === true && sizing[column.id] === undefined ? `minmax(${width}px, 1fr)` : `${width}px`;
  });
  const template = [...(selectable ? [`${CHECK_BOX_WIDTH}px`] : []), ...widths].join(' ');

  return {
    columns,
    style: { '--grid-template': template } as CSSProperties,
    headerOf: (id) => headers.get(id),
    setWidth: (id, width) =>
      setSizing((before) => ({ ...before, [id]: Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, Math.round(width))) })),
    resizing: table.state.columnResizing.isResizingColumn,
  };
};
