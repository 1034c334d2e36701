import { measureExport } from './export.ts';
import { type Bench, type Measurement, ROUNDS } from './measure.ts';
import { measureStart } from './start.ts';

/** `npm run bench [-- names]`: one table, a ratio in every row. Numbers are no tests: a miss is shown, and is no failure. */
const benches = new Map<string, Bench>([
  ['start', measureStart],
  ['export', measureExport],
]);

const row = ({ what, unit, value, baseline, target }: Measurement): readonly string[] => {
  const ratio = value / baseline;
  const verdict = ratio <= target ? 'reached' : 'missed';
  return [
    what,
    `${value.toFixed(0)} ${unit}`,
    `${baseline.toFixed(0)} ${unit}`,
    ratio.toFixed(2),
    `≤ ${target}`,
    verdict,
  ];
};

const print = (rows: readonly (readonly string[])[]): void => {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0))) ?? [];
  for (const cells of rows) console.log(cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !benches.has(name));
if (unknown.length > 0)
  throw new Error(`There is no ${unknown.join(', ')}; there are ${[...benches.keys()].join(', ')}.`);
const measurements: Measurement[] = [];
for (const [name, bench] of benches) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`measuring ${name}…`);
  measurements.push(...(await bench()));
}
console.log(`\nMedians of ${ROUNDS} runs:\n`);
print([['what', 'app', 'baseline', 'ratio', 'target', ''], ...measurements.map(row)]);
