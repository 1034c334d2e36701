import type { Fit } from '#core/money/products/product.ts';
import { ROUNDING_KOPECKS } from '#shared/domain/spending.ts';

/** An undecided purchase, and what it can have cost. */
export interface Candidate {
  readonly id: number;
  /** In kopecks, the likeliest first: as agreed, and as quoted now. */
  readonly amounts: readonly number[];
}

/** Spending that a reading showed beyond the known purchases, before some of the candidates were made. */
export interface Bound {
  /** The newest purchase when it was read. */
  readonly mark: number;
  readonly kopecks: number;
}

export interface Explanation {
  /** The cost of each purchase that was charged. */
  readonly charged: ReadonlyMap<number, number>;
  /** The worst of what the goods say to it. */
  readonly fit: Exclude<Fit, 'contradicts'>;
}

/** Open purchases are few; of more than these nobody tells which were charged. */
export const MAX_CANDIDATES = 12;
/** With a second price for each the sets are many more. */
const MAX_WITH_PRICES = 6;

/** Below one rouble a kopeck is no rounding but another price. */
const SMALLEST_ROUNDED = 100;

/** How far what a purchase of this price cost may be from it. */
export const roundingOf = (kopecks: number): number => (kopecks < SMALLEST_ROUNDED ? 0 : ROUNDING_KOPECKS);

/**
 * All sets of candidates that cost `kopecks` together, that the goods do not contradict, and that were made in time for
 * every reading that showed some of it. Where no set costs exactly that, those count that cost it but for the rounding of
 * each price. Pure; at most a few thousand sets are tried.
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

/** `slackOf`: how far what a purchase cost may be from a price, in kopecks. */
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

/** The difference between spending and prices is shared out: at most one kopeck of rounding to each purchase. */
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

/** The worst of several. */
export const worstFit = (fits: readonly Fit[]): Fit => {
  for (const fit of ['contradicts', 'vague', 'untold'] as const) if (fits.includes(fit)) return fit;
  return 'fits';
};

const nothing = (bounds: readonly Bound[], fitOf: (charged: ReadonlySet<number>) => Fit): readonly Explanation[] => {
  const fit = fitOf(new Set());
  return fit === 'contradicts' || bounds.some(({ kopecks }) => kopecks > 0) ? [] : [{ charged: new Map(), fit }];
};
