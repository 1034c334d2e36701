/** Rows that are read, looked at and written at once. */
export const SLICE = 100;

/** Rows slice by slice, each read on from the key of the last row before, until a slice is not full. */
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

/** The key of what was told: every such row has an alert. */
export const alertOf = ({ alertId }: { readonly alertId: number | null }): number => alertId ?? Number.MAX_SAFE_INTEGER;
