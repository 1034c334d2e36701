import { ChartBubble } from './chart-bubble.tsx';
import { useChartCursor } from './chart-cursor.ts';
import styles from './step-chart.module.css';

interface Point {
  /** Milliseconds since the epoch, UTC. */
  readonly at: number;
  readonly value: number;
}

interface StepChartProps {
  /** Says what the chart shows. */
  readonly label: string;
  /** The oldest point comes first. */
  readonly points: readonly Point[];
  /** A short text for the scale. */
  readonly formatValue: (value: number) => string;
  /** The exact text for a reading. */
  readonly formatExact: (value: number) => string;
  readonly formatTime: (at: number) => string;
  readonly first: string;
  readonly last: string;
}

const WIDTH = 600;
const HEIGHT = 100;

/**
 * Shows a value that stays the same until its next reading, so it is drawn in steps and never interpolated. The arrow
 * keys and the pointer give the exact values.
 */
export const StepChart = (props: StepChartProps) => {
  const { label, points, formatValue, formatExact, formatTime, first, last } = props;
  const [start, end] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0];
  const fractionOf = (at: number): number => (end === start ? 1 : (at - start) / (end - start));
  const cursor = useChartCursor({
    label,
    count: points.length,
    // Finds the reading that was valid at that moment.
    indexAt: (fraction) => points.findLastIndex(({ at }) => fractionOf(at) <= fraction),
    read: (index) => {
      const point = points[index];
      return point === undefined
        ? { title: '', lines: [] }
        : { title: formatTime(point.at), lines: [formatExact(point.value)] };
    },
  });
  if (points.length === 0) return null;
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const y = (value: number) => (high === low ? HEIGHT / 2 : HEIGHT - ((value - low) / (high - low)) * HEIGHT);
  const x = (at: number) => (fractionOf(at) * WIDTH).toFixed(1);
  const path = points
    .map(({ at, value }, index) => (index === 0 ? `M0 ${y(value)}` : `H${x(at)}V${y(value).toFixed(1)}`))
    .join('');
  const at = fractionOf(points[cursor.active ?? 0]?.at ?? end);
  return (
    <div className={styles.chart}>
      <div className={styles.scale}>
        <span>{formatValue(high)}</span>
        {high === low ? null : <span>{formatValue(low)}</span>}
      </div>
      <div className={styles.plot} {...cursor.props}>
        <svg viewBox={`-2 -4 ${WIDTH + 4} ${HEIGHT + 8}`} preserveAspectRatio="none" className={styles.svg} aria-hidden>
          <path d={`${path}H${WIDTH}`} className={styles.line} />
        </svg>
        {cursor.active === null ? null : <span className={styles.mark} style={{ left: `${at * 100}%` }} />}
        <ChartBubble reading={cursor.reading} at={at} />
      </div>
      <div className={styles.ends}>
        <span>{first}</span>
        <span>{last}</span>
      </div>
    </div>
  );
};
