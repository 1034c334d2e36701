import { beforeEach, describe, expect, it } from 'vitest';
import { forecastDays, movedEnd, paidDays, runningBalance } from '#shared/domain/standing-forecast.ts';
import { setTimeZone } from '../../support/time-zone.ts';

beforeEach(() => setTimeZone('Europe/Berlin'));
const at = (text: string): number => new Date(text).getTime();

describe('the next 30 days', () => {
  const nextDays = (): readonly string[] => forecastDays(at('2026-10-20T12:00'));

  it('are local days, each once over a change of the clocks', () => {
    const days = nextDays();
    expect(days).toHaveLength(30);
    expect(new Set(days).size).toBe(30);
    expect(days.slice(4, 8)).toEqual(['2026-10-24', '2026-10-25', '2026-10-26', '2026-10-27']);
  });

  it('have each payment on its day, and what is overdue today', () => {
    const days = nextDays();
    const month = { daysBefore: 3, step: { months: 1 } } as const;
    expect(paidDays(at('2026-10-28T08:00'), month, days)).toEqual(['2026-10-25']);
    expect(paidDays(at('2026-10-18T08:00'), month, days)).toEqual(['2026-10-20', '2026-11-15']);
    expect(paidDays(at('2026-12-28T08:00'), month, days)).toEqual([]);
    const week = { daysBefore: 1, step: { days: 7 } } as const;
    expect(paidDays(at('2026-10-24T08:00'), week, days)).toEqual([
      ...['2026-10-23', '2026-10-30', '2026-11-06', '2026-11-13'],
    ]);
  });

  it('move an end at the same time of the day, to the last day of a shorter month', () => {
    expect(movedEnd(at('2026-10-24T08:30'), { days: 2 })).toBe(at('2026-10-26T08:30'));
    expect(movedEnd(at('2026-01-31T08:30'), { months: 1 })).toBe(at('2026-02-28T08:30'));
  });

  it('tell from which day on the balance is short', () => {
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
