import styles from './chart.module.css';
import type { ChartReading } from './chart-cursor.ts';

interface ChartBubbleProps {
  readonly reading: ChartReading | null;
  /** 0…1 from the left of the plot. */
  readonly at: number;
}

/** The exact values under the cursor; the chart itself tells them to assistive technology. */
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
