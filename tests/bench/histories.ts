import fc from 'fast-check';
import { history } from '../support/histories/history.ts';
import { createStage } from '../support/histories/play.ts';
import type { Bench } from './measure.ts';

const HISTORIES = 10_000;

/** Plays random histories of purchases, with another seed every day, and counts those that end with a violation. */
export const countHistories: Bench = async () => {
  const seed = Math.floor(Date.now() / 86_400_000);
  let wrong = 0;
  const stage = await createStage();
  try {
    for (const steps of fc.sample(history, { numRuns: HISTORIES, seed })) {
      const found = await stage.play(steps);
      if (found.length === 0) continue;
      wrong += 1;
      console.log(JSON.stringify({ found, steps }));
    }
  } finally {
    await stage.close();
  }
  return [
    {
      what: `histories of ${HISTORIES} that paid twice, lost or claimed too much`,
      unit: '',
      values: [wrong],
      target: 0,
    },
  ];
};
