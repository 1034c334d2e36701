/**
 * One line of the table. It is judged by the ratio of its median to the baseline's or, without a baseline, by its own
 * median.
 */
export interface Measurement {
  readonly what: string;
  readonly unit: 'ms' | 'MB' | '';
  readonly values: readonly number[];
  /** Values of the baseline, taken in turn with the others in the same run. */
  readonly baseline?: readonly number[];
  /** How the values become a single one. Default: the median. */
  readonly by?: Summary;
  /** The largest acceptable value. A line without one is only for comparison. */
  readonly target?: number;
}

/** A measurement, or a count of events that must not happen. */
export type Bench = () => Promise<readonly Measurement[]>;

type Summary = 'median' | 'p95' | 'worst';

export const ROUNDS = 5;

/** Returns the value below which a `share` (0–1) of the values lies, interpolated between neighbours. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low + (high - low) * (place - Math.floor(place));
};

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const summarise = (values: readonly number[], by: Summary = 'median'): number =>
  quantile(values, { median: 0.5, p95: 0.95, worst: 1 }[by]);

/** Whether something was counted that must never happen. */
export const isBroken = ({ unit, values, by, target }: Measurement): boolean =>
  unit === '' && target === 0 && summarise(values, by) > 0;

export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/**
 * Runs all works in turn for some rounds, so that other load on the machine affects them equally. The first round warms the
 * caches and does not count. The results are in the order of the works.
 */
export const interleaved = async (
  works: readonly (() => Promise<number>)[],
  rounds: number = ROUNDS,
): Promise<readonly (readonly number[])[]> => {
  const results = works.map((): number[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [at, work] of works.entries()) {
      const value = await work();
      if (round > 0) results[at]?.push(value);
    }
  }
  return results;
};
