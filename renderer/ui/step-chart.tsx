import styles from './step-chart.module.css';

interface Point {
  readonly at: number;
  readonly value: number;
}

interface StepChartProps {
  /** What it shows, in words, with its newest value. */
  readonly label: string;
  /** Oldest first. */
  readonly points: readonly Point[];
  readonly formatValue: (value: number) => string;
  readonly first: string;
  readonly last: string;
}

const WIDTH = 600;
const HEIGHT = 100;

/** A value that holds until its next reading, so it is drawn in steps and never interpolated. */
export const StepChart = ({ label, points, formatValue, first, last }: StepChartProps) => {
  const [start, end] = [points[0], points.at(-1)];
  if (start === undefined || end === undefined) return null;
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (at: number) => (end.at === start.at ? WIDTH : ((at - start.at) / (end.at - start.at)) * WIDTH);
  const y = (value: number) => (high === low ? HEIGHT / 2 : HEIGHT - ((value - low) / (high - low)) * HEIGHT);
  const path = points
    .map(({ at, value }, index) => (index === 0 ? `M0 ${y(value)}` : `H${x(at).toFixed(1)}V${y(value).toFixed(1)}`))
    .join('');
  return (
    <div className={styles.chart} role="img" aria-label={label}>
      <div className={styles.scale}>
        <span>{formatValue(high)}</span>
        {high === low ? null : <span>{formatValue(low)}</span>}
      </div>
      <svg viewBox={`-2 -4 ${WIDTH + 4} ${HEIGHT + 8}`} preserveAspectRatio="none" className={styles.plot} aria-hidden>
        <path d={`${path}H${WIDTH}`} className={styles.line} />
      </svg>
      <div className={styles.ends}>
        <span>{first}</span>
        <span>{last}</span>
      </div>
    </div>
  );
};
