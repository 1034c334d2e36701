import { describe, expect, it } from 'vitest';
import { afterTopUp, chooseLines, firstBatch, mayRetry } from '#shared/domain/standing-rules.ts';

const HOUR = 3_600_000;
const lines = [100, 300, 200, 100].map((priceKopecks, index) => ({
  key: String(index),
  priceKopecks,
  shareKopecks: 0,
}));
const NO_LIMITS = { ceilingKopecks: null, monthLeftKopecks: null, balanceKopecks: null };

describe('the purchases that an order may pay for', () => {
  it('are all of them without limits', () => {
    const { taken, refused, missingKopecks } = chooseLines(lines, NO_LIMITS);
    expect([[...taken], [...refused], missingKopecks]).toEqual([['0', '1', '2', '3'], [], 0]);
  });

  it('leave out any that exceed the ceiling or have no price of their own', () => {
    const unpriced = [...lines, { key: 'x', priceKopecks: null, shareKopecks: 0 }];
    const { taken, refused } = chooseLines(unpriced, { ...NO_LIMITS, ceilingKopecks: 200 });
    expect([...taken]).toEqual(['0', '2', '3']);
    expect([...refused]).toEqual([
      ['1', 'ceiling'],
      ['x', 'ceiling'],
    ]);
  });

  it('also compare the share of the charge with the ceiling, and count those above it', () => {
    const shared = lines.map((line) => ({ ...line, shareKopecks: 250 }));
    expect([...chooseLines(shared, { ...NO_LIMITS, ceilingKopecks: 200 }).taken]).toEqual([]);
    expect([...chooseLines(shared, { ...NO_LIMITS, monthLeftKopecks: 600 }).taken]).toEqual(['0', '1']);
  });

  it('end with the first that the month does not allow, and never exceed it', () => {
    const { taken, refused } = chooseLines(lines, { ...NO_LIMITS, monthLeftKopecks: 350 });
    expect([...taken]).toEqual(['0']);
    expect([...refused.values()]).toEqual(['month-cap', 'month-cap', 'month-cap']);
  });

  it('end with what the balance covers, and say how much it lacks in total', () => {
    const { taken, refused, missingKopecks } = chooseLines(lines, { ...NO_LIMITS, balanceKopecks: 450 });
    expect([...taken]).toEqual(['0', '1']);
    expect([...refused.values()]).toEqual(['insufficient-balance', 'insufficient-balance']);
    expect(missingKopecks).toBe(250);
  });
});

describe('a failed purchase', () => {
  it('is tried again at growing intervals, even if the clock was set back', () => {
    const now = 1_000 * HOUR;
    expect(mayRetry(1, now - 14 * 60_000, now)).toBe(false);
    expect(mayRetry(1, now - 15 * 60_000, now)).toBe(true);
    expect(mayRetry(3, now - 2 * HOUR, now)).toBe(false);
    expect(mayRetry(50, now - 6 * HOUR, now)).toBe(true);
    expect(mayRetry(50, now + 30 * HOUR, now)).toBe(true);
    expect(mayRetry(0, null, now)).toBe(true);
  });
});

describe('a pool that reads low after a top-up', () => {
  const now = 1_000 * HOUR;
  const last = { finishedAt: now - HOUR, hasHadTime: true, gbBefore: 0.5, isOwn: true, hasShown: false };
  it('waits until a reading shows the top-up', () => {
    expect(afterTopUp(null, { gb: 0, asOf: now }, now)).toBe('ready');
    expect(afterTopUp(last, { gb: 0.5, asOf: now }, now)).toBe('wait');
    expect(afterTopUp(last, { gb: 0.9, asOf: now }, now)).toBe('ready');
    expect(afterTopUp(last, { gb: 0.9, asOf: now - 2 * HOUR }, now)).toBe('wait');
    expect(afterTopUp({ ...last, hasShown: true }, { gb: 0.1, asOf: now }, now)).toBe('ready');
  });
  it('waits if a reading shows less than the one before, until the service has had its time', () => {
    const seen = { ...last, hasShown: true, hasHadTime: false };
    expect(afterTopUp(seen, { gb: 0.5, asOf: now }, now)).toBe('wait');
    expect(afterTopUp(seen, { gb: 0.9, asOf: now }, now)).toBe('ready');
    expect(afterTopUp({ ...seen, hasHadTime: true }, { gb: 0.5, asOf: now }, now)).toBe('ready');
  });
  it('waits until the service has had its time, whatever the clock says', () => {
    for (const finishedAt of [now - 50 * HOUR, now + 50 * HOUR]) {
      const early = { ...last, finishedAt, hasHadTime: false, isOwn: false };
      expect(afterTopUp(early, { gb: 0.5, asOf: now }, now)).toBe('wait');
      expect(afterTopUp({ ...early, hasHadTime: true }, { gb: 0.5, asOf: now }, now)).toBe('ready');
    }
  });
  it('asks after a day without such a reading, unless nobody has tried to read', () => {
    const old = { ...last, finishedAt: now - 25 * HOUR };
    expect(afterTopUp(old, { gb: 0.1, asOf: now }, now)).toBe('ask');
    expect(afterTopUp({ ...old, isOwn: false }, { gb: 0.1, asOf: now }, now)).toBe('ready');
    expect(afterTopUp({ ...old, gbBefore: null, isOwn: false }, { gb: 0.1, asOf: now }, now)).toBe('ready');
  });
});

it('a check finds affordable targets behind five hundred expensive ones', () => {
  const ready = Array.from({ length: 503 }, (_, index) => index);
  const batch = firstBatch(ready, (one) => one < 501);
  expect([batch.length, ...batch.slice(0, 3)]).toEqual([500, 501, 502, 0]);
});
