import { isNumberRecord } from '../bridge/local-store.ts';
import type { GridColumn } from './grid-column.ts';

/** What a user made of a grid's columns. Columns that came later are not in `order`: they keep the place they have. */
export interface GridLayout {
  /** Px by column; only of those that were changed. */
  readonly widths: Readonly<Record<string, number>>;
  readonly hidden: readonly string[];
  /** Ids from left to right; empty while nothing was moved. */
  readonly order: readonly string[];
}

type Identified = Pick<GridColumn<never>, 'id'>;

/** What the columns are before the user has changed any of them. */
export const plainLayout = (
  columns: readonly Pick<GridColumn<never>, 'id' | 'spare'>[],
  isNarrow: boolean,
): GridLayout => ({
  widths: {},
  hidden: isNarrow ? columns.filter(({ spare }) => spare === true).map(({ id }) => id) : [],
  order: [],
});

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

export const isGridLayout = (value: unknown): value is GridLayout =>
  typeof value === 'object' &&
  value !== null &&
  'widths' in value &&
  isNumberRecord(value.widths) &&
  'hidden' in value &&
  isTexts(value.hidden) &&
  'order' in value &&
  isTexts(value.order);

/** All columns in the user's order. One that the order does not know stays behind the one it stood behind. */
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

/** The first column names the row: it can be moved, but not hidden. */
export const canHide = (columns: readonly Identified[], id: string): boolean => columns[0]?.id !== id;

/** What is shown, from left to right. */
export const shownColumns = <C extends Identified>(
  columns: readonly C[],
  { order, hidden }: GridLayout,
): readonly C[] => inOrder(columns, order).filter(({ id }) => !hidden.includes(id) || !canHide(columns, id));

/** `id` goes to where `target` stands; what lies between moves up. */
export const movedTo = (ids: readonly string[], id: string, target: string): readonly string[] => {
  const to = ids.indexOf(target);
  if (to < 0 || !ids.includes(id)) return ids;
  return ids.filter((one) => one !== id).toSpliced(to, 0, id);
};

/** One step among the shown columns, left (-1) or right (1); at the edge it stays. */
export const movedBy = (
  all: readonly string[],
  shown: readonly string[],
  id: string,
  step: -1 | 1,
): readonly string[] => {
  const neighbour = shown[shown.indexOf(id) + step];
  return neighbour === undefined || !shown.includes(id) ? all : movedTo(all, id, neighbour);
};
