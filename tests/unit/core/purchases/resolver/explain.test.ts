import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fit } from '#core/money/products/product.ts';
import {
  type Bound,
  type Candidate,
  explanations,
  MAX_CANDIDATES,
  worstFit,
} from '#core/money/purchases/resolver/explain.ts';

const untold = (): Fit => 'untold';
const ids = (charged: ReadonlyMap<number, number>): readonly number[] => [...charged.keys()].toSorted((a, b) => a - b);
const total = (charged: ReadonlyMap<number, number>): number =>
  [...charged.values()].reduce((sum, one) => sum + one, 0);

/** There are few different amounts, so that several sets have the same sum. */
const anyAmount = fc.integer({ min: 1, max: 6 });
const anyCandidates = (maxLength: number, prices: number) =>
  fc
    .array(fc.uniqueArray(anyAmount, { minLength: 1, maxLength: prices }), { maxLength })
    .map((all) => all.map((amounts, at): Candidate => ({ id: at + 1, amounts })));
const anyKopecks = fc.integer({ min: 0, max: 30 });

/** Returns every way to choose one amount, or none, for each candidate. */
const allChoices = (candidates: readonly Candidate[]): readonly ReadonlyMap<number, number>[] =>
  candidates.reduce<readonly ReadonlyMap<number, number>[]>(
    (choices, { id, amounts }) =>
      choices.flatMap((choice) => [choice, ...amounts.map((amount) => new Map(choice).set(id, amount))]),
    [new Map()],
  );

const keyOf = (charged: ReadonlyMap<number, number>): string =>
  JSON.stringify([...charged].toSorted(([a], [b]) => a - b));

describe('the explanation of spending', () => {
  it('matches it to the kopeck, and lists every set that does', () => {
    fc.assert(
      fc.property(anyCandidates(5, 2), anyKopecks, (candidates, kopecks) => {
        const found = explanations(candidates, kopecks, [], untold);
        for (const { charged } of found) expect(total(charged)).toBe(kopecks);
        const wanted = allChoices(candidates).filter((choice) => total(choice) === kopecks);
        expect(found.map(({ charged }) => keyOf(charged)).toSorted()).toEqual(wanted.map(keyOf).toSorted());
      }),
    );
  });

  it('is empty when nothing was spent, and never explains a negative amount', () => {
    expect(explanations([{ id: 1, amounts: [5] }], 0, [], untold)).toEqual([{ charged: new Map(), fit: 'untold' }]);
    fc.assert(
      fc.property(anyCandidates(5, 1), fc.integer({ min: -20, max: -1 }), (candidates, kopecks) => {
        expect(explanations(candidates, kopecks, [], untold)).toEqual([]);
      }),
    );
  });

  it('contains only purchases that were made in time for every reading that showed some of the spending', () => {
    const anyBounds = fc.array(fc.record({ mark: fc.nat(6), kopecks: fc.integer({ min: -3, max: 12 }) }), {
      maxLength: 3,
    });
    fc.assert(
      fc.property(anyCandidates(5, 2), anyKopecks, anyBounds, (candidates, kopecks, bounds: readonly Bound[]) => {
        for (const { charged } of explanations(candidates, kopecks, bounds, untold)) {
          for (const { mark, kopecks: seen } of bounds) {
            const made = new Map([...charged].filter(([id]) => id <= mark));
            expect(total(made)).toBeGreaterThanOrEqual(seen);
          }
        }
      }),
    );
  });

  it('never contradicts the goods, and prefers exactly matching goods to roughly matching ones', () => {
    const anyFits = fc.array(fc.constantFrom<Fit>('fits', 'vague', 'contradicts', 'untold'), {
      minLength: 32,
      maxLength: 32,
    });
    fc.assert(
      fc.property(anyCandidates(5, 1), anyKopecks, anyFits, (candidates, kopecks, fits) => {
        const fitOf = (charged: ReadonlySet<number>): Fit =>
          fits[[...charged].reduce((sum, id) => sum + 2 ** (id - 1), 0)] ?? 'untold';
        const found = explanations(candidates, kopecks, [], fitOf);
        for (const { charged, fit } of found) {
          expect(fit).toBe(fitOf(new Set(charged.keys())));
          expect(fit).not.toBe('contradicts');
        }
        if (found.some(({ fit }) => fit !== 'vague')) expect(found.map(({ fit }) => fit)).not.toContain('vague');
      }),
    );
  });

  it('matches it except for the rounding of each price if no set matches it exactly', () => {
    const candidates: Candidate[] = [
      { id: 1, amounts: [1_235] },
      { id: 2, amounts: [1_235] },
      { id: 3, amounts: [7_000] },
    ];
    const found = (kopecks: number) => explanations(candidates, kopecks, [], untold).map(({ charged }) => [...charged]);
    // 12.345 twice is 24.69 and not twice 12.35.
    expect(found(2_469)).toEqual([
      [
        [1, 1_234],
        [2, 1_235],
      ],
    ]);
    expect(found(7_001)).toEqual([[[3, 7_001]]]);
    expect(found(7_002)).toEqual([]);
    // A set with exactly this sum rules out sets that only come close.
    const near = [...candidates, { id: 4, amounts: [7_001] }];
    expect(explanations(near, 7_001, [], untold).map(({ charged }) => ids(charged))).toEqual([[4]]);
    // A difference of one kopeck in a price of a few kopecks is no rounding.
    expect(explanations([{ id: 1, amounts: [99] }], 98, [], untold)).toEqual([]);
  });

  it('distributes the rounding so that the charges always equal the spending', () => {
    const anyPrices = fc.array(fc.integer({ min: 100, max: 110 }), { maxLength: 6 });
    fc.assert(
      fc.property(anyPrices, fc.nat(700), (prices, kopecks) => {
        const candidates = prices.map((price, at): Candidate => ({ id: at + 1, amounts: [price] }));
        for (const { charged } of explanations(candidates, kopecks, [], untold)) {
          expect(total(charged)).toBe(kopecks);
          for (const [id, cost] of charged) expect(Math.abs(cost - (prices[id - 1] ?? 0))).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('is not guessed from more purchases than can be told apart', () => {
    const many = (count: number): Candidate[] =>
      Array.from({ length: count }, (_, at) => ({ id: at + 1, amounts: [2 ** at, 2 ** at + 1_000_000] }));
    expect(explanations(many(MAX_CANDIDATES + 1), 1, [], untold)).toEqual([]);
    // With many purchases only their agreed prices count.
    expect(explanations(many(MAX_CANDIDATES), 1_000_001, [], untold)).toEqual([]);
    expect(explanations(many(MAX_CANDIDATES), 5, [], untold).map(({ charged }) => ids(charged))).toEqual([[1, 3]]);
    expect(explanations(many(3), 1_000_001, [], untold).map(({ charged }) => ids(charged))).toEqual([[1]]);
  });
});

it('the worst of several fits counts', () => {
  expect(worstFit([])).toBe('fits');
  expect(worstFit(['fits', 'untold'])).toBe('untold');
  expect(worstFit(['untold', 'vague', 'fits'])).toBe('vague');
  expect(worstFit(['vague', 'contradicts', 'untold'])).toBe('contradicts');
});
