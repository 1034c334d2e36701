import { measureExport } from './export.ts';
import { countKills } from './kills.ts';
import { type Bench, type Measurement, ROUNDS } from './measure.ts';
import { measureStart } from './start.ts';

/** `npm run bench [-- names]`: a table of ratios, and a table of what must be 0. A miss is shown, and is no failure. */
const benches = new Map<string, Bench>([
  ['start', measureStart],
  ['export', measureExport],
]);

const counts = new Map([['kills', countKills]]);

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

const names = [...benches.keys(), ...counts.keys()];
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}; there are ${names.join(', ')}.`);
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name);

const measurements: Measurement[] = [];
for (const [name, bench] of benches) {
  if (!isWanted(name)) continue;
  console.log(`measuring ${name}…`);
  measurements.push(...(await bench()));
}
const counted: (readonly string[])[] = [];
for (const [name, bench] of counts) {
  if (!isWanted(name)) continue;
  console.log(`counting ${name}…`);
  counted.push(...(await bench()).map(([what, count, target]) => [what, `${count}`, `${target}`]));
}
if (measurements.length > 0) {
  console.log(`\nMedians of ${ROUNDS} runs:\n`);
  print([['what', 'app', 'baseline', 'ratio', 'target', ''], ...measurements.map(row)]);
}
if (counted.length > 0) {
  console.log('');
  print([['what', 'count', 'target'], ...counted]);
}
