import type { Difference } from '#shared/contract/purchases.ts';
import { DeskError } from '#shared/result.ts';

type Value = string | number;

const isSame = (ordered: Value, answered: Value): boolean =>
  typeof ordered === 'number' && typeof answered === 'number'
    ? Math.abs(ordered - answered) < 0.005
    : String(ordered).trim().toLowerCase() === String(answered).trim().toLowerCase();

/** The difference between order and answer; none if the answer does not name the value (`null`). */
export const differing = (what: Difference['what'], ordered: Value, answered: Value | null): readonly Difference[] =>
  answered === null || isSame(ordered, answered)
    ? []
    : [{ what, ordered: String(ordered), answered: String(answered) }];

/** A text names at most this many ids, and beyond that only their number. */
const MOST_NAMED = 100;

export const idsAsText = (ids: readonly Value[]): string =>
  ids.length <= MOST_NAMED ? ids.join(', ') : `${ids.slice(0, MOST_NAMED).join(', ')}, … (${ids.length})`;

/**
 * What a quote speaks for at most: one that names no more than half of what its parts come to has the price of one part for that
 * of all. Parts that are rounded, or a discount, are no reason to doubt it. `null`: the parts are not told.
 */
export const wholePrice = (totalKopecks: number, partsKopecks: number | null): number =>
  partsKopecks !== null && totalKopecks * 2 <= partsKopecks ? Math.round(partsKopecks) : totalKopecks;

/** A quote for something else than was asked is no price of it. Throws DeskError `malformed`. */
export const assertQuoted = (differences: readonly Difference[]): void => {
  const [first] = differences;
  if (first === undefined) return;
  const { ordered, answered } = first;
  throw new DeskError('malformed', 'The service quoted the price of something else.', {
    code: 'quote-not-as-ordered',
    params: { ordered, answered },
  });
};
