import { CLIENT_DETAILS, type ClientTextName } from './client-fields.ts';

export type ClientFieldName = 'messengerId' | 'clientKey' | 'tags' | 'paidUntil' | ClientTextName;
/** The columns of a file about the client's money (sale-cells.ts). */
export const MONEY_COLUMNS = ['debt', 'prices'] as const;
type MoneyColumn = (typeof MONEY_COLUMNS)[number];
export type CsvColumn = ClientFieldName | MoneyColumn | 'ignore';

/** The meanings that several columns of a file can have together: their texts follow each other in one field. */
export const SHARED_COLUMNS: readonly CsvColumn[] = ['note'];

/** The client's fields in the order of exported files. */
export const CLIENT_FIELD_NAMES: readonly ClientFieldName[] = ['messengerId', 'clientKey', ...CLIENT_DETAILS];
/** The meanings that a column of a file can have. */
export const CSV_COLUMNS: readonly CsvColumn[] = [...CLIENT_FIELD_NAMES, ...MONEY_COLUMNS, 'ignore'];

/**
 * Returns why the columns cannot be imported yet; empty if they can. `keyFromId`: a client without a key gets one from
 * the id.
 */
export const columnProblems = (
  columns: readonly CsvColumn[],
  keyFromId = false,
): readonly ('no-id' | 'no-key' | 'repeated')[] => {
  const used = columns.filter((column) => column !== 'ignore');
  const single = used.filter((column) => !SHARED_COLUMNS.includes(column));
  return [
    ...(used.includes('messengerId') ? [] : (['no-id'] as const)),
    ...(keyFromId || used.includes('clientKey') ? [] : (['no-key'] as const)),
    ...(new Set(single).size === single.length ? [] : (['repeated'] as const)),
  ];
};
