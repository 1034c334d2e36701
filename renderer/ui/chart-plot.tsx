import { useElementSize } from '@mantine/hooks';
import { Fragment, type HTMLAttributes, type ReactNode } from 'react';
import styles from './chart-plot.module.css';

/** A named place on the axis of time. */
export interface ChartMark {
  /** The position within the plot, from 0 (left) to 1. */
  readonly at: number;
  readonly label: string;
}

interface ChartPlotProps {
  /** The round values of the scale at equal distances, the lowest first (chart-ticks.ts). */
  readonly values: readonly number[];
  readonly formatValue: (value: number) => string;
  /** Returns the marks of the axis of time, at most `most` of them. */
  readonly marksFor: (most: number) => readonly ChartMark[];
  /** The handlers and the role of the plot (chart-cursor.ts). */
  readonly plot: HTMLAttributes<HTMLElement>;
  /** Is drawn over the lines of the scale, and fills the plot. */
  readonly children: ReactNode;
}

/** A label of the axis of time and the space to the next one, in px. */
const LABEL = 64;
/** Before the plot is measured it is taken for a narrow one. */
const NARROW = 5 * LABEL;

/**
 * The axes around a chart: values at the left with a line for each, and times below. Assistive technology reads the
 * values from the chart itself.
 */
export const ChartPlot = ({ values, formatValue, marksFor, plot, children }: ChartPlotProps) => {
  const { ref, width } = useElementSize();
  const length = width === 0 ? NARROW : width;
  const marks = marksFor(Math.max(1, Math.floor(length / LABEL)));
  /** A label at the very end would reach out of the chart. */
  const endOf = (at: number): 'start' | 'end' | undefined =>
    at * length < LABEL / 2 ? 'start' : (1 - at) * length < LABEL / 2 ? 'end' : undefined;
  return (
    <div className={styles.axes}>
      <div className={styles.scale} aria-hidden>
        {values.map((value) => (
          <span key={value}>{formatValue(value)}</span>
        ))}
      </div>
      <div ref={ref} className={styles.plot} {...plot}>
        <div className={styles.lines} aria-hidden>
          {values.map((value) => (
            <span key={value} />
          ))}
        </div>
        {children}
      </div>
      <div className={styles.times} aria-hidden>
        {marks.map(({ at, label }) => (
          <Fragment key={at}>
            <span className={styles.mark} style={{ left: `${at * 100}%` }} />
            <span className={styles.time} data-end={endOf(at)} style={{ left: `${at * 100}%` }}>
              {label}
            </span>
          </Fragment>
        ))}
      </div>
    </div>
  );
};
