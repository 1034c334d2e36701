import { useMediaQuery } from '@mantine/hooks';
import { type CSSProperties, useEffect, useMemo, useState } from 'react';
import { readLocal, writeLocal } from '../bridge/local-store.ts';
import type { GridColumn } from './grid-column.ts';
import {
  canHide,
  type GridLayout,
  inOrder,
  isGridLayout,
  movedBy,
  movedTo,
  plainLayout,
  shownColumns,
} from './grid-layout.ts';

const CHECK_BOX_WIDTH = 36;
/** The width in px at the end of the header, for the column menu. */
const MENU_WIDTH = 30;
const MIN_WIDTH = 56;
const MAX_WIDTH = 900;
/** The px beside a grid that fills the screen: the open navigation and a scroll bar. */
const BESIDE = 212;

export interface GridColumns<Row> {
  /** The visible columns from left to right. The array stays the same until they change. */
  readonly columns: readonly GridColumn<Row>[];
  /** All columns in the user's order. */
  readonly all: readonly GridColumn<Row>[];
  readonly isShown: (id: string) => boolean;
  readonly canHide: (id: string) => boolean;
  readonly setShown: (id: string, shown: boolean) => void;
  readonly moveTo: (id: string, target: string) => void;
  readonly moveBy: (id: string, step: -1 | 1) => void;
  /** Sets the column template of header and rows as one CSS variable, so that resizing draws no cell again. */
  readonly style: CSSProperties;
  readonly setWidth: (id: string, width: number) => void;
  /** Makes a column wide enough for its content, until the grid is closed. A width that the user chose stays. */
  readonly widen: (id: string, width: number) => void;
  readonly isChanged: boolean;
  readonly reset: () => void;
}

const widthOf = (columns: readonly { readonly width: number }[]): number =>
  columns.reduce((sum, { width }) => sum + width, 0);

/** Whether the window is too narrow for a grid of this width in px, which would scroll sideways. */
const useIsNarrowerThan = (width: number): boolean =>
  useMediaQuery(`(max-width: ${width - 1}px)`, false, { getInitialValueInEffect: false });

/** The widths, order and visibility of a grid's columns, remembered under `storageKey`. */
export const useGridColumns = <Row>(
  columns: readonly GridColumn<Row>[],
  selectable: boolean,
  storageKey: string | undefined,
): GridColumns<Row> => {
  const storage = storageKey === undefined ? undefined : `columns.${storageKey}`;
  const [own, setOwn] = useState(() => (storage === undefined ? undefined : readLocal(storage, isGridLayout)));
  const [wide, setWide] = useState<Readonly<Record<string, number>>>({});
  const edges = (selectable ? CHECK_BOX_WIDTH : 0) + MENU_WIDTH;
  const forAll = useIsNarrowerThan(BESIDE + edges + widthOf(columns));
  const forMost = useIsNarrowerThan(BESIDE + edges + widthOf(columns.filter(({ spare }) => spare !== 'first')));
  const plain = useMemo(() => plainLayout(columns, { forAll, forMost }), [columns, forAll, forMost]);
  const change = (part: (before: GridLayout) => Partial<GridLayout>) =>
    setOwn((before = plain) => ({ ...before, ...part(before) }));
  const layout = own ?? plain;
  const { widths, hidden, order } = layout;
  const shown = useMemo(() => shownColumns(columns, { widths: {}, hidden, order }), [columns, hidden, order]);

  useEffect(() => {
    if (storage !== undefined) writeLocal(storage, own ?? null);
  }, [storage, own]);

  const minOf = (column: GridColumn<Row> | undefined) => column?.minWidth ?? MIN_WIDTH;
  const grows = (column: GridColumn<Row>) => (column.grow ?? false) !== false && widths[column.id] === undefined;
  const template = [
    ...(selectable ? [`${CHECK_BOX_WIDTH}px`] : []),
    ...shown.map((column) => {
      const width = Math.max(minOf(column), widths[column.id] ?? Math.max(column.width, wide[column.id] ?? 0));
      // Columns grow in proportion to their widths. Equal shares would make each of them as wide as the widest one, and
      // the grid would scroll sideways.
      const least = widths[column.id] === undefined ? (column.shrinksTo ?? width) : width;
      if (grows(column)) return `minmax(${least}px, ${column.grow === 'twice' ? 2 * width : width}fr)`;
      return least === width ? `${width}px` : `minmax(${least}px, ${width}px)`;
    }),
    shown.some(grows) ? `${MENU_WIDTH}px` : `minmax(${MENU_WIDTH}px, 1fr)`,
  ].join(' ');
  const idsOf = (some: readonly GridColumn<Row>[]) => some.map(({ id }) => id);

  return {
    columns: shown,
    all: inOrder(columns, order),
    isShown: (id) => shown.some((column) => column.id === id),
    canHide: (id) => canHide(columns, id),
    setShown: (id, wanted) =>
      change((before) => ({
        hidden: wanted ? before.hidden.filter((one) => one !== id) : [...new Set([...before.hidden, id])],
      })),
    moveTo: (id, target) => change((before) => ({ order: movedTo(idsOf(inOrder(columns, before.order)), id, target) })),
    moveBy: (id, step) =>
      change((before) => ({
        order: movedBy(idsOf(inOrder(columns, before.order)), idsOf(shownColumns(columns, before)), id, step),
      })),
    style: { '--grid-template': template } as CSSProperties,
    setWidth: (id, width) => {
      const least = minOf(columns.find((column) => column.id === id));
      const next = Math.min(MAX_WIDTH, Math.max(least, Math.round(width)));
      change((before) => ({ widths: { ...before.widths, [id]: next } }));
    },
    widen: (id, width) =>
      setWide((before) => ((before[id] ?? 0) >= width ? before : { ...before, [id]: Math.min(MAX_WIDTH, width) })),
    isChanged: own !== undefined,
    reset: () => setOwn(undefined),
  };
};
