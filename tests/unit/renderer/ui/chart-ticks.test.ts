import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localDate, midnightOf, shiftDay } from '#shared/domain/local-date.ts';
import { dayTicks, momentTicks, valueTicks } from '../../../../renderer/ui/chart-ticks.ts';

describe('the values of a scale', () => {
  it('are round, and begin and end around the values', () => {
    expect(valueTicks(0, 10)).toEqual([0, 5, 10]);
    expect(valueTicks(0, 7)).toEqual([0, 2, 4, 6, 8]);
    expect(valueTicks(0, 23_944_400, 100)).toEqual([0, 10_000_000, 20_000_000, 30_000_000]);
    expect(valueTicks(1_436_584, 8_598_159, 100)).toEqual([0, 2_000_000, 4_000_000, 6_000_000, 8_000_000, 10_000_000]);
  });

  it('never split a whole, or a rouble', () => {
    expect(valueTicks(0, 1)).toEqual([0, 1]);
    expect(valueTicks(0, 0)).toEqual([0, 1]);
    expect(valueTicks(0, 30, 100)).toEqual([0, 100]);
  });

  it('stand around a value that never changed, also below zero', () => {
    expect(valueTicks(6_000, 6_000)).toEqual([5_000, 10_000]);
    expect(valueTicks(-300, -300, 100)).toEqual([-400, -200]);
  });

  it('contain all values, in few whole steps, up to the largest sums', () => {
    const sum = fc.integer({ min: -900_719_925_474_099, max: 900_719_925_474_099 });
    fc.assert(
      fc.property(sum, sum, fc.constantFrom(1, 100), (one, other, least) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        const ticks = valueTicks(low, high, least);
        expect(ticks[0]).toBeLessThanOrEqual(low);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(high);
        expect(ticks.length).toBeLessThanOrEqual(7);
        for (const tick of ticks) expect(Math.abs(tick % least)).toBe(0);
      }),
    );
  });
});

describe('the days of an axis', () => {
  it('are single days, Mondays, or firsts of months, as fits', () => {
    expect(dayTicks('2026-11-01', '2026-11-04', 4)).toEqual({
      unit: 'day',
      days: ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'],
    });
    expect(dayTicks('2026-10-30', '2026-11-28', 5)).toEqual({
      unit: 'day',
      days: ['2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23'],
    });
    expect(dayTicks('2026-08-29', '2026-11-28', 5)).toEqual({
      unit: 'month',
      days: ['2026-09-01', '2026-10-01', '2026-11-01'],
    });
    expect(dayTicks('2026-08-29', '2026-11-28', 14).days).toHaveLength(13);
    expect(dayTicks('2023-02-15', '2026-11-28', 5)).toEqual({
      unit: 'year',
      days: ['2024-01-01', '2025-01-01', '2026-01-01'],
    });
  });

  it('include a last and a first day that begin a step', () => {
    expect(dayTicks('2026-06-01', '2026-11-01', 6).days).toEqual([
      '2026-06-01',
      '2026-07-01',
      '2026-08-01',
      '2026-09-01',
      '2026-10-01',
      '2026-11-01',
    ]);
    expect(dayTicks('2026-11-28', '2026-11-28', 4).days).toEqual(['2026-11-28']);
  });

  it('are never none, never too many, and all within the span', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 30_000 }),
        fc.integer({ min: 0, max: 20_000 }),
        fc.integer({ min: 1, max: 30 }),
        (start, length, most) => {
          const first = shiftDay('1990-01-01', start);
          const last = shiftDay(first, length);
          const { days } = dayTicks(first, last, most);
          expect(days.length).toBeGreaterThan(0);
          expect(days.length).toBeLessThanOrEqual(most);
          expect(days.every((day) => day >= first && day <= last)).toBe(true);
          expect([...days].sort()).toEqual(days);
        },
      ),
    );
  });
});

describe('the moments of an axis', () => {
  const at = (day: string, hour: number, minute = 0) => (midnightOf(day) ?? 0) + (hour * 60 + minute) * 60_000;

  it('are full hours in a day', () => {
    const { unit, moments } = momentTicks(at('2026-11-28', 7, 20), at('2026-11-28', 17), 4);
    expect(unit).toBe('time');
    expect(moments).toEqual([at('2026-11-28', 9), at('2026-11-28', 12), at('2026-11-28', 15)]);
  });

  it('are beginnings of months in half a year, and never before the first reading', () => {
    const { unit, moments } = momentTicks(at('2026-07-01', 14), at('2026-11-28', 9), 5);
    expect(unit).toBe('month');
    expect(moments.map(localDate)).toEqual(['2026-08-01', '2026-09-01', '2026-10-01', '2026-11-01']);
  });

  it('are within the span', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 41 }), fc.integer({ min: 0, max: 2 ** 38 }), (from, length) => {
        const { moments } = momentTicks(from, from + length, 6);
        expect(moments.length).toBeLessThanOrEqual(6);
        expect(moments.every((moment) => moment >= from && moment <= from + length)).toBe(true);
      }),
    );
  });
});
