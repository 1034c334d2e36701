import styles from './chart.module.css';
import type { ChartReading } from './chart-cursor.ts';

interface ChartBubbleProps {
  readonly reading: ChartReading | null;
  /** The position within the plot, from 0 (left) to 1. */
  readonly at: number;
}

/** Shows the exact values under the cursor. Assistive technology gets them from the chart itself. */
export const ChartBubble = ({ reading, at }: ChartBubbleProps) =>
  reading === null ? null : (
    <div
      aria-hidden
      className={styles.bubble}
      style={at < 0.5 ? { left: `${at * 100}%` } : { right: `${(1 - at) * 100}%` }}
    >
      <strong>{reading.title}</strong>
      {reading.lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  );
