import { type RefObject, useEffect, useRef } from 'react';

/**
 * Widens the columns of numbers and sums in which a shown row is cut. Half a number is a wrong number, so names give way
 * instead. It looks when rows have arrived and the window is idle, and not while somebody scrolls.
 */
export const useWholeNumbers = (
  table: RefObject<HTMLTableElement | null>,
  version: number,
  widen: (id: string, width: number) => void,
): void => {
  const newest = useRef(widen);
  newest.current = widen;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version has other rows.
  useEffect(() => {
    let isOver = false;
    const look = () => {
      if (isOver) return;
      const cells = [...(table.current?.querySelectorAll<HTMLElement>('td[data-align="end"]') ?? [])];
      for (const { scrollWidth, clientWidth, dataset } of cells)
        if (scrollWidth > clientWidth && dataset.column !== undefined) newest.current(dataset.column, scrollWidth);
    };
    // Another face would be measured before the app's own one is there. Asking for `ready` lays the page out, which a key
    // press must not wait for.
    const idle = requestIdleCallback(() => void document.fonts.ready.then(look));
    return () => {
      isOver = true;
      cancelIdleCallback(idle);
    };
  }, [table, version]);
};
