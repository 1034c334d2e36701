/**
 * What a payment was noted for, where that tells it from others: two computers that note the same make one of it when they
 * hear of each other, and what is only alike stays two (docs/money.md#noted-once). '' tells nothing.
 */
export const ANY_PAYMENT = '';

/** The rest of one sale. `paidKopecks` is the amount paid for it before, so that a later part of it is another payment. */
export const originOfSale = (soldAt: number, paidKopecks: number): string => `sale:${soldAt}:${paidKopecks}`;

/** All that was owed. `since`: of the debt, ms since the epoch, UTC. */
export const originOfDebt = (owedKopecks: number, since: number | null): string => `debt:${owedKopecks}:${since ?? ''}`;

const FILE = 'file:';
const EARLIER = 'earlier:';

/** A line of a file; `file` is its digest. */
export const originOfLine = (file: string, line: number): string => `${FILE}${file}:${line}`;

/** All that was bought before there were prices, the first of it at that time. */
export const originOfEarlier = (firstAt: number): string => `${EARLIER}${firstAt}`;

/**
 * Of two computers that noted the same, whose amount holds: above 0, the first one's. Of a debt in a file the one that knew more
 * of the client, and so had less to add; of what was bought earlier the one that knew of more. 0: the later one.
 */
export const compareAmounts = (origin: string, oneKopecks: number, otherKopecks: number): number => {
  const difference = Math.abs(oneKopecks) - Math.abs(otherKopecks);
  if (origin.startsWith(FILE)) return -difference;
  return origin.startsWith(EARLIER) ? difference : 0;
};
