import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fit } from '#core/money/products/product.ts';
import { type Bound, type Candidate, explanations } from '#core/money/purchases/resolver/explain.ts';
import { explainMany, type PlaceSets } from '#core/money/purchases/resolver/explain-many.ts';

const anyCandidates = fc
  .array(fc.integer({ min: 1, max: 6 }), { maxLength: 7 })
  .map((all) => all.map((amount, at): Candidate => ({ id: at + 1, amounts: [amount] })));
const anyBounds: fc.Arbitrary<readonly Bound[]> = fc.array(
  fc.record({ mark: fc.nat(7), kopecks: fc.integer({ min: -3, max: 12 }) }),
  { maxLength: 3 },
);
/** Some sets of the first two purchases, which a list mentions. */
const anyPlace = fc.option(fc.uniqueArray(fc.constantFrom<readonly number[]>([], [1], [2], [1, 2]), { minLength: 1 }));

describe('the explanation of spending by very many purchases', () => {
  it('is the same as with every set written down', () => {
    fc.assert(
      fc.property(anyCandidates, fc.nat(30), anyBounds, anyPlace, (candidates, kopecks, bounds, place) => {
        const ids = candidates.map(({ id }) => id).filter((id) => id <= 2);
        const allowed = place?.filter((set) => set.every((id) => ids.includes(id))) ?? null;
        const places: PlaceSets[] =
          allowed === null ? [] : [{ ids: new Set(ids), sets: allowed.map((set) => new Set(set)) }];
        const fitOf = (charged: ReadonlySet<number>): Fit => {
          const key = ids.filter((id) => charged.has(id)).join();
          return allowed === null || allowed.some((set) => set.join() === key) ? 'untold' : 'contradicts';
        };
        const sets = explanations(candidates, kopecks, bounds, fitOf).map(({ charged }) => charged);
        const found = explainMany(candidates, kopecks, bounds, places);
        expect(found === null).toBe(sets.length === 0);
        if (found === null) return;
        const all = candidates.map(({ id }) => id);
        expect([...found.always]).toEqual(all.filter((id) => sets.every((charged) => charged.has(id))));
        expect([...found.ever]).toEqual(all.filter((id) => sets.some((charged) => charged.has(id))));
        const sample = all.filter((id) => found.sample.has(id)).join();
        expect(sets.map((charged) => all.filter((id) => charged.has(id)).join())).toContain(sample);
      }),
      { numRuns: 2_000 },
    );
  });

  it('allows for the rounding of each price if no set matches the spending exactly', () => {
    const many = Array.from({ length: 20 }, (_, at): Candidate => ({ id: at + 1, amounts: [1_000 * 2 ** at] }));
    expect([...(explainMany(many, 3_001, [], [])?.always ?? [])]).toEqual([1, 2]);
    expect([...(explainMany(many, 2_998, [], [])?.always ?? [])]).toEqual([1, 2]);
    expect(explainMany(many, 3_003, [], [])).toBeNull();
    // A purchase that was seen in parts is bound by each part, except for rounding.
    expect(explainMany(many, 3_001, [{ mark: 1, kopecks: 1_001 }], [])).not.toBeNull();
    expect(explainMany(many, 3_001, [{ mark: 1, kopecks: 1_002 }], [])).toBeNull();
  });

  it('stays within its limit of work, and otherwise gives no result', () => {
    const many = Array.from({ length: 60 }, (_, at): Candidate => ({ id: at + 1, amounts: [2 ** (at % 40)] }));
    expect(explainMany(many, 2 ** 40, [], [])).toBeNull();
    const place = (from: number): PlaceSets => ({
      ids: new Set([from, from + 1]),
      sets: [new Set([from]), new Set([from + 1])],
    });
    expect(
      explainMany(
        many,
        1,
        [],
        Array.from({ length: 20 }, (_, at) => place(2 * at + 1)),
      ),
    ).toBeNull();
  });

  it('tells proxies apart as soon as the lists have explained the rest', () => {
    const listed = Array.from({ length: 30 }, (_, at): Candidate => ({ id: at + 1, amounts: [300] }));
    const proxies: Candidate = { id: 31, amounts: [600] };
    const told: PlaceSets[] = listed.map(({ id }) => ({ ids: new Set([id]), sets: [new Set(id <= 2 ? [id] : [])] }));
    const found = explainMany([...listed, proxies], 1_200, [], told);
    expect([...(found?.always ?? [])]).toEqual([1, 2, 31]);
    expect([...(found?.ever ?? [])]).toEqual([1, 2, 31]);
  });
});
