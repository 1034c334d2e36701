/** Money inside the sandbox is whole kopecks; roubles exist only at the edge, in `_rub` fields. */
export type Kopecks = number;

/** The number that goes into a `_rub` field. */
export const toRoubles = (kopecks: Kopecks): number => kopecks / 100;

/** Reads a rouble amount, rounding to whole kopecks so that 0.1 + 0.2 cannot creep in. */
export const fromRoubles = (roubles: number): Kopecks => Math.round(roubles * 100);

/** A price under a multiplier (a percentage, a discount, a test's price change), rounded to whole kopecks. */
export const scale = (kopecks: Kopecks, factor: number): Kopecks => Math.round(kopecks * factor);
