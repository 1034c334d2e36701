import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverSales, markedUp, parseAmount, priceOfTraffic } from '#shared/domain/sale-amounts.ts';
import { parseProduct, productKey, STANDARD_PRODUCTS } from '#shared/domain/sale-products.ts';

describe('a markup', () => {
  it.each([
    [10_000, 0, 10_000],
    [10_000, 20, 12_000],
    [9_999, 0, 10_000],
    [10_001, 0, 10_100],
    [19_900, 33, 26_500],
    [0, 50, 0],
  ])('on %i kopecks of %i per cent gives %i', (cost, percent, price) => {
    expect(markedUp(cost, percent)).toBe(price);
  });

  it('gives whole roubles, never less than asked for, and less than a rouble more', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), fc.integer({ min: 0, max: 1_000 }), (cost, percent) => {
        const price = BigInt(markedUp(cost, percent)) * 100n;
        const exact = BigInt(cost) * BigInt(100 + percent);
        return price % 10_000n === 0n && price >= exact && price - exact < 10_000n;
      }),
    );
  });
});

it.each([
  [12_050, 1, 12_050],
  [12_050, 0.5, 6_025],
  [1_001, 0.001, 1],
  [999, 0.001, 1],
  [1_000_000_000, 1_000_000, 1_000_000_000_000_000],
])('traffic at %i a GB: %d GB cost %i', (perGb, gb, price) => {
  expect(priceOfTraffic(perGb, gb)).toBe(price);
});

it.each([
  ['500', 50_000],
  ['1 500,50', 150_050],
  ['12.5 ₽', 1_250],
  ['-300 руб.', -30_000],
  ['0', 0],
  ['1,000', null],
  ['12.345', null],
  ['1e3', null],
  ['abc', null],
  ['', null],
  ['1 234,50 ₽', 123_450],
  ['1\u00a0234,50', 123_450],
  ['1\u202f234,50 руб.', 123_450],
  ['1\u2009234', 123_400],
  ['\u2212300', -30_000],
  ['₽500', 50_000],
  ['-₽500', -50_000],
  ['₽ -5', -500],
  ['(500,00)', -50_000],
  ['500,00-', -50_000],
  ['-1.000,00', -100_000],
  ['1,234.50', 123_450],
  ['1.000.000', 100_000_000],
  ['1.000', null],
  ['1,2,3', null],
  ['12.345.67', null],
  ['--5', null],
  ['$5', null],
  ['10000000.01', null],
])('reads the amount %j as %j', (typed, kopecks) => {
  expect(parseAmount(typed)).toBe(kopecks);
});

describe('a product', () => {
  it('is read as it is written, in any letter case and with any blanks', () => {
    const proxies = { kind: 'dedicated', ipv: 4, countryCode: 'de', days: 30 } as const;
    for (const product of [...STANDARD_PRODUCTS, proxies, { ...proxies, countryCode: null }]) {
      expect(parseProduct(productKey(product))).toEqual(product);
      expect(parseProduct(`  ${productKey(product).toUpperCase().replaceAll(' ', '   ')} `)).toEqual(product);
    }
  });

  it.each(['', 'vpn', 'vpn 2', 'traffic', 'traffic moon', 'dedicated 5 de 30', 'dedicated 4 de 31', 'dedicated 4 30'])(
    'is not recognised in %j',
    (key) => {
      expect(parseProduct(key)).toBeNull();
    },
  );
});

describe('a payment', () => {
  const sale = (kopecks: number, earmarkedKopecks = 0) => ({ kopecks, earmarkedKopecks });

  it('covers the oldest sale first', () => {
    expect(coverSales([sale(100), sale(200), sale(50)], 150)).toEqual({ paid: [100, 50, 0], openingKopecks: 0 });
  });

  it('first covers the sale it was given for, and its surplus covers the others', () => {
    expect(coverSales([sale(100), sale(200, 250), sale(50)], 0).paid).toEqual([50, 200, 0]);
  });

  it('first covers the debt from before', () => {
    expect(coverSales([sale(100)], -30)).toEqual({ paid: [0], openingKopecks: 30 });
    expect(coverSales([sale(100, 100)], -30)).toEqual({ paid: [100], openingKopecks: 30 });
  });

  it('never exceeds the sale, and neither creates nor loses money', () => {
    const amount = fc.integer({ min: 0, max: 1_000 });
    const sales = fc.array(fc.record({ kopecks: amount, earmarkedKopecks: fc.integer({ min: -500, max: 1_500 }) }));
    fc.assert(
      fc.property(sales, fc.integer({ min: -2_000, max: 5_000 }), (all, money) => {
        const { paid, openingKopecks } = coverSales(all, money);
        const got = money + all.reduce((sum, one) => sum + one.earmarkedKopecks, 0);
        const sold = all.reduce((sum, { kopecks }) => sum + kopecks, 0);
        const covered = paid.reduce((sum, one) => sum + one, 0);
        expect(paid.every((one, index) => one >= 0 && one <= (all[index]?.kopecks ?? 0))).toBe(true);
        // The debt is the uncovered part of the sales; money left over is a prepayment, and then there is no debt.
        const owed = sold - covered + openingKopecks;
        expect(owed - (sold - got)).toBeGreaterThanOrEqual(0);
        if (openingKopecks === 0 && covered < sold) expect(owed).toBe(sold - got);
      }),
    );
  });
});
