import { describe, expect, it } from 'vitest';
import { madeAt, mayBeMadeWithin, windowsOf } from '#core/money/products/purchase-windows.ts';

const DAY = 86_400_000;
const START = Date.UTC(2026, 4, 10, 12, 0, 0, 123);
/** A purchase that left this many ms after the first one and ended 200 ms later. */
const purchase = (id: number, afterMs: number, more: object = {}) => ({
  id,
  sentAt: START + afterMs,
  sentUptime: 5_000 + afterMs,
  endedUptime: 5_200 + afterMs,
  isElsewhere: false,
  isRestored: false,
  ...more,
});
const answered = (afterMs: number, aheadMs: number) => ({
  periodMonths: 1,
  expiresAt: START + afterMs + 100 + aheadMs + 30 * DAY,
  sentAt: START + afterMs,
  sentUptime: 5_000 + afterMs,
  endedUptime: 5_200 + afterMs,
});
/** Returns which of two purchases, 400 ms apart, were under way at the subscription's creation, by the service's clock. */
const makers = (madeMs: number, ...others: readonly ReturnType<typeof answered>[]) => {
  const windows = windowsOf([purchase(1, 0), purchase(2, 400)], others);
  if (windows === null) return null;
  return [1, 2].filter((id) => madeAt(START + madeMs + 30 * DAY, 1).some((made) => mayBeMadeWithin(made, id, windows)));
};

describe('the purchase that made a new subscription', () => {
  it('is known from the time of its creation, once an answer has shown how the clocks differ', () => {
    expect(makers(100, answered(-5_000, 0))).toEqual([1]);
    expect(makers(500, answered(-5_000, 0))).toEqual([2]);
    expect(makers(60_500, answered(-5_000, 60_000))).toEqual([2]);
    expect(makers(2_000, answered(-5_000, 0))).toEqual([]);
  });

  it('is unknown if the purchases are closer to each other than the clocks may differ', () => {
    expect(makers(100)).toEqual([1, 2]);
  });

  it('is unknown if answers contradict each other', () => {
    expect(makers(100, answered(-5_000, 0), answered(-9_000, 3_000))).toBeNull();
  });

  it.each([
    ['of another computer', { isElsewhere: true }],
    ['out of a copy', { isRestored: true }],
    ['before a restart of the machine', { endedUptime: 10 }],
    ['of an older version', { sentUptime: null }],
    ['across a clock that was set', { sentAt: START + 3_600_000 }],
  ])('is unknown with one %s', (_, more) => {
    expect(windowsOf([purchase(1, 0), purchase(2, 400, more)], [])).toBeNull();
  });

  it('counts calendar months as well, and a rounded end as a whole second', () => {
    const [byDays, byCalendar] = madeAt(Date.UTC(2026, 5, 10, 12), 1);
    expect(byDays).toEqual({ from: Date.UTC(2026, 4, 11, 12), to: Date.UTC(2026, 4, 11, 12) + 999 });
    expect(byCalendar?.from).toBe(Date.UTC(2026, 4, 10, 12));
  });

  it.each([
    ['29 November and three months, on the last day of February', '2026-11-29', 3, '2027-02-28'],
    ['30 November and three months, on the last day of February', '2026-11-30', 3, '2027-02-28'],
    ['29 November and three months, one day later', '2026-11-29', 3, '2027-03-01'],
    ['31 January and one month, three days later', '2027-01-31', 1, '2027-03-03'],
    ['31 August and one month', '2026-08-31', 1, '2026-09-30'],
  ])('counts a period that ends in a month without the day: %s', (_, day, months, end) => {
    const time = 'T21:30:15.123Z';
    expect(madeAt(Date.parse(end + time), months).map(({ from }) => from)).toContain(Date.parse(day + time));
  });
});
