import { createBreather, SHORT_SLICE_MS } from '../common/slices.ts';
import { startOfMonth } from './periods.ts';

const DAY_MS = 86_400_000;

/**
 * What was charged since the month of `now` began on this computer's clock, in kopecks. Summed day by day with a breath
 * in between: a busy month is tens of thousands of purchases.
 */
export const spentThisMonth = async (
  spentBetween: (accountId: string, from: number, to: number) => number,
  accountId: string,
  now: number,
): Promise<number> => {
  const breathe = createBreather(SHORT_SLICE_MS);
  let sum = 0;
  let from = startOfMonth(now);
  for (; from + DAY_MS < now; from += DAY_MS) {
    sum += spentBetween(accountId, from, from + DAY_MS);
    await breathe();
  }
  // A clock that was set back may have left purchases ahead of it.
  return sum + spentBetween(accountId, from, Number.MAX_SAFE_INTEGER);
};
