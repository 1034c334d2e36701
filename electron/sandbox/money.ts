/** Money inside the sandbox is in whole kopecks; roubles occur only in `_rub` fields. */
export type Kopecks = number;

/** Returns the value of a `_rub` field. */
export const toRoubles = (kopecks: Kopecks): number => kopecks / 100;

/** Reads a rouble amount. Rounding to whole kopecks removes the errors of binary fractions. */
export const fromRoubles = (roubles: number): Kopecks => Math.round(roubles * 100);

/** Multiplies a price (by a percentage, a discount, or a test's price change) and rounds to whole kopecks. */
export const scale = (kopecks: Kopecks, factor: number): Kopecks => Math.round(kopecks * factor);
