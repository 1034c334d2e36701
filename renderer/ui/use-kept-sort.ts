import { useState } from 'react';
import type { GridSort } from './grid-column.ts';
import { readLocal, writeLocal } from './local-store.ts';

const isSort = (value: unknown): value is GridSort =>
  typeof value === 'object' &&
  value !== null &&
  'by' in value &&
  typeof value.by === 'string' &&
  'direction' in value &&
  (value.direction === 'asc' || value.direction === 'desc');

/**
 * A grid's sort, remembered under `storageKey`. `known` gives it back as the core knows it; what the core does not know,
 * be it asked for or remembered from another version, is not taken.
 */
export const useKeptSort = <S extends GridSort>(
  storageKey: string,
  known: (sort: GridSort) => S | undefined,
  initial: S,
): readonly [S, (wanted: GridSort) => void] => {
  const storage = `sort.${storageKey}`;
  const [sort, setSort] = useState<S>(() => {
    const kept = readLocal(storage, isSort);
    return (kept === undefined ? undefined : known(kept)) ?? initial;
  });
  return [
    sort,
    (wanted) => {
      const next = known(wanted);
      if (next === undefined) return;
      setSort(next);
      writeLocal(storage, next);
    },
  ];
};
