import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  EXPIRY_STAGES,
  expiryStep,
  type NotifiedExpiry,
  POOL_EMPTY,
  POOL_LOW,
  poolStep,
} from '#shared/domain/alert-stages.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const END = 1_800_000_000_000;
const ALL = new Set<number>(EXPIRY_STAGES);

/** Returns the alerts that checks at these moments raise; moments and alerts are in days before the end. */
const raisedAt = (moments: readonly number[], enabled: ReadonlySet<number> = ALL): readonly number[] => {
  let told: NotifiedExpiry | null = null;
  const raised: number[] = [];
  for (const days of moments) {
    const next = expiryStep(told, END, END - days * DAY, enabled);
    if (next.step === 'raise') raised.push(next.stage);
    if (next.step === 'drop') told = null;
    else if (next.step !== 'none') told = { eventAt: END, stage: next.stage };
  }
  return raised;
};

describe('the alerts before an end', () => {
  it('come at 7, 3 and 1 days and at the end, each once', () => {
    expect(raisedAt([30, 8, 7, 6.9, 5, 3, 2, 1.1, 1, 0.5, 0.01, 0, -1, -5])).toEqual([7, 3, 1, 0]);
  });

  it('come as a single one, the nearest, after several were missed', () => {
    expect(raisedAt([20, 2])).toEqual([3]);
    expect(raisedAt([0.5])).toEqual([1]);
    expect(raisedAt([-2])).toEqual([0]);
  });

  it('are left out for goods that ended long ago', () => {
    expect(raisedAt([-8, -100])).toEqual([]);
  });

  it('leave out the stages that are switched off', () => {
    expect(raisedAt([8, 7, 3, 1, 0, -1], new Set([3, 0]))).toEqual([3, 0]);
    expect(raisedAt([8, 1, -1], new Set([7]))).toEqual([7]);
    expect(raisedAt([8, 1, -1], new Set())).toEqual([]);
  });

  it('come again after the clock was wrong by days, so that none is lost when its time really comes', () => {
    expect(raisedAt([20, 2, 20, 8, 7, 3, 1, 0])).toEqual([3, 7, 3, 1, 0]);
  });

  it('disappear after a renewal, and come again before the new end', () => {
    const told = { eventAt: END, stage: 3 };
    const renewed = END + 30 * DAY;
    expect(expiryStep(told, renewed, END - 2 * DAY, ALL)).toEqual({ step: 'drop' });
    expect(expiryStep(told, renewed, renewed - 2 * DAY, ALL)).toEqual({ step: 'raise', stage: 3 });
    expect(expiryStep(told, null, END - 2 * DAY, ALL)).toEqual({ step: 'drop' });
    expect(expiryStep(null, null, END, ALL)).toEqual({ step: 'none' });
  });

  it('do not come twice because the service calculates the end a little differently each time', () => {
    expect(expiryStep({ eventAt: END, stage: 3 }, END + 1_500, END - 2 * DAY, ALL)).toEqual({ step: 'keep', stage: 3 });
  });

  it('come once each, even if the clock is corrected by hours in between', () => {
    const walk = fc.array(fc.tuple(fc.double({ min: 0.01, max: 2, noNaN: true }), fc.integer({ min: -23, max: 23 })), {
      minLength: 5,
      maxLength: 60,
    });
    fc.assert(
      fc.property(walk, (steps) => {
        let days = 12;
        const moments = steps.flatMap(([passed, jumpHours]) => {
          days -= passed;
          return [days, days + (jumpHours * HOUR) / DAY, days];
        });
        const raised = raisedAt(moments);
        expect(new Set(raised).size).toBe(raised.length);
        expect([...raised].sort((a, b) => b - a)).toEqual(raised);
      }),
    );
  });

  it('always end with the stage that was reached last', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 72 }), { minLength: 1, maxLength: 20 }), (steps) => {
        let hours = 9 * 24;
        const moments = steps.map((passed) => {
          hours -= passed;
          return Math.max(hours, -6 * 24) / 24;
        });
        const last = moments.at(-1) ?? 0;
        const reached = last <= 0 ? 0 : EXPIRY_STAGES.filter((stage) => stage > 0 && last <= stage).at(-1);
        expect(raisedAt(moments).at(-1)).toBe(reached);
      }),
    );
  });
});

describe('the alerts of a pool', () => {
  it('come when it runs low and when it is empty, and go when it is topped up', () => {
    expect(poolStep(null, 5, 1)).toEqual({ step: 'none' });
    expect(poolStep(null, 0.9, 1)).toEqual({ step: 'raise', stage: POOL_LOW });
    expect(poolStep(POOL_LOW, 0.5, 1)).toEqual({ step: 'keep', stage: POOL_LOW });
    expect(poolStep(POOL_LOW, 0, 1)).toEqual({ step: 'raise', stage: POOL_EMPTY });
    expect(poolStep(POOL_EMPTY, 0.2, 1)).toEqual({ step: 'lower', stage: POOL_LOW });
    expect(poolStep(POOL_LOW, 1, 1)).toEqual({ step: 'drop' });
    expect(poolStep(POOL_LOW, 0.5, null)).toEqual({ step: 'drop' });
    expect(poolStep(POOL_LOW, null, 1)).toEqual({ step: 'drop' });
  });
});

it('goods that the service reports as ended count as ended, even if the clock of this computer is behind', () => {
  const every = new Set([7, 3, 1, 0]);
  const inTwoDays = 2 * 86_400_000;
  expect(expiryStep(null, inTwoDays, 0, every)).toEqual({ step: 'raise', stage: 3 });
  expect(expiryStep(null, inTwoDays, 0, every, true)).toEqual({ step: 'raise', stage: 0 });
  expect(expiryStep({ eventAt: inTwoDays, stage: 3 }, inTwoDays, 0, every, true)).toEqual({ step: 'raise', stage: 0 });
  expect(expiryStep({ eventAt: inTwoDays, stage: 0 }, inTwoDays, 0, every, true)).toEqual({ step: 'keep', stage: 0 });
});
