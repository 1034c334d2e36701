import { describe, expect, it, onTestFinished } from 'vitest';
import { localDate, parseDay, shiftDay, shiftMonth } from '#shared/domain/local-date.ts';
import { setTimeZone } from '../../support/time-zone.ts';

describe('days', () => {
  it('are counted across the ends of months', () => {
    expect(shiftDay('2026-03-01', -1)).toBe('2026-02-28');
    expect(shiftDay('2026-03-01', 31)).toBe('2026-04-01');
    expect(shiftMonth('2026-01-31', 1)).toBe('2026-02-28');
    expect(shiftMonth('2026-03-31', -1)).toBe('2026-02-28');
    expect(shiftMonth('2026-01-15', -1)).toBe('2025-12-15');
  });

  const now = new Date(2026, 10, 21, 12).getTime();
  it.each([
    ['1.11.2026', '2026-11-01'],
    ['01/11/26', '2026-11-01'],
    ['1-11', '2026-11-01'],
    [' 2026-11-01 ', '2026-11-01'],
    ['29.02.2024', '2024-02-29'],
    ['29.02.2026', null],
    ['1 Nov 2026', '2026-11-01'],
    ['30 september, 26', '2026-09-30'],
    ['1 May', '2026-05-01'],
    ['1 Nob 2026', null],
    ['31 Sept 2026', null],
    ['11/21/2026', null],
    ['1.11.206', null],
    ['today', null],
    ['', null],
  ])('are read from %j as %s', (typed, day) => expect(parseDay(typed, now)).toBe(day));
});

describe('the date in a file name', () => {
  it.each([
    ['Europe/Moscow', '2026-01-02'],
    ['America/New_York', '2026-01-01'],
  ])('is the date of the wall calendar in %s, half an hour before midnight in UTC', (name, date) => {
    onTestFinished(setTimeZone(name));
    expect(localDate(Date.UTC(2026, 0, 1, 23, 30))).toBe(date);
  });
});
