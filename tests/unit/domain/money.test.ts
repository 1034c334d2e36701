import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRoubles, kopecksToDecimal, parseRoubles } from '#shared/domain/money.ts';

describe('parseRoubles', () => {
  it.each([
    [12.5, 1250],
    ['12.50', 1250],
    ['12,5', 1250],
    ['1 234,56', 123_456],
    [0.1 + 0.2, 30],
    [1.005, 101],
    [-3.335, -334],
    ['0.004', 0],
    ['-0.001', 0],
    [1e-7, 0],
    ['1.5e2', 15_000],
    ['.5', 50],
    ['7.', 700],
    ['90071992547409.91', 9_007_199_254_740_991],
  ])('reads %s as %s kopecks', (roubles, kopecks) => {
    expect(parseRoubles(roubles)).toBe(kopecks);
  });

  it.each(['', ' ', 'free', '12.5.1', '1-2', Number.NaN, Number.POSITIVE_INFINITY, 1e21, '90071992547409.92', '1e999'])(
    'refuses %s',
    (roubles) => {
      expect(parseRoubles(roubles)).toBeNull();
    },
  );

  it('reads back every amount it writes', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (kopecks) => {
        expect(parseRoubles(kopecksToDecimal(kopecks))).toBe(kopecks);
      }),
    );
  });

  it('gives the same kopecks for a price as a number and as a text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e11 }), (kopecks) => {
        expect(parseRoubles(kopecks / 100)).toBe(kopecks);
      }),
    );
  });
});

describe('formatRoubles', () => {
  it('writes money as each language does, always with kopecks', () => {
    expect(formatRoubles(123_450, 'ru').replace(/\s/g, ' ')).toBe('1 234,50 ₽');
    expect(formatRoubles(123_400, 'en').replace(/\s/g, ' ')).toBe('₽1,234.00');
  });

  it('keeps every digit of a sum that a double could not hold', () => {
    expect(formatRoubles(9_007_199_254_740_991, 'en')).toContain('90,071,992,547,409.91');
  });
});
