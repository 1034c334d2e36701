import { midnightOf } from '#shared/domain/local-date.ts';
import { useFormat } from '../i18n/use-format.ts';
import chart from './chart.module.css';
import { ChartBubble } from './chart-bubble.tsx';
import { useChartCursor } from './chart-cursor.ts';
import { type ChartMark, ChartPlot } from './chart-plot.tsx';
import { dayTicks, valueTicks } from './chart-ticks.ts';
import styles from './column-chart.module.css';

interface ChartColumn {
  /** The day (YYYY-MM-DD) or the month (YYYY-MM) of the column. */
  readonly key: string;
  /** The same in full. */
  readonly label: string;
  /** One value of at least 0 for each series; the values are stacked. */
  readonly values: readonly number[];
}

interface ChartSeries {
  readonly name: string;
  /** A colour of the theme (theme/variables.ts); the accent if omitted. */
  readonly hue?: string | undefined;
}

interface ColumnChartProps {
  /** Says what the chart shows. */
  readonly label: string;
  /** At most four stacked series, which their patterns tell apart. A single series gets no legend. */
  readonly series: readonly ChartSeries[];
  /** Consecutive days or months, the oldest first. */
  readonly columns: readonly ChartColumn[];
  /** Formats a value exactly. */
  readonly formatValue: (value: number) => string;
  /** A short text for the scale, whose values are multiples of `leastStep`. */
  readonly formatScale: (value: number) => string;
  readonly leastStep: number;
  /** Names the sum of several series. */
  readonly sumLabel?: string;
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

const MONTH_KEY = /^\d{4}-\d{2}$/;

/** Every month, or every second, third … where not all fit; the last one always. */
const monthsOf = (keys: readonly string[], most: number): readonly string[] => {
  const every = Math.ceil(keys.length / most);
  return keys.filter((_, index) => (keys.length - 1 - index) % every === 0);
};

/** Shows values over time as columns. The arrow keys and the pointer give the exact values. */
export const ColumnChart = (props: ColumnChartProps) => {
  const { label, series, columns, formatValue, formatScale, leastStep, sumLabel } = props;
  const format = useFormat();
  const values = valueTicks(0, Math.max(...columns.map(({ values: parts }) => sumOf(parts)), 0), leastStep);
  const top = values.at(-1) ?? 1;
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
        .map(({ name }, at) => ({ name, value: column.values[at] ?? 0 }))
        .filter(({ value }) => value > 0);
      const lines = parts.map(({ name, value }) => `${name}: ${formatValue(value)}`);
      const sum = formatValue(sumOf(column.values));
      if (parts.length === 1) return { title: column.label, lines };
      return { title: column.label, lines: [...lines, sumLabel === undefined ? sum : `${sumLabel}: ${sum}`] };
    },
  });
  const centreOf = (index: number): number => (index + 0.5) / columns.length;
  const keys = columns.map(({ key }) => key);
  const marksFor = (most: number): readonly ChartMark[] => {
    const [first = '', last = ''] = [keys[0], keys.at(-1)];
    if (first === '') return [];
    const { unit, days } = MONTH_KEY.test(first)
      ? { unit: 'month' as const, days: monthsOf(keys, most) }
      : dayTicks(first, last, most);
    return days.map((key) => ({
      at: centreOf(keys.indexOf(key)),
      label: format.axis(midnightOf(unit === 'month' ? `${key.slice(0, 7)}-01` : key) ?? 0, unit),
    }));
  };
  return (
    <div>
      <ChartPlot values={values} formatValue={formatScale} marksFor={marksFor} plot={cursor.props}>
        <div className={styles.columns}>
          {columns.map(({ key, values: parts }, index) => (
            <span key={key} className={styles.slot} data-active={index === cursor.active || undefined}>
              <span className={styles.column} style={{ height: `${(sumOf(parts) / top) * 100}%` }}>
                {series.map(({ name, hue }, at) =>
                  (parts[at] ?? 0) === 0 ? null : (
                    <span
                      key={name}
                      className={chart.series}
                      data-series={at}
                      style={{ ...hueOf(hue), flexGrow: parts[at] }}
                    />
                  ),
                )}
              </span>
            </span>
          ))}
        </div>
        <ChartBubble reading={cursor.reading} at={centreOf(cursor.active ?? 0)} />
      </ChartPlot>
      {isStacked ? (
        <ul className={chart.legend}>
          {series.map(({ name, hue }, at) => (
            <li key={name}>
              <span className={`${chart.swatch} ${chart.series}`} data-series={at} style={hueOf(hue)} />
              {name}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
};

const hueOf = (hue: string | undefined): object => (hue === undefined ? {} : { '--hue': hue });
