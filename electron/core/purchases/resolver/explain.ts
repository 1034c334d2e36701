import type { Fit } from '../kinds/purchase-kind.ts';

/** An undecided purchase, and what it can have cost. */
export interface Candidate {
  readonly id: number;
  /** In kopecks, the likeliest first: as agreed, and as quoted now. */
  readonly amounts: readonly number[];
}

/** What a reading showed beyond what is known, before some of the candidates were made. */
export interface Bound {
  /** The newest purchase when it was read. */
  readonly mark: number;
  readonly kopecks: number;
}

export interface Explanation {
  /** What each of those that were charged cost. */
  readonly charged: ReadonlyMap<number, number>;
  /** The worst of what the goods say to it. */
  readonly fit: Exclude<Fit, 'contradicts'>;
}

/** Open purchases are few; of more than these nobody tells which were charged. */
export const MAX_CANDIDATES = 12;
/** With a second price for each the sets are many more. */
const MAX_WITH_PRICES = 6;

/**
 * All sets of candidates that cost exactly `kopecks` together, that the goods do not contradict, and that were made in
 * time for every reading that showed some of it. Pure; at most a few thousand sets are tried.
 */
export const explanations = (
  candidates: readonly Candidate[],
  kopecks: number,
  bounds: readonly Bound[],
  fitOf: (charged: ReadonlySet<number>) => Fit,
): readonly Explanation[] => {
  // Nothing was spent, so nothing was charged: that needs no search.
  if (kopecks === 0) return nothing(bounds, fitOf);
  if (candidates.length > MAX_CANDIDATES) return [];
  const found: Explanation[] = [];
  const isInTime = (charged: ReadonlyMap<number, number>): boolean =>
    bounds.every(({ mark, kopecks: seen }) => {
      let most = 0;
      for (const [id, amount] of charged) if (id <= mark) most += amount;
      return seen <= most;
    });
  const add = (charged: ReadonlyMap<number, number>): void => {
    if (!isInTime(charged)) return;
    const fit = fitOf(new Set(charged.keys()));
    if (fit !== 'contradicts') found.push({ charged, fit });
  };
  const walk = (index: number, left: number, charged: ReadonlyMap<number, number>): void => {
    const candidate = candidates[index];
    if (candidate === undefined) {
      if (left === 0) add(charged);
      return;
    }
    walk(index + 1, left, charged);
    const amounts = candidates.length > MAX_WITH_PRICES ? candidate.amounts.slice(0, 1) : candidate.amounts;
    for (const amount of amounts) {
      if (amount <= left) walk(index + 1, left - amount, new Map(charged).set(candidate.id, amount));
    }
  };
  walk(0, kopecks, new Map());
  // What is there exactly is believed before what is there about.
  const exact = found.filter(({ fit }) => fit !== 'vague');
  return exact.length > 0 ? exact : found;
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
