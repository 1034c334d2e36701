import { beforeEach, describe, expect, it } from 'vitest';
import { createOrderDays, forecastDays, movedEnd, runningBalance } from '#shared/domain/standing-forecast.ts';
import { setTimeZone } from '../../support/time-zone.ts';

const ZONE = 'Europe/Berlin';
beforeEach(() => setTimeZone(ZONE));
const at = (text: string): number => new Date(text).getTime();

describe('the next 30 days', () => {
  const nextDays = (): readonly string[] => forecastDays(at('2026-10-20T12:00'), ZONE);

  it('are local days, each once across a clock change', () => {
    const days = nextDays();
    expect(days).toHaveLength(30);
    expect(new Set(days).size).toBe(30);
    expect(days.slice(4, 8)).toEqual(['2026-10-24', '2026-10-25', '2026-10-26', '2026-10-27']);
  });

  const NO_LIMITS = { ceilingKopecks: null, monthCapKopecks: null, leftKopecks: null };
  /** Returns the days on which the forecast lists something of this price for targets with these ends. */
  const told = (
    ends: readonly string[],
    terms: Partial<Parameters<typeof createOrderDays>[0]> & Pick<Parameters<typeof createOrderDays>[0], 'step'>,
    days: readonly string[] = nextDays(),
  ) => {
    const orderDays = createOrderDays({ zone: ZONE, daysBefore: 0, ...NO_LIMITS, ...terms }, days);
    for (const end of ends) orderDays.add({ endsAt: at(end), priceKopecks: 100 });
    return days.flatMap((day) =>
      orderDays.on(day).map((target) => {
        const { kopecks, waits, overCap, carried } = orderDays.pay(target, day);
        const what = kopecks > 0 ? 'paid' : waits > 0 ? 'waits' : overCap > 0 ? 'lost' : 'unpriced';
        return `${day} ${what}${carried > 0 ? ' late' : ''}`;
      }),
    );
  };

  it('show each payment on its day, and overdue payments today', () => {
    const month = { daysBefore: 3, step: { months: 1 } } as const;
    expect(told(['2026-10-28T08:00'], month)).toEqual(['2026-10-25 paid']);
    expect(told(['2026-10-18T08:00'], month)).toEqual(['2026-10-20 paid', '2026-11-15 paid']);
    expect(told(['2026-12-28T08:00'], month)).toEqual([]);
    const week = { daysBefore: 1, step: { days: 7 } } as const;
    expect(told(['2026-10-24T08:00'], week)).toEqual([
      '2026-10-23 paid',
      '2026-10-30 paid',
      '2026-11-06 paid',
      '2026-11-13 paid',
    ]);
  });

  it("move payments that exceed the month's money to the next month, before the others, as far as they are due then", () => {
    const one = { step: { months: 1 }, monthCapKopecks: 100 } as const;
    // The money suffices for one of two items on the 28th. On the first, the other one ended less than a week ago.
    expect(told(['2026-10-28T08:00', '2026-10-28T09:00'], { ...one, leftKopecks: 100 })).toEqual([
      '2026-10-28 paid',
      '2026-10-28 waits',
      '2026-11-01 paid late',
    ]);
    // Items that have waited are paid with the money of the next month.
    expect(told(['2026-10-28T08:00', '2026-11-05T08:00'], { ...one, leftKopecks: 0 })).toEqual([
      '2026-10-28 waits',
      '2026-11-01 paid late',
      '2026-11-05 lost',
    ]);
    // After a week an item is no longer due, and nothing is paid for it.
    expect(told(['2026-10-23T08:00'], { ...one, leftKopecks: 0 })).toEqual(['2026-10-23 lost']);
    expect(told(['2026-10-25T08:00'], { ...one, leftKopecks: 0 })).toEqual([
      '2026-10-25 waits',
      '2026-11-01 paid late',
    ]);
  });

  it('do not continue targets that were not paid for', () => {
    const week = { step: { days: 7 }, monthCapKopecks: 300, leftKopecks: 100 } as const;
    expect(told(['2026-10-20T20:00'], week)).toEqual([
      '2026-10-20 paid',
      '2026-10-27 waits',
      '2026-11-01 paid late',
      '2026-11-03 paid',
      '2026-11-10 paid',
      '2026-11-17 lost',
    ]);
  });

  it('keep the time of day of an end, and use the last day of a shorter month', () => {
    expect(movedEnd(at('2026-10-24T08:30'), { days: 2 }, ZONE)).toBe(at('2026-10-26T08:30'));
    expect(movedEnd(at('2026-01-31T08:30'), { months: 1 }, ZONE)).toBe(at('2026-02-28T08:30'));
  });

  it('show the day from which the balance is too low', () => {
    const spent = [
      { day: 'a', kopecks: 60 },
      { day: 'b', kopecks: 0 },
      { day: 'c', kopecks: 50 },
      { day: 'd', kopecks: 10 },
    ];
    expect(runningBalance(100, spent)).toEqual({ after: [40, 40, -10, -20], shortFrom: 'c' });
    expect(runningBalance(120, spent)).toEqual({ after: [60, 60, 10, 0], shortFrom: null });
  });
});
