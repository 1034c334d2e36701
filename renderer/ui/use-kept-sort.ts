import { useCallback, useMemo, useState } from 'react';
import { readLocal, writeLocal } from '../bridge/local-store.ts';
import { changeLinkedSort, useLinkedSort } from '../nav/views.ts';
import type { GridSort } from './grid-column.ts';

/** A sort by one of the columns that the core can sort by. */
export interface SortBy<By extends string> extends GridSort {
  readonly by: By;
}

const isSort = (value: unknown): value is GridSort =>
  typeof value === 'object' &&
  value !== null &&
  'by' in value &&
  typeof value.by === 'string' &&
  'direction' in value &&
  (value.direction === 'asc' || value.direction === 'desc');

const known = <By extends string>(sorts: readonly By[], { by, direction }: GridSort): SortBy<By> | undefined => {
  const one = sorts.find((name) => name === by);
  return one === undefined ? undefined : { by: one, direction };
};

/**
 * The sort of a grid, remembered under `storageKey`. Only columns in `sorts` are accepted, whether they are requested
 * or remembered by another version. A screen that a link opened with an order shows that one, and the remembered sort
 * stays as it is.
 */
export const useKeptSort = <By extends string>(
  storageKey: string,
  sorts: readonly By[],
  initial: SortBy<By>,
): readonly [SortBy<By>, (wanted: GridSort) => void] => {
  const storage = `sort.${storageKey}`;
  const [sort, setSort] = useState<SortBy<By>>(() => {
    const kept = readLocal(storage, isSort);
    return (kept === undefined ? undefined : known(sorts, kept)) ?? initial;
  });
  const linked = useLinkedSort(storageKey);
  const shown = useMemo(() => (linked === undefined ? undefined : known(sorts, linked)), [linked, sorts]);
  const change = useCallback(
    (wanted: GridSort) => {
      const next = known(sorts, wanted);
      if (next === undefined || changeLinkedSort(storageKey, next)) return;
      setSort(next);
      writeLocal(storage, next);
    },
    [sorts, storage, storageKey],
  );
  return [shown ?? sort, change];
};
