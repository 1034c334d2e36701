import { useTranslation } from 'react-i18next';
import { MOST_COPIED_ROWS, readRows, rowsAsText } from './copy-rows.ts';
import { copyText } from './copy-text.ts';
import type { GridColumn } from './grid-column.ts';
import { doneToast, errorToast, failureToast } from './undo-toast.tsx';
import type { FetchPage } from './use-windowed-rows.ts';

interface CopiedGrid<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly getRowId: (row: Row) => string;
  readonly selection: ReadonlySet<string>;
  /** Reads the whole list, of which the selected rows are a part. */
  readonly fetchPage?: FetchPage<Row> | undefined;
}

/** Returns a function that copies the selected rows of a grid, or the given one if none is selected, as a table. */
export const useCopyRows = <Row>({ columns, getRowId, selection, fetchPage }: CopiedGrid<Row>) => {
  const { t } = useTranslation();
  const put = (rows: readonly Row[]): void => {
    if (copyText(rowsAsText(columns, rows))) doneToast(t('grid.copied', { count: rows.length }));
    else failureToast(t('grid.notCopied'));
  };
  return async (row: Row | undefined): Promise<void> => {
    if (selection.size === 0 || fetchPage === undefined) {
      if (row !== undefined) put([row]);
      return;
    }
    if (selection.size > MOST_COPIED_ROWS) {
      failureToast(t('grid.tooManyToCopy', { max: MOST_COPIED_ROWS }));
      return;
    }
    const rows = await readRows(fetchPage, getRowId, selection);
    if (rows.ok) put(rows.value);
    else errorToast(rows.error);
  };
};
