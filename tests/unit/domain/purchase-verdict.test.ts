import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Facts, type GoodsSign, judge, type MoneySign, readSpending } from '#shared/domain/purchase-verdict.ts';

const GOODS: readonly GoodsSign[] = ['found', 'vague', 'absent', 'untold'];
const MONEY: readonly MoneySign[] = ['none', 'price', 'other-price', 'open-ones', 'ambiguous', 'less', 'more', 'fell'];
const EVERY: readonly Facts[] = GOODS.flatMap((goods) =>
  MONEY.flatMap((money) =>
    [
      { hasHadTime: false, isRipe: false },
      { hasHadTime: true, isRipe: false },
      { hasHadTime: true, isRipe: true },
    ].flatMap((time) => [true, false].map((othersSpend) => ({ goods, money, ...time, othersSpend }))),
  ),
);

describe('the verdict on a purchase whose answer was lost', () => {
  it('never calls a purchase free before the service has had its time', () => {
    for (const facts of EVERY.filter((one) => !one.isRipe)) expect(judge(facts).verdict).not.toBe('not-charged');
  });

  it('is never certain that nothing was charged where the sum of spending is the only witness', () => {
    for (const facts of EVERY.filter((one) => one.goods === 'untold')) {
      const { verdict, certainty } = judge(facts);
      if (verdict === 'not-charged') expect(certainty).toBe('probable');
    }
  });

  it('never calls a purchase free whose goods are there, whatever was spent', () => {
    for (const facts of EVERY.filter((one) => one.goods === 'found')) {
      expect(judge(facts).verdict).not.toBe('not-charged');
    }
  });

  it('never calls a purchase charged when nothing was spent', () => {
    for (const facts of EVERY.filter((one) => one.money === 'none' || one.money === 'fell')) {
      expect(judge(facts).verdict).not.toBe('charged');
    }
  });

  it('never calls a purchase charged whose goods would be there and are not', () => {
    for (const facts of EVERY.filter((one) => one.goods === 'absent')) expect(judge(facts).verdict).not.toBe('charged');
  });

  it('is certain of a charge only when goods and money say the same', () => {
    for (const facts of EVERY) {
      const { verdict, certainty } = judge(facts);
      if (certainty !== 'certain') continue;
      if (verdict === 'not-charged') expect(facts.money).toBe('none');
      else expect(facts.goods).toBe('found');
    }
  });

  it('is unknown exactly when it decides nothing', () => {
    for (const facts of EVERY) {
      const { verdict, certainty } = judge(facts);
      expect(certainty === 'unknown').toBe(verdict === 'undecided');
    }
  });
});

describe('the spending', () => {
  const price = fc.integer({ min: 1, max: 1_000_000 });
  const none = { openKopecks: [], quotedKopecks: null };

  it('that rose by the price of one, while others are not open, is that price', () => {
    fc.assert(
      fc.property(price, (priceKopecks) => {
        expect(readSpending({ ...none, priceKopecks, risenKopecks: priceKopecks })).toBe('price');
        expect(readSpending({ ...none, priceKopecks, risenKopecks: 0 })).toBe('none');
      }),
    );
  });

  it('is never taken for the price when the open ones explain it as well', () => {
    fc.assert(
      fc.property(
        price,
        fc.array(price, { maxLength: 6 }),
        fc.nat({ max: 63 }),
        (priceKopecks, openKopecks, chosen) => {
          const risenKopecks = openKopecks.reduce((sum, one, bit) => sum + ((chosen >> bit) & 1 ? one : 0), 0);
          const sign = readSpending({ priceKopecks, openKopecks, risenKopecks, quotedKopecks: null });
          expect(['none', 'open-ones', 'ambiguous']).toContain(sign);
        },
      ),
    );
  });

  it('of two purchases of the same price, when one was charged, tells nothing about either', () => {
    expect(readSpending({ priceKopecks: 100, openKopecks: [100], risenKopecks: 100, quotedKopecks: null })).toBe(
      'ambiguous',
    );
    expect(readSpending({ priceKopecks: 100, openKopecks: [100], risenKopecks: 200, quotedKopecks: null })).toBe(
      'price',
    );
  });

  it('at the price of today is the price of today', () => {
    expect(readSpending({ ...none, priceKopecks: 100, risenKopecks: 110, quotedKopecks: 110 })).toBe('other-price');
    expect(readSpending({ ...none, priceKopecks: 100, risenKopecks: 111, quotedKopecks: 110 })).toBe('more');
    expect(readSpending({ ...none, priceKopecks: 100, risenKopecks: 90, quotedKopecks: 110 })).toBe('less');
    expect(readSpending({ ...none, priceKopecks: 100, risenKopecks: -1, quotedKopecks: null })).toBe('fell');
  });
});
