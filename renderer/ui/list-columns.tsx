import type { ReactNode } from 'react';
import type { CsvCell } from '#shared/domain/csv-writer.ts';
import type { ListColumn } from '#shared/domain/list-column.ts';
import type { Format } from '../i18n/format.ts';
import { copiedNumber, copiedTime } from './copied-cells.ts';
import type { GridColumn } from './grid-column.ts';

interface Cell<Row> {
  /**
   * Draws a cell. It runs for every row that scrolls past, so it must not use components that subscribe or translate.
   */
  readonly render: (row: Row) => ReactNode;
  readonly title?: (row: Row) => string;
  readonly copied?: (row: Row) => CsvCell;
  readonly edit?: NonNullable<GridColumn<Row>['edit']>;
}

type SpecialId<Column extends ListColumn> = Extract<Column, { readonly cell: 'special' }>['id'];

/** `<bdi>` keeps a Hebrew or Arabic text from reordering the cells beside it. */
const plainCell = <Row,>({ cell, id }: ListColumn, format: Format): Cell<Row> => {
  const textOf = (row: Row): string => String(Reflect.get(Object(row), id) ?? '');
  const numberOf = (row: Row): number | null => {
    const value: unknown = Reflect.get(Object(row), id);
    return typeof value === 'number' ? value : null;
  };
  const written = (write: (value: number) => string) => (row: Row) => {
    const value = numberOf(row);
    return value === null ? '' : write(value);
  };
  switch (cell) {
    case 'number':
      return { render: textOf, title: textOf, copied: (row) => numberOf(row) ?? '' };
    case 'gb':
      return { render: written(format.gbNumber), copied: (row) => copiedNumber(numberOf(row)) };
    case 'date':
      return {
        render: written(format.date),
        title: written(format.exact),
        copied: (row) => copiedTime(numberOf(row)),
      };
    default:
      return { render: (row) => <bdi>{textOf(row)}</bdi>, title: textOf };
  }
};

/**
 * The declared columns of a list with their words and cells. Keep the result, because a new one draws all rows again.
 */
export const gridColumns = <Row, Column extends ListColumn>(
  columns: readonly Column[],
  special: Readonly<Record<SpecialId<Column>, Cell<Row>>>,
  header: (id: Column['id']) => string,
  format: Format,
): readonly GridColumn<Row>[] => {
  const own = new Map<string, Cell<Row>>(Object.entries(special));
  return columns.map((column) => ({
    ...column,
    header: header(column.id),
    ...(own.get(column.id) ?? plainCell<Row>(column, format)),
  }));
};
