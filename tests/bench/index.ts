import { measureAnswers } from './answers.ts';
import { measureChecks } from './checks.ts';
import { measureExport } from './export.ts';
import { countHistories } from './histories.ts';
import { countKills } from './kills.ts';
import { describeMachine } from './machine.ts';
import { type Bench, isBroken, type Measurement, ROUNDS } from './measure.ts';
import { countMonths } from './months.ts';
import { report } from './report.ts';
import { measureScroll } from './scroll.ts';
import { measureSearch } from './search.ts';
import { measureComputers } from './shared-desk.ts';
import { measureJoin } from './shared-join.ts';
import { measurePaint } from './shared-paint.ts';
import { countShops } from './shared-windows.ts';
import { measureYear } from './shared-year.ts';

import { measureStalls } from './stalls.ts';
import { measureGrowth, measureMemory, measureStart } from './start.ts';
import { measureTrash } from './trash.ts';

/**
 * `npm run bench [-- names]` prints the table of the app's targets, measured on this machine. A missed target is shown but
 * is not a failure; a count of something that must never happen is one.
 */
const benches = new Map<string, Bench>([
  ['start', measureStart],
  ['memory', measureMemory],
  ['growth', measureGrowth],
  ['export', measureExport],
  ['search', measureSearch],
  ['scroll', measureScroll],
  ['stalls', measureStalls],
  ['trash', measureTrash],
  ['answers', measureAnswers],
  ['check', measureChecks],
  ['shared-desk', measureComputers],
  ['shared-join', measureJoin],
  ['shared-year', measureYear],
  ['shared-paint', measurePaint],
  ['kills', countKills],
  ['histories', countHistories],
  ['months', countMonths],
  ['shared-windows', countShops],
]);

const names = [...benches.keys()];
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}; there are ${names.join(', ')}.`);

for (const line of await describeMachine()) console.log(line);
const measurements: Measurement[] = [];
for (const [name, bench] of benches) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`measuring ${name}…`);
  const measured = await bench();
  for (const line of report(measured)) console.log(line);
  measurements.push(...measured);
}
console.log(`\nMedians of ${ROUNDS} runs unless another sum is named; the spread is the middle half of them.\n`);
for (const line of report(measurements)) console.log(line);
if (measurements.some(isBroken)) process.exitCode = 1;
