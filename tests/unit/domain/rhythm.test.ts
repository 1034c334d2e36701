import { beforeEach, describe, expect, it } from 'vitest';
import { daysBetween, latestDay, nextDay, type Rhythm } from '#shared/domain/rhythm.ts';
import { setTimeZone } from '../../support/time-zone.ts';

const ZONE = 'Europe/Berlin';
beforeEach(() => setTimeZone(ZONE));

const at = (text: string): number => new Date(text).getTime();
const DAILY: Rhythm = { every: 'day', monthDay: 1, time: '08:00' };
const WEEKDAYS: Rhythm = { ...DAILY, every: 'weekdays' };
const monthly = (monthDay: number): Rhythm => ({ every: 'month', monthDay, time: '08:00' });
const nothing = () => false;

describe('a list of a schedule', () => {
  // 2026-11-07 is a Saturday.
  it.each([
    ['2026-11-05T07:59', DAILY, '2026-11-04', '2026-11-05'],
    ['2026-11-05T08:00', DAILY, '2026-11-05', '2026-11-06'],
    ['2026-11-08T12:00', WEEKDAYS, '2026-11-06', '2026-11-09'],
    ['2026-11-09T07:00', WEEKDAYS, '2026-11-06', '2026-11-09'],
    ['2026-11-05T12:00', monthly(31), '2026-10-31', '2026-11-30'],
    ['2027-02-28T08:00', monthly(29), '2027-02-28', '2027-03-29'],
    ['2028-02-28T08:00', monthly(29), '2028-01-29', '2028-02-29'],
    ['2026-12-31T23:59', monthly(1), '2026-12-01', '2027-01-01'],
    ['2026-12-31T07:00', DAILY, '2026-12-30', '2026-12-31'],
  ])('is due at %s with %o', (now, rhythm, latest, next) => {
    expect(latestDay(rhythm, at(now), ZONE)).toBe(latest);
    expect(nextDay(rhythm, at(now), ZONE, nothing)).toBe(next);
  });

  it('is due once on the days on which the clocks change', () => {
    const night: Rhythm = { ...DAILY, time: '02:30' };
    expect(latestDay(night, at('2026-03-29T03:29:00+02:00'), ZONE)).toBe('2026-03-28');
    expect(latestDay(night, at('2026-03-29T03:30:00+02:00'), ZONE)).toBe('2026-03-29');
    expect(latestDay(night, at('2026-10-25T02:30:00+02:00'), ZONE)).toBe('2026-10-25');
    expect(nextDay(night, at('2026-10-25T02:30:00+01:00'), ZONE, nothing)).toBe('2026-10-26');
  });

  it('is not due again on a day that is done when the clock was set back', () => {
    expect(nextDay(DAILY, at('2026-11-05T07:00'), ZONE, (day) => day === '2026-11-05')).toBe('2026-11-06');
  });

  it('counts the days between two of its days', () => {
    expect(daysBetween(DAILY, '2026-11-04', '2026-11-05')).toBe(0);
    expect(daysBetween(DAILY, '2026-10-20', '2026-11-05')).toBe(15);
    expect(daysBetween(WEEKDAYS, '2026-11-06', '2026-11-10')).toBe(1);
    expect(daysBetween(monthly(31), '2026-08-31', '2026-11-30')).toBe(2);
    expect(daysBetween(DAILY, '1999-01-01', '2026-11-05')).toBe(366);
  });
});
