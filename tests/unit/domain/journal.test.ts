import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BASES,
  canTransition,
  compareVerdicts,
  isFinal,
  isOver,
  OUTCOMES,
  type PurchaseStatus,
  reopens,
  STATUS_LABELS,
  settleProblem,
  statusLabel,
  type Verdict,
} from '#shared/domain/journal.ts';

const PENDING: PurchaseStatus = { outcome: 'pending', basis: null, goodsState: 'none' };
const OPEN: PurchaseStatus = { outcome: 'open', basis: null, goodsState: 'none' };

/** Every possible status of a purchase. */
const STANDINGS: readonly PurchaseStatus[] = [
  PENDING,
  OPEN,
  { outcome: 'charged', basis: 'answer', goodsState: 'here' },
  ...(['evidence', 'user'] as const).flatMap((basis): PurchaseStatus[] => [
    { outcome: 'charged', basis, goodsState: 'here' },
    { outcome: 'charged', basis, goodsState: 'missing' },
  ]),
  ...BASES.map((basis): PurchaseStatus => ({ outcome: 'not-charged', basis, goodsState: 'none' })),
];
const REASONS = ['refused', 'not-sent', 'not-as-ordered', 'timeout', null] as const;

const anyStanding = fc.constantFrom(...STANDINGS);
const anyWishes = fc.array(anyStanding, { maxLength: 30 });

/**
 * Plays attempts to change a purchase in order and returns the statuses it goes through; forbidden changes are not written.
 */
const live = (wishes: readonly PurchaseStatus[]): PurchaseStatus[] => {
  const path: PurchaseStatus[] = [PENDING];
  for (const wish of wishes) if (canTransition(path.at(-1) ?? PENDING, wish)) path.push(wish);
  return path;
};

describe('the life of a purchase', () => {
  it('is under way once, at its beginning: no status leads back to sending', () => {
    fc.assert(
      fc.property(anyWishes, (wishes) => {
        expect(live(wishes).filter((standing) => !isOver(standing))).toEqual([PENDING]);
      }),
    );
  });

  it('ends with any basis at all, and from then on is open or names its basis', () => {
    for (const to of STANDINGS) expect(canTransition(PENDING, to)).toBe(to.outcome !== 'pending');
  });

  it('keeps a delivered answer for good', () => {
    const final = STANDINGS.filter(isFinal);
    expect(final).toEqual([{ outcome: 'charged', basis: 'answer', goodsState: 'here' }]);
    fc.assert(
      fc.property(anyWishes, (wishes) => {
        const path = live(wishes);
        const delivered = path.findIndex(isFinal);
        if (delivered >= 0) expect(path.length).toBe(delivered + 1);
      }),
    );
  });

  it('can only be reopened after a refusal: neither evidence nor the user turns it into a charge at once', () => {
    const refused: PurchaseStatus = { outcome: 'not-charged', basis: 'answer', goodsState: 'none' };
    for (const to of STANDINGS) expect(canTransition(refused, to)).toBe(to.outcome === 'open');
  });

  it("rests on the user's word until the user says otherwise", () => {
    for (const from of STANDINGS.filter(({ basis }) => basis === 'user')) {
      for (const to of STANDINGS) expect(canTransition(from, to)).toBe(to.basis === 'user');
    }
  });

  it('remains changeable after a decision by evidence: better evidence, the user and doubt may all change it', () => {
    for (const from of STANDINGS.filter(({ basis }) => basis === 'evidence')) {
      for (const to of STANDINGS) expect(canTransition(from, to)).toBe(to.outcome !== 'pending');
    }
  });
});

describe('a settlement by hand', () => {
  it('is allowed if nothing certain is known: open after its time, decided by evidence, or already settled by hand', () => {
    fc.assert(
      fc.property(anyStanding, fc.nat(100_000), (standing, msLeft) => {
        const { outcome, basis } = standing;
        const isOpen = outcome === 'open' && msLeft === 0;
        const allowed = settleProblem({ ...standing, computer: null }, msLeft) === null;
        expect(allowed).toBe(isOpen || basis === 'evidence' || basis === 'user');
        // The journal accepts what the rule allows.
        if (!allowed) return;
        for (const to of STANDINGS.filter((one) => one.basis === 'user'))
          expect(canTransition(standing, to)).toBe(true);
      }),
    );
  });

  it('distinguishes what is too early from what is known', () => {
    expect(settleProblem({ ...OPEN, computer: null }, 1)).toBe('too-early');
    for (const standing of STANDINGS.filter(({ basis }) => basis === 'answer')) {
      expect(settleProblem({ ...standing, computer: null }, 0)).toBe('not-open');
    }
    expect(settleProblem({ ...PENDING, computer: null }, 0)).toBe('not-open');
    // A purchase of another computer has to be settled there.
    expect(settleProblem({ ...OPEN, computer: '0123abcd' }, 0)).toBe('elsewhere');
  });
});

