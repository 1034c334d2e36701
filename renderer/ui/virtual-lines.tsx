import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useEffect, useRef } from 'react';
import styles from './virtual-lines.module.css';

const LINE_HEIGHT = 20;

interface VirtualLinesProps {
  /** The accessible name: "Lines of the list …". */
  readonly label: string;
  readonly lineCount: number;
  /** Returns `undefined` while the line is loading. */
  readonly getLine: (index: number) => string | undefined;
  readonly onRangeChange: (from: number, to: number) => void;
  /** Another key scrolls to the top. */
  readonly resetKey?: string;
}

/**
 * Numbered monospace lines of a list of any length. Only the visible ones exist. Feed it from
 * `useWindowedRows<string>`. The keyboard scrolls it, and the user can select the lines but not their numbers.
 */
export const VirtualLines = ({ label, lineCount, getLine, onRangeChange, resetKey }: VirtualLinesProps) => {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: lineCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 20,
  });
  const items = virtualizer.getVirtualItems();
  const from = items[0]?.index ?? 0;
  const to = items.at(-1)?.index ?? 0;
  useEffect(() => onRangeChange(from, to), [onRangeChange, from, to]);

  const shownKey = useRef(resetKey);
  useEffect(() => {
    if (shownKey.current !== resetKey) scroller.current?.scrollTo({ top: 0, left: 0 });
    shownKey.current = resetKey;
  }, [resetKey]);

  // A scrolling region without controls must be focusable, or the keyboard could not scroll it.
  const region = { role: 'region', tabIndex: 0, 'aria-label': label } as const;
  return (
    <div ref={scroller} {...region} className={styles.scroller}>
      <div
        className={styles.lines}
        style={{ height: virtualizer.getTotalSize(), '--digits': String(lineCount).length } as CSSProperties}
      >
        {items.map((item) => (
          <div key={item.index} className={styles.line} style={{ transform: `translateY(${item.start}px)` }}>
            <span className={styles.number} aria-hidden>
              {item.index + 1}
            </span>
            <code className={`${styles.text} selectable`}>{getLine(item.index) ?? ' '}</code>
          </div>
        ))}
      </div>
    </div>
  );
};
