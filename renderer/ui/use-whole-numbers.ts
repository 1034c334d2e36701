import { type RefObject, useEffect, useRef } from 'react';

/** The px at both sides of a cell together (data-grid.module.css). */
const PADDING = 20;

/**
 * The width in px in which the text of a cell is whole. `scrollWidth` is rounded, and a text that is cut by less than half a
 * pixel already ends in dots.
 */
const wholeWidth = (cell: HTMLElement): number => {
  const text = document.createRange();
  text.selectNodeContents(cell);
  return Math.ceil(text.getBoundingClientRect().width) + PADDING;
};

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
      for (const cell of cells) {
        const { column } = cell.dataset;
        const wanted = wholeWidth(cell);
        if (wanted > cell.clientWidth && column !== undefined) newest.current(column, wanted);
      }
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
