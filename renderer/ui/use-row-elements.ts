import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useRef, useState } from 'react';

/** Rows drawn above and below the visible ones, ready for the mouse wheel. */
const OVERSCAN = 12;
/** During a long jump the rows around the viewport are not worth drawing until the scrolling ends. */
const OVERSCAN_OF_JUMP = 1;
/**
 * The number of row elements is a multiple of this, so that one row more or less does not change the order of reuse.
 */
const POOL_STEP = 16;

interface RowElementsOptions {
  readonly count: number;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly rowHeight: number;
  /** The px of the viewport's top that are covered. */
  readonly covered: number;
}

/**
 * Decides which rows are drawn in which elements. Elements are reused in rotation. A long jump then changes only their
 * text, instead of restyling the whole body, and keeps their order.
 */
export const useRowElements = ({ count, scroller, rowHeight, covered }: RowElementsOptions) => {
  const virtualizerSoFar = useRef<Virtualizer<HTMLDivElement, Element>>(undefined);
  /** `base` is the row in the first element of the pool. */
  const [place] = useState({ start: 0, base: 0, pool: 0 });
  const [whileScrolling] = useState(() => (range: Range): number[] => {
    const isJump = Math.abs(range.startIndex - place.start) > range.endIndex - range.startIndex;
    place.start = range.startIndex;
    const indexes = defaultRangeExtractor(isJump ? { ...range, overscan: OVERSCAN_OF_JUMP } : range);
    if (isJump) place.base = indexes[0] ?? 0;
    return indexes;
  });

  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    // The rows around the viewport are drawn when the scrolling has ended.
    rangeExtractor: virtualizerSoFar.current?.isScrolling === true ? whileScrolling : defaultRangeExtractor,
    scrollPaddingStart: covered,
    paddingStart: 0,
  });
  virtualizerSoFar.current = virtualizer;

  const items = virtualizer.getVirtualItems();
  place.pool = Math.max(place.pool, Math.ceil((items.length + 1) / POOL_STEP) * POOL_STEP);
  return {
    virtualizer,
    items,
    /** The index of the element that shows the row. */
    elementOf: (index: number): number => (((index - place.base) % place.pool) + place.pool) % place.pool,
  };
};
