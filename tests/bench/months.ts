import { playMonth } from '../support/month/play-month.ts';
import type { Bench } from './measure.ts';

const MONTHS = 20;
const DAYS = 30;

/** Plays months of standing orders, with other seeds every day, and counts those that end with a violation. */
export const countMonths: Bench = async () => {
  const first = Math.floor(Date.now() / 86_400_000) * MONTHS;
  let [wrong, bySelf] = [0, 0];
  for (let seed = first; seed < first + MONTHS; seed += 1) {
    const month = await playMonth(seed, DAYS);
    bySelf += month.bySelf;
    if (month.wrong.length === 0) continue;
    wrong += 1;
    console.log(JSON.stringify({ seed, wrong: month.wrong }));
  }
  return [
    {
      what: `months of standing orders of ${MONTHS} (${bySelf} purchases) that paid twice or too much, or forgot something`,
      unit: '',
      values: [wrong],
      target: 0,
    },
  ];
};
