import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dedicatedPrice } from '#sandbox/dedicated-stock.ts';
import { fromRoubles, scale, toRoubles } from '#sandbox/money.ts';
import { trafficPrice } from '#sandbox/premium/traffic.ts';
import { SERVICE_POOL_TYPES } from '#sandbox/state/model.ts';
import { vpnPrice } from '#sandbox/vpn.ts';

describe('money', () => {
  it('converts to roubles and back without losing a kopeck', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (kopecks) => {
        expect(fromRoubles(toRoubles(kopecks))).toBe(kopecks);
      }),
    );
  });

  it('reads sums that a double cannot hold exactly', () => {
    expect(fromRoubles(0.1 + 0.2)).toBe(30);
    expect(fromRoubles(1.005)).toBe(100);
  });

  it('scales to whole kopecks', () => {
    expect(scale(19_900, 1.1)).toBe(21_890);
    expect(scale(1, 0.4)).toBe(0);
  });
});

describe('prices', () => {
  it('are whole kopecks under any multiplier', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 10, noNaN: true }),
        fc.constantFrom(...SERVICE_POOL_TYPES),
        fc.integer({ min: 1, max: 1_000_000 }),
        (multiplier, pool, milliGb) => {
          expect(Number.isSafeInteger(trafficPrice(pool, milliGb, multiplier).total)).toBe(true);
          expect(Number.isSafeInteger(dedicatedPrice(6, 90, multiplier))).toBe(true);
          expect(Number.isSafeInteger(vpnPrice(12, multiplier))).toBe(true);
        },
      ),
    );
  });

  it.each([
    [9_999, 28_950],
    [10_000, 27_503],
    [49_999, 27_503],
    [50_000, 26_055],
    [100_000, 24_608],
  ])('for residential traffic fall with the quantity: %i thousandths of a GB', (milliGb, perGb) => {
    expect(trafficPrice('residential', milliGb, 1).perGb).toBe(perGb);
  });

  it('for a longer dedicated period are lower by the day', () => {
    const perDay = [7, 30, 60, 90].map((days) => dedicatedPrice(4, days, 1) / days);
    expect(perDay).toEqual([...perDay].sort((a, b) => b - a));
    expect(new Set(perDay).size).toBe(4);
  });
});
