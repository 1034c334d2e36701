/** One line of the table: what was measured, its baseline in the same run, and the ratio that must stay below a limit. */
export interface Measurement {
  readonly what: string;
  readonly unit: 'ms';
  readonly value: number;
  readonly baseline: number;
  /** The largest ratio that is good enough. */
  readonly target: number;
}

export type Bench = () => Promise<readonly Measurement[]>;

export const ROUNDS = 5;

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  return (low + high) / 2;
};

export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/**
 * Medians of both, measured in turn, so that whatever else the machine does meets both alike. The first round of each
 * warms the caches and does not count.
 */
export const compare = async (
  one: () => Promise<number>,
  other: () => Promise<number>,
): Promise<{ readonly value: number; readonly baseline: number }> => {
  const values: number[] = [];
  const baselines: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const [value, baseline] = [await one(), await other()];
    if (round === 0) continue;
    values.push(value);
    baselines.push(baseline);
  }
  return { value: median(values), baseline: median(baselines) };
};
