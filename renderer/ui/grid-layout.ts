import { isNumberRecord } from '../bridge/local-store.ts';
import type { GridColumn } from './grid-column.ts';

/**
 * The user's changes to the columns of a grid. A column that was added later is missing in `order`, and keeps its
 * place.
 */
export interface GridLayout {
  /** The widths in px of the columns that were resized. */
  readonly widths: Readonly<Record<string, number>>;
  readonly hidden: readonly string[];
  /** Column ids from left to right; empty until the user moves one. */
  readonly order: readonly string[];
}

type Identified = Pick<GridColumn<never>, 'id'>;

/**
 * The layout before the user has changed anything. `lacksRoom` says whether the window has no room for all columns, or
 * even for those that are not hidden first.
 */
export const plainLayout = (
  columns: readonly Pick<GridColumn<never>, 'id' | 'spare'>[],
  lacksRoom: { readonly forAll: boolean; readonly forMost: boolean },
): GridLayout => ({
  widths: {},
  hidden: columns
    .filter(({ spare }) => (spare === true && lacksRoom.forMost) || (spare === 'first' && lacksRoom.forAll))
    .map(({ id }) => id),
  order: [],
});

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** Whether a stored value is the layout of a grid. */
export const isGridLayout = (value: unknown): value is GridLayout =>
  typeof value === 'object' &&
  value !== null &&
  'widths' in value &&
  isNumberRecord(value.widths) &&
  'hidden' in value &&
  isTexts(value.hidden) &&
  'order' in value &&
  isTexts(value.order);

/** All columns in the user's order. A column that the order does not know stays behind the column that it followed. */
export const inOrder = <C extends Identified>(columns: readonly C[], order: readonly string[]): readonly C[] => {
  const byId = new Map(columns.map((column) => [column.id, column]));
  const result = order.flatMap((id) => byId.get(id) ?? []);
  columns.forEach((column, index) => {
    if (order.includes(column.id)) return;
    const before = columns[index - 1];
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, column);
  });
  return result;
};

/** The first column names the row. It can be moved, but not hidden. */
export const canHide = (columns: readonly Identified[], id: string): boolean => columns[0]?.id !== id;

/** The visible columns from left to right. */
export const shownColumns = <C extends Identified>(
  columns: readonly C[],
  { order, hidden }: GridLayout,
): readonly C[] => inOrder(columns, order).filter(({ id }) => !hidden.includes(id) || !canHide(columns, id));

/** Moves `id` to the place of `target`, and shifts the columns between them. */
export const movedTo = (ids: readonly string[], id: string, target: string): readonly string[] => {
  const to = ids.indexOf(target);
  if (to < 0 || !ids.includes(id)) return ids;
  return ids.filter((one) => one !== id).toSpliced(to, 0, id);
};

/** Moves a column one step among the visible ones, left (-1) or right (1), but not beyond the edge. */
export const movedBy = (
  all: readonly string[],
  shown: readonly string[],
  id: string,
  step: -1 | 1,
): readonly string[] => {
  const neighbour = shown[shown.indexOf(id) + step];
  return neighbour === undefined || !shown.includes(id) ? all : movedTo(all, id, neighbour);
};
