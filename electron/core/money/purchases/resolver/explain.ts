import type { Fit } from '#core/money/products/product.ts';
import { ROUNDING_KOPECKS } from '#shared/domain/spending.ts';

/** An undecided purchase and its possible costs. */
export interface Candidate {
  readonly id: number;
  /** In kopecks, the likeliest first: the agreed price, then the present quote. */
  readonly amounts: readonly number[];
}

/** Spending beyond the known purchases that a reading showed before some of the candidates were made. */
export interface Bound {
  /** The id of the newest purchase at the time of the reading. */
  readonly mark: number;
  readonly kopecks: number;
}

export interface Explanation {
  /** The cost in kopecks of each charged purchase. */
  readonly charged: ReadonlyMap<number, number>;
  /** The worst fit among the goods. */
  readonly fit: Exclude<Fit, 'contradicts'>;
}

/** Open purchases are few. With more than this, nobody can tell which were charged. */
export const MAX_CANDIDATES = 12;
/** A second price for each multiplies the number of sets. */
const MAX_WITH_PRICES = 6;

/** Below one rouble, a kopeck is not rounding but another price. */
const SMALLEST_ROUNDED = 100;

/** Returns how far the cost of a purchase may be from this price, in kopecks. */
export const roundingOf = (kopecks: number): number => (kopecks < SMALLEST_ROUNDED ? 0 : ROUNDING_KOPECKS);

/**
 * Returns all sets of candidates that together cost `kopecks`, that the goods do not contradict, and that were made in
 * time for every reading that showed part of the spending. If no set has exactly this cost, sets that differ only by
 * the rounding of each price count. Pure; tries at most a few thousand sets.
 */
export const explanations = (
  candidates: readonly Candidate[],
  kopecks: number,
  bounds: readonly Bound[],
  fitOf: (charged: ReadonlySet<number>) => Fit,
): readonly Explanation[] => {
  // Nothing was spent, so nothing was charged, and no search is needed.
  if (kopecks === 0) return nothing(bounds, fitOf);
  if (candidates.length > MAX_CANDIDATES) return [];
  const exact = explanationsWithin(() => 0, candidates, kopecks, bounds, fitOf);
  return exact.length > 0 ? exact : explanationsWithin(roundingOf, candidates, kopecks, bounds, fitOf);
};

/** `slackOf` returns how far the cost of a purchase may be from its price, in kopecks. */
const explanationsWithin = (
  slackOf: (priceKopecks: number) => number,
  candidates: readonly Candidate[],
  kopecks: number,
  bounds: readonly Bound[],
  fitOf: (charged: ReadonlySet<number>) => Fit,
): readonly Explanation[] => {
  const found: Explanation[] = [];
  const isInTime = (charged: ReadonlyMap<number, number>): boolean =>
    bounds.every(({ mark, kopecks: seen }) => {
      let most = 0;
      for (const [id, amount] of charged) if (id <= mark) most += amount + slackOf(amount);
      return seen <= most;
    });
  const add = (charged: ReadonlyMap<number, number>): void => {
    if (!isInTime(charged)) return;
    const fit = fitOf(new Set(charged.keys()));
    if (fit !== 'contradicts') found.push({ charged, fit });
  };
  const walk = (index: number, left: number, slack: number, charged: ReadonlyMap<number, number>): void => {
    const candidate = candidates[index];
    if (candidate === undefined) {
      if (Math.abs(left) <= slack) add(withRest(charged, left));
      return;
    }
    walk(index + 1, left, slack, charged);
    const amounts = candidates.length > MAX_WITH_PRICES ? candidate.amounts.slice(0, 1) : candidate.amounts;
    for (const amount of amounts) {
      const more = slack + slackOf(amount);
      if (amount <= left + more) walk(index + 1, left - amount, more, new Map(charged).set(candidate.id, amount));
    }
  };
  walk(0, kopecks, 0, new Map());
  // An exact match is believed before an approximate one.
  const exact = found.filter(({ fit }) => fit !== 'vague');
  return exact.length > 0 ? exact : found;
};

/** Distributes the difference between spending and prices as rounding of at most one kopeck per purchase. */
export const withRest = (charged: ReadonlyMap<number, number>, rest: number): ReadonlyMap<number, number> => {
  let left = rest;
  const costs = new Map<number, number>();
  for (const [id, amount] of charged) {
    const most = roundingOf(amount);
    const rounding = Math.max(-most, Math.min(most, left));
    costs.set(id, amount + rounding);
    left -= rounding;
  }
  return costs;
};

/** Returns the worst of several fits. */
export const worstFit = (fits: readonly Fit[]): Fit => {
  for (const fit of ['contradicts', 'vague', 'untold'] as const) if (fits.includes(fit)) return fit;
  return 'fits';
};

const nothing = (bounds: readonly Bound[], fitOf: (charged: ReadonlySet<number>) => Fit): readonly Explanation[] => {
  const fit = fitOf(new Set());
  return fit === 'contradicts' || bounds.some(({ kopecks }) => kopecks > 0) ? [] : [{ charged: new Map(), fit }];
};
