import { describe, expect, it } from 'vitest';
import { addMonths, dottedDate, moscowTimestamp, utcTimestamp } from '#sandbox/time.ts';

describe('the times of the service', () => {
  it('are UTC for a subscription and Moscow for a proxy, which may be another day', () => {
    const lateEvening = Date.UTC(2026, 11, 31, 22, 5, 9, 7);
    expect(utcTimestamp(lateEvening)).toBe('2026-12-31T22:05:09.007Z');
    expect(dottedDate(lateEvening)).toBe('31.12.2026');
    expect(moscowTimestamp(lateEvening)).toBe('2027-01-01 01:05:09');
  });

  it.each([
    [Date.UTC(2026, 0, 31), 1, '28.02.2026'],
    [Date.UTC(2028, 0, 31), 1, '29.02.2028'],
    [Date.UTC(2026, 2, 31), 6, '30.09.2026'],
    [Date.UTC(2026, 10, 15), 3, '15.02.2027'],
    [Date.UTC(2028, 1, 29), 12, '28.02.2029'],
  ])('add calendar months without spilling into the next', (from, months, expected) => {
    expect(dottedDate(addMonths(from, months))).toBe(expected);
  });
});
