import { type Measurement, median, quantile, summarise } from './measure.ts';

const HEAD = ['what', 'app', 'spread', 'baseline', 'ratio', 'target', ''] as const;

const amount = (value: number, unit: Measurement['unit']): string =>
  `${value.toFixed(value < 10 && unit === 'ms' ? 1 : 0)} ${unit}`.trim();

/** The spread of the runs, from the first quartile to the third. */
const spread = (values: readonly number[], unit: Measurement['unit']): string =>
  values.length < 3 ? '' : `${quantile(values, 0.25).toFixed(0)}–${amount(quantile(values, 0.75), unit)}`;

const row = ({ what, unit, values, baseline, by, target }: Measurement): readonly string[] => {
  const value = summarise(values, by);
  const shown = [what, amount(value, unit), spread(values, unit)];
  if (baseline === undefined) return [...shown, '', '', ...verdict(value, target, unit)];
  const ratio = value / median(baseline);
  return [...shown, amount(median(baseline), unit), ratio.toFixed(2), ...verdict(ratio, target, '')];
};

const verdict = (value: number, target: number | undefined, unit: string): readonly [string, string] =>
  target === undefined ? ['', ''] : [`≤ ${target} ${unit}`.trim(), value <= target ? 'ok' : 'MISSED'];

/** The table, as lines of text. */
export const report = (measurements: readonly Measurement[]): readonly string[] => {
  const rows = [HEAD, ...measurements.map(row)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  return rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
};
