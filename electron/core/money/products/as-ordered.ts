import type { Difference } from '#shared/contract/purchases.ts';
import { DeskError } from '#shared/result.ts';

type Value = string | number;

const isSame = (ordered: Value, answered: Value): boolean =>
  typeof ordered === 'number' && typeof answered === 'number'
    ? Math.abs(ordered - answered) < 0.005
    : String(ordered).trim().toLowerCase() === String(answered).trim().toLowerCase();

/** Returns the difference between order and answer; none if the answer does not contain the value (`null`). */
export const differing = (what: Difference['what'], ordered: Value, answered: Value | null): readonly Difference[] =>
  answered === null || isSame(ordered, answered)
    ? []
    : [{ what, ordered: String(ordered), answered: String(answered) }];

/** A text lists at most this many ids, followed by their total number. */
const MOST_NAMED = 100;

/** Lists ids for a message, at most `MOST_NAMED` of them, followed by their total number. */
export const idsAsText = (ids: readonly Value[]): string =>
  ids.length <= MOST_NAMED ? ids.join(', ') : `${ids.slice(0, MOST_NAMED).join(', ')}, … (${ids.length})`;

/**
 * Returns the price of a whole quote in kopecks. If the total is at most half of the sum of its parts, the service has
 * named the price of one part instead, so the sum is returned. Smaller differences come from rounding or a discount.
 * `partsKopecks` is `null` if the parts have no prices.
 */
export const wholePrice = (totalKopecks: number, partsKopecks: number | null): number =>
  partsKopecks !== null && totalKopecks * 2 <= partsKopecks ? Math.round(partsKopecks) : totalKopecks;

/** Throws `malformed` if the quote is for another order. */
export const assertQuoted = (differences: readonly Difference[]): void => {
  const [first] = differences;
  if (first === undefined) return;
  const { ordered, answered } = first;
  throw new DeskError('malformed', 'The service quoted the price of something else.', {
    code: 'quote-not-as-ordered',
    params: { ordered, answered },
  });
};
