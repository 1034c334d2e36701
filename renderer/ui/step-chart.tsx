import { useFormat } from '../i18n/use-format.ts';
import { ChartBubble } from './chart-bubble.tsx';
import { useChartCursor } from './chart-cursor.ts';
import { ChartPlot } from './chart-plot.tsx';
import { momentTicks, valueTicks } from './chart-ticks.ts';
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
  /** The exact text for a reading. */
  readonly formatValue: (value: number) => string;
  /** A short text for the scale, whose values are multiples of `leastStep`. */
  readonly formatScale: (value: number) => string;
  readonly leastStep: number;
}

const WIDTH = 600;
const HEIGHT = 100;

/**
 * Shows a value that stays the same until its next reading, so it is drawn in steps and never interpolated. The arrow
 * keys and the pointer give the exact values.
 */
export const StepChart = ({ label, points, formatValue, formatScale, leastStep }: StepChartProps) => {
  const format = useFormat();
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
        : { title: format.dateTime(point.at), lines: [formatValue(point.value)] };
    },
  });
  if (points.length === 0) return null;
  const known = points.map(({ value }) => value);
  const values = valueTicks(Math.min(...known), Math.max(...known), leastStep);
  const [low, high] = [values[0] ?? 0, values.at(-1) ?? 1];
  const y = (value: number) => (HEIGHT - ((value - low) / (high - low)) * HEIGHT).toFixed(1);
  const x = (at: number) => (fractionOf(at) * WIDTH).toFixed(1);
  const path = points
    .map(({ at, value }, index) => (index === 0 ? `M0 ${y(value)}` : `H${x(at)}V${y(value)}`))
    .join('');
  const at = fractionOf(points[cursor.active ?? 0]?.at ?? end);
  const marksFor = (most: number) => {
    const { unit, moments } = momentTicks(start, end, most);
    return moments.map((moment) => ({ at: fractionOf(moment), label: format.axis(moment, unit) }));
  };
  return (
    <ChartPlot values={values} formatValue={formatScale} marksFor={marksFor} plot={cursor.props}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className={styles.svg} aria-hidden>
        <path d={`${path}H${WIDTH}`} className={styles.line} />
      </svg>
      {cursor.active === null ? null : <span className={styles.mark} style={{ left: `${at * 100}%` }} />}
      <ChartBubble reading={cursor.reading} at={at} />
    </ChartPlot>
  );
};
