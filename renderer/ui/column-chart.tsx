import chart from './chart.module.css';
import { ChartBubble } from './chart-bubble.tsx';
import { useChartCursor } from './chart-cursor.ts';
import styles from './column-chart.module.css';

interface ChartColumn {
  readonly key: string;
  /** The subject of the column, such as a day. */
  readonly label: string;
  /** One value of at least 0 for each series; the values are stacked. */
  readonly values: readonly number[];
}

interface ColumnChartProps {
  /** Says what the chart shows. */
  readonly label: string;
  /** The names of at most three stacked series. A single series gets no legend. */
  readonly series: readonly string[];
  readonly columns: readonly ChartColumn[];
  /** Formats a value exactly. */
  readonly formatValue: (value: number) => string;
  /** The sum of the highest column, at the top of the plot. */
  readonly top: string;
  /** Names the sum of several series. */
  readonly sumLabel?: string;
  readonly first: string;
  readonly last: string;
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Shows values over time as columns. The arrow keys and the pointer give the exact values. */
export const ColumnChart = (props: ColumnChartProps) => {
  const { label, series, columns, formatValue, top, sumLabel, first, last } = props;
  const largest = Math.max(...columns.map(({ values }) => sumOf(values)), 1);
  const isStacked = series.length > 1;
  const cursor = useChartCursor({
    label,
    count: columns.length,
    indexAt: (fraction) => Math.floor(fraction * columns.length),
    read: (index) => {
      const column = columns[index];
      if (column === undefined) return { title: '', lines: [] };
      if (!isStacked) return { title: column.label, lines: [formatValue(column.values[0] ?? 0)] };
      const parts = series
        .map((name, at) => ({ name, value: column.values[at] ?? 0 }))
        .filter(({ value }) => value > 0);
      const lines = parts.map(({ name, value }) => `${name}: ${formatValue(value)}`);
      const sum = formatValue(sumOf(column.values));
      if (parts.length === 1) return { title: column.label, lines };
      return { title: column.label, lines: [...lines, sumLabel === undefined ? sum : `${sumLabel}: ${sum}`] };
    },
  });
  return (
    <div>
      <span className={styles.top}>{top}</span>
      <div className={styles.columns} {...cursor.props}>
        {columns.map(({ key, values }, index) => (
          <span key={key} className={styles.slot} data-active={index === cursor.active || undefined}>
            <span className={styles.column} style={{ height: `${(sumOf(values) / largest) * 100}%` }}>
              {series.map((name, at) =>
                (values[at] ?? 0) === 0 ? null : (
                  <span key={name} className={chart.series} data-series={at} style={{ flexGrow: values[at] }} />
                ),
              )}
            </span>
          </span>
        ))}
        <ChartBubble reading={cursor.reading} at={((cursor.active ?? 0) + 0.5) / columns.length} />
      </div>
      <div className={styles.ends}>
        <span>{first}</span>
        <span>{last}</span>
      </div>
      {isStacked ? (
        <ul className={chart.legend}>
          {series.map((name, at) => (
            <li key={name}>
              <span className={`${chart.swatch} ${chart.series}`} data-series={at} />
              {name}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
};
