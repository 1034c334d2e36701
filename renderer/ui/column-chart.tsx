import styles from './column-chart.module.css';

interface Column {
  readonly key: string;
  /** 0 or more. */
  readonly value: number;
  /** Name and value, for the pointer that rests on it. */
  readonly title: string;
}

interface ColumnChartProps {
  /** What the whole of it shows; the same numbers must stand in a table beside it. */
  readonly label: string;
  readonly columns: readonly Column[];
  /** The largest value, the middle one is half of it. */
  readonly top: string;
  readonly first: string;
  readonly last: string;
}

/** Values over time as columns. A picture for the eye; assistive technology gets its label and reads the table. */
export const ColumnChart = ({ label, columns, top, first, last }: ColumnChartProps) => {
  const largest = Math.max(...columns.map(({ value }) => value), 1);
  return (
    <div className={styles.chart} role="img" aria-label={label}>
      <span className={styles.top}>{top}</span>
      <div className={styles.columns}>
        {columns.map(({ key, value, title }) => (
          <span key={key} className={styles.slot} title={title}>
            <span
              className={styles.column}
              data-empty={value === 0 || undefined}
              style={{ height: `${(value / largest) * 100}%` }}
            />
          </span>
        ))}
      </div>
      <div className={styles.ends}>
        <span>{first}</span>
        <span>{last}</span>
      </div>
    </div>
  );
};
