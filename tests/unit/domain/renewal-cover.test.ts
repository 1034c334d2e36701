import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverRenewals, type DueRenewal, NOTHING_DUE } from '#shared/domain/renewal-cover.ts';

const due = (...prices: readonly (number | null)[]): DueRenewal[] =>
  prices.map((priceKopecks, index) => ({ endsAt: index, priceKopecks }));

describe('the renewals that a balance pays for', () => {
  it('begin with the first to end, and stop at the first that is too expensive', () => {
    expect(coverRenewals(NOTHING_DUE, due(100, 500, 50), 200)).toMatchObject({ covered: 1, neededKopecks: 650 });
    expect(coverRenewals(NOTHING_DUE, due(100, 100, 100), 300)).toMatchObject({ covered: 3, exhausted: false });
  });

  it('include none with an unknown price', () => {
    expect(coverRenewals(NOTHING_DUE, due(null, 100, null), 100)).toEqual({
      due: 3,
      unpriced: 2,
      covered: 1,
      neededKopecks: 100,
      exhausted: false,
    });
  });

  it('are the same in slices as at once', () => {
    const price = fc.option(fc.integer({ min: 0, max: 500 }), { nil: null });
    fc.assert(
      fc.property(fc.array(price), fc.nat(40), fc.integer({ min: 0, max: 3_000 }), (prices, cut, balance) => {
        const all = due(...prices);
        const first = coverRenewals(NOTHING_DUE, all.slice(0, cut), balance);
        expect(coverRenewals(first, all.slice(cut), balance)).toEqual(coverRenewals(NOTHING_DUE, all, balance));
      }),
    );
  });

  it('never include one that the balance cannot pay', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 500 })), fc.integer({ min: 0, max: 3_000 }), (prices, balance) => {
        const { covered } = coverRenewals(NOTHING_DUE, due(...prices), balance);
        const paid = prices.slice(0, covered).reduce((sum, one) => sum + one, 0);
        expect(paid).toBeLessThanOrEqual(balance);
      }),
    );
  });
});
