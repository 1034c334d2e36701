import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BASES, GOODS_STATES, OUTCOMES } from '#shared/domain/journal.ts';
import {
  type ChargeState,
  chargeStateOf,
  countsAsSpent,
  type LinkedPurchase,
  MAX_REFUSALS_IN_ROW,
  nextRunStep,
} from '#shared/domain/run-charges.ts';
import { MAX_WAITS_IN_A_ROW, waitForService } from '#shared/domain/run-rules.ts';

interface Charge {
  purchase: LinkedPurchase | null;
  skipped: boolean;
  readonly price: number;
  /** How many of its requests left and may have been paid, or were refused for good. */
  sent: number;
}

/** The fate of one request, of the app meanwhile, and the user's action when the run halts. */
type Fate =
  | 'succeeded'
  | 'rejected'
  | 'too-soon'
  | 'lost'
  | 'not-sent'
  | 'crash-before-sending'
  | 'crash-after-sending';
const anyFate = fc.constantFrom<Fate>(
  'succeeded',
  'rejected',
  'too-soon',
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
      return { outcome: 'charged', basis: 'answer', goodsState: 'here', reason: null };
    case 'rejected':
      return refused('refused');
    case 'too-soon':
      return refused('rate-limited');
    case 'lost':
    case 'crash-after-sending':
      return { outcome: 'open', basis: null, goodsState: 'none', reason: 'interrupted' };
    case 'not-sent':
    case 'crash-before-sending':
      return refused('not-sent');
  }
};

const refused = (reason: string): LinkedPurchase => ({
  outcome: 'not-charged',
  basis: 'answer',
  goodsState: 'none',
  reason,
});

/** Whether the request took the money, or may have. */
const mayHavePaid = (fate: Fate): boolean => fate === 'succeeded' || fate === 'lost' || fate === 'crash-after-sending';

describe('a run of purchases', () => {
  it('sends no charge twice and never exceeds its cap, through any crashes, losses and resumptions', () => {
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
              nextKopecks: next?.price ?? null,
            });
            // The engine therefore stops the run.
            if (step.do !== 'buy' || next === undefined || rejectionsInRow >= MAX_REFUSALS_IN_ROW) break;
            next.sent += mayHavePaid(fate) || fate === 'rejected' ? 1 : 0;
            next.purchase = purchaseAfter(fate);
            rejectionsInRow = fate === 'rejected' ? rejectionsInRow + 1 : 0;
            expect(committedOf(charges)).toBeLessThanOrEqual(capKopecks);
            if (fate.startsWith('crash')) break;
          }
          for (const charge of charges.filter((one) => stateOf(one) === 'unknown')) {
            if (wayOn === 'skip') charge.skipped = true;
            const found = { basis: 'evidence', goodsState: 'none', reason: 'interrupted' } as const;
            if (wayOn === 'found-charged') charge.purchase = { ...found, outcome: 'charged', goodsState: 'here' };
            if (wayOn === 'found-not-charged') charge.purchase = { ...found, outcome: 'not-charged' };
          }
        }
        expect(charges.every(({ sent }) => sent <= 1)).toBe(true);
        expect(committedOf(charges)).toBeLessThanOrEqual(capKopecks);
      }),
      { numRuns: 2_000 },
    );
  });

  it('repeats a charge only when an answer says that it never left or came too soon', () => {
    const reasons = [null, 'timeout', 'interrupted', 'refused', 'not-sent', 'rate-limited'];
    const all = OUTCOMES.flatMap((outcome) =>
      [null, ...BASES].flatMap((basis) =>
        GOODS_STATES.flatMap((goodsState) => reasons.map((reason) => ({ outcome, basis, goodsState, reason }))),
      ),
    );
    for (const purchase of all) {
      const { outcome, basis, reason } = purchase;
      const isFree =
        outcome === 'not-charged' && basis === 'answer' && (reason === 'not-sent' || reason === 'rate-limited');
      for (const skipped of [false, true]) {
        expect(chargeStateOf({ purchase, skipped, hasProblem: false }) === 'waiting').toBe(isFree);
        expect(chargeStateOf({ purchase, skipped, hasProblem: true })).not.toBe('waiting');
      }
    }
    expect(chargeStateOf({ purchase: null, skipped: false, hasProblem: true })).toBe('cannot');
  });

  it('waits as long as the service says, otherwise longer each time, and not forever', () => {
    expect(waitForService(1_000, 0)).toBe(1_000);
    expect(waitForService(3_600_000, 0)).toBe(3_600_000);
    expect(waitForService(7 * 3_600_000, 0)).toBeNull();
    const own = Array.from({ length: MAX_WAITS_IN_A_ROW }, (_, waits) => waitForService(undefined, waits) ?? 0);
    expect(own.slice(0, 3)).toEqual([30_000, 60_000, 120_000]);
    expect(own).toEqual(own.toSorted((a, b) => a - b));
    expect(own.at(-1)).toBe(600_000);
    for (const told of [undefined, 0, 1_000]) expect(waitForService(told, MAX_WAITS_IN_A_ROW)).toBeNull();
    expect(waitForService(0, 0)).toBeGreaterThan(0);
  });

  it('stops at one open outcome and at the cap', () => {
    const fine = { committedKopecks: 500, capKopecks: 1_000, open: 0, nextKopecks: 500 };
    expect(nextRunStep(fine)).toEqual({ do: 'buy' });
    expect(nextRunStep({ ...fine, open: 1 })).toEqual({ do: 'stop', why: 'unknown' });
    expect(nextRunStep({ ...fine, nextKopecks: 501 })).toEqual({ do: 'stop', why: 'cap' });
    expect(nextRunStep({ ...fine, nextKopecks: null })).toEqual({ do: 'finish' });
    expect(nextRunStep({ ...fine, nextKopecks: null, open: 1 })).toEqual({ do: 'stop', why: 'unknown' });
  });
});
