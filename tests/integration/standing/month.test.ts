import { expect, it } from 'vitest';
import { playMonth } from '../../support/month/play-month.ts';

/** `npm run bench -- months` plays whole months, with other seeds every day. */
it.each([5, 6])(
  'half a month of standing orders pays nothing twice, and forgets nothing (%i)',
  async (seed) => {
    const { wrong, bySelf } = await playMonth(seed, 15);
    expect(wrong).toEqual([]);
    expect(bySelf).toBeGreaterThan(3);
  },
  240_000,
);
