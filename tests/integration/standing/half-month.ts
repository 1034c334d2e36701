import { expect, it } from 'vitest';
import { playMonth } from '../../support/month/play-month.ts';

/** Under Wine it takes six minutes on a busy machine. */
const LIMIT_MS = process.platform === 'win32' ? 1_200_000 : 240_000;

/**
 * Each seed has a file of its own, because the tests of a file run one after the other. `npm run bench -- months` plays
 * whole months, with other seeds every day.
 */
export const testHalfMonth = (seed: number): void => {
  it(
    `half a month of standing orders pays nothing twice, and forgets nothing (${seed})`,
    async () => {
      const { wrong, bySelf } = await playMonth(seed, 15);
      expect(wrong).toEqual([]);
      expect(bySelf).toBeGreaterThan(3);
    },
    LIMIT_MS,
  );
};