describe('the one label of a status', () => {
  it('comes from the list, and every label of the list is used', () => {
    const names = STANDINGS.flatMap((standing) => REASONS.map((reason) => statusLabel(standing, reason)));
    expect(new Set(names)).toEqual(new Set(STATUS_LABELS));
  });

  it('claims no more than is known: bought and refused are labels of answers alone', () => {
    for (const standing of STANDINGS) {
      for (const reason of REASONS) {
        const name = statusLabel(standing, reason);
        if (['bought', 'refused', 'not-sent'].includes(name)) expect(standing.basis).toBe('answer');
        if (standing.basis === 'evidence') expect(name).toMatch(/-probably$|^goods-missing$|^not-as-ordered$/);
        // A refused request was sent.
        if (name === 'not-sent') expect(reason).toBe('not-sent');
      }
    }
  });

  it('never stands for two outcomes', () => {
    for (const name of STATUS_LABELS) {
      const outcomes = STANDINGS.filter((standing) => REASONS.some((reason) => statusLabel(standing, reason) === name));
      expect(new Set(outcomes.map(({ outcome }) => outcome)).size).toBe(1);
      expect(OUTCOMES).toContain(outcomes[0]?.outcome);
    }
  });
});

describe('the knowledge of two computers about one purchase', () => {
  const verdict = (outcome: Verdict['outcome'], basis: Verdict['basis'], more: Partial<Verdict> = {}): Verdict => ({
    outcome,
    basis,
    reason: null,
    reopened: 0,
    ...more,
  });
  const anyVerdict = fc
    .tuple(anyStanding, fc.constantFrom(...REASONS), fc.integer({ min: 0, max: 3 }))
    .map(([{ outcome, basis }, reason, reopened]) => verdict(outcome, basis, { reason, reopened }));

  it('never weighs more as a guess than as an answer', () => {
    const refused = verdict('not-charged', 'answer', { reason: 'refused' });
    const delivered = verdict('charged', 'answer');
    for (const outcome of ['charged', 'not-charged'] as const) {
      for (const basis of ['evidence', 'user'] as const) {
        expect(compareVerdicts(refused, verdict(outcome, basis))).toBeGreaterThan(0);
        expect(compareVerdicts(delivered, verdict(outcome, basis, { reopened: 9 }))).toBeGreaterThan(0);
      }
    }
  });

  it('weighs more than the record that an app writes when it starts to buy', () => {
    const interrupted = verdict('open', null, { reason: 'interrupted' });
    expect(compareVerdicts(verdict('open', null, { reason: 'refused' }), interrupted)).toBeGreaterThan(0);
    for (const basis of BASES) expect(compareVerdicts(verdict('charged', basis), interrupted)).toBeGreaterThan(0);
  });

  it('only gains weight on the computer that finds it out, so that the others follow it', () => {
    fc.assert(
      fc.property(anyWishes, (wishes) => {
        let reopened = 0;
        const path = live(wishes);
        const said = path.map((standing, index) => {
          const before = path[index - 1];
          if (before !== undefined && reopens(before, standing)) reopened += 1;
          return verdict(standing.outcome, standing.basis, { reopened });
        });
        for (const [index, one] of said.entries()) {
          const before = said[index - 1];
          if (before !== undefined) expect(compareVerdicts(one, before)).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it('has one order, whichever computer receives it first', () => {
    fc.assert(
      fc.property(anyVerdict, anyVerdict, anyVerdict, (one, two, three) => {
        expect(Math.sign(compareVerdicts(one, two))).toBe(-Math.sign(compareVerdicts(two, one)) + 0);
        if (compareVerdicts(one, two) >= 0 && compareVerdicts(two, three) >= 0)
          expect(compareVerdicts(one, three)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
