import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ChargeState,
  chargeStateOf,
  countsAsSpent,
  type LinkedPurchase,
  MAX_REJECTIONS_IN_A_ROW,
  nextRunStep,
} from '#shared/domain/bulk-run.ts';
import { PURCHASE_STATES } from '#shared/domain/journal.ts';

interface Charge {
  purchase: LinkedPurchase | null;
  skipped: boolean;
  readonly price: number;
  /** How often its request left. */
  sent: number;
}

/** What becomes of one request, what happens to the app meanwhile, and what the user does when the run stands. */
type Fate = 'succeeded' | 'rejected' | 'lost' | 'not-sent' | 'crash-before-sending' | 'crash-after-sending';
const anyFate = fc.constantFrom<Fate>(
  'succeeded',
  'rejected',
  'lost',
  'not-sent',
  'crash-before-sending',
  'crash-after-sending',
);
const anyWayOn = fc.constantFrom('skip', 'found-charged', 'found-not-charged', 'leave');

const stateOf = ({ purchase, skipped }: Charge): ChargeState => chargeStateOf({ purchase, skipped, hasProblem: false });
const committedOf = (charges: readonly Charge[]): number =>
  charges.reduce((sum, charge) => sum + (countsAsSpent(stateOf(charge)) ? charge.price : 0), 0);

const purchaseAfter = (fate: Fate): LinkedPurchase => {
  switch (fate) {
    case 'succeeded':
    case 'rejected':
      return { state: fate, reason: null };
    case 'lost':
    case 'crash-after-sending':
      return { state: 'unknown', reason: 'interrupted' };
    case 'not-sent':
    case 'crash-before-sending':
      return { state: 'confirmed-not-charged', reason: 'not-sent' };
  }
};

describe('a bulk run', () => {
  it('sends no charge twice and never goes beyond its cap, through any crashes, losses and resumptions', () => {
    const prices = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 8 });
    const days = fc.array(fc.record({ fates: fc.array(anyFate, { maxLength: 8 }), wayOn: anyWayOn }), { maxLength: 8 });
    fc.assert(
      fc.property(prices, fc.integer({ min: 0, max: 400_000 }), days, (list, capKopecks, history) => {
        const charges: Charge[] = list.map((price) => ({ purchase: null, skipped: false, price, sent: 0 }));
        for (const { fates, wayOn } of history) {
          let rejectionsInRow = 0;
          for (const fate of fates) {
            const states = charges.map(stateOf);
            const next = charges[states.indexOf('waiting')];
            const step = nextRunStep({
              committedKopecks: committedOf(charges),
              capKopecks,
              open: states.filter((state) => state === 'unknown' || state === 'buying').length,
              rejectionsInRow,
              nextKopecks: next?.price ?? null,
            });
            if (step.do !== 'buy' || next === undefined) break;
            next.sent += fate === 'not-sent' || fate === 'crash-before-sending' ? 0 : 1;
            next.purchase = purchaseAfter(fate);
            rejectionsInRow = fate === 'rejected' ? rejectionsInRow + 1 : 0;
            expect(committedOf(charges)).toBeLessThanOrEqual(capKopecks);
            if (fate.startsWith('crash')) break;
          }
          for (const charge of charges.filter((one) => stateOf(one) === 'unknown')) {
            if (wayOn === 'skip') charge.skipped = true;
            if (wayOn === 'found-charged') charge.purchase = { state: 'confirmed-charged', reason: 'interrupted' };
            if (wayOn === 'found-not-charged')
              charge.purchase = { state: 'confirmed-not-charged', reason: 'interrupted' };
          }
        }
        expect(charges.every(({ sent }) => sent <= 1)).toBe(true);
        expect(committedOf(charges)).toBeLessThanOrEqual(capKopecks);
      }),
      { numRuns: 2_000 },
    );
  });

  it('lets a charge wait again only when its purchase provably never left', () => {
    for (const state of PURCHASE_STATES) {
      for (const reason of [null, 'timeout', 'interrupted', 'refused', 'not-sent']) {
        const isUnsent = state === 'confirmed-not-charged' && reason === 'not-sent';
        for (const skipped of [false, true]) {
          const after = chargeStateOf({ purchase: { state, reason }, skipped, hasProblem: false });
          expect(after === 'waiting').toBe(isUnsent);
        }
      }
    }
  });

  it('stops at one open outcome, at the cap, and at several refusals in a row', () => {
    const fine = { committedKopecks: 500, capKopecks: 1_000, open: 0, rejectionsInRow: 0, nextKopecks: 500 };
    expect(nextRunStep(fine)).toEqual({ do: 'buy' });
    expect(nextRunStep({ ...fine, open: 1 })).toEqual({ do: 'stop', why: 'unknown' });
    expect(nextRunStep({ ...fine, nextKopecks: 501 })).toEqual({ do: 'stop', why: 'cap' });
    expect(nextRunStep({ ...fine, rejectionsInRow: MAX_REJECTIONS_IN_A_ROW })).toEqual({
      do: 'stop',
      why: 'rejections',
    });
    expect(nextRunStep({ ...fine, nextKopecks: null })).toEqual({ do: 'finish' });
    expect(nextRunStep({ ...fine, nextKopecks: null, open: 1 })).toEqual({ do: 'stop', why: 'unknown' });
  });
});
