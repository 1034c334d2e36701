/** The number of rows that are read, checked and written at a time. */
export const SLICE = 100;

/** Yields rows in slices. Each slice starts after the key of the previous row; the first incomplete one is the last. */
export function* rowSlices<Row, Key>(
  first: Key,
  read: (after: Key) => readonly Row[],
  keyOf: (row: Row) => Key,
): Generator<readonly Row[]> {
  for (let after = first; ; ) {
    const rows = read(after);
    if (rows.length > 0) yield rows;
    const end = rows.at(-1);
    if (end === undefined || rows.length < SLICE) return;
    after = keyOf(end);
  }
}

/** Returns the id of a row's alert, as the key for slices of rows that all have one. */
export const alertOf = ({ alertId }: { readonly alertId: number | null }): number => alertId ?? Number.MAX_SAFE_INTEGER;
