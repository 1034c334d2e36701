import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useEffect, useRef } from 'react';
import styles from './virtual-lines.module.css';

const LINE_HEIGHT = 20;

interface VirtualLinesProps {
  /** Accessible name: "Lines of the list …". */
  readonly label: string;
  readonly lineCount: number;
  /** `undefined` while on its way. */
  readonly getLine: (index: number) => string | undefined;
  readonly onRangeChange: (from: number, to: number) => void;
  /** Scrolls to the top when it changes. */
  readonly resetKey?: string;
}

/**
 * Monospace lines of a list of any length, numbered; only those on the screen exist. Feed it from
 * `useWindowedRows<string>`. Scrolls with the keyboard; the lines can be selected, their numbers cannot.
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

  // A scrolling region without controls must be reachable for the keyboard to scroll it.
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
