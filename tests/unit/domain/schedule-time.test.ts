import { beforeEach, describe, expect, it } from 'vitest';
import { dueFrom, dueUntil, isWithinHours, momentOn, nextWithinHours } from '#shared/domain/schedule-time.ts';
import { setTimeZone } from '../../support/time-zone.ts';

beforeEach(() => setTimeZone('Europe/Berlin'));

const at = (text: string): number => new Date(text).getTime();
const DAY = 86_400_000;
const HOUR = 3_600_000;

describe('hours in which something may be done', () => {
  const day = { from: '09:00', to: '18:00' };
  const night = { from: '22:00', to: '06:00' };
  it.each([
    ['2026-11-03T08:59', day, false, '2026-11-03T09:00'],
    ['2026-11-03T09:00', day, true, '2026-11-03T09:00'],
    ['2026-11-03T18:00', day, false, '2026-11-04T09:00'],
    ['2026-11-03T23:30', night, true, '2026-11-03T23:30'],
    ['2026-11-04T05:59', night, true, '2026-11-04T05:59'],
    ['2026-11-04T06:00', night, false, '2026-11-04T22:00'],
    // The night in which the clocks go back has the hour from 2 to 3 twice, and that in which they go on has none.
    ['2026-10-25T01:00', { from: '02:00', to: '02:30' }, false, '2026-10-25T02:00'],
    ['2026-03-29T01:00', { from: '02:30', to: '04:00' }, false, '2026-03-29T03:30'],
  ])('at %s of %o', (now, hours, isInside, next) => {
    expect(isWithinHours(at(now), hours)).toBe(isInside);
    expect(nextWithinHours(at(now), hours)).toBe(at(next));
  });

  it('is any time without them', () => {
    expect(isWithinHours(at('2026-11-03T03:00'), null)).toBe(true);
    expect(nextWithinHours(at('2026-11-03T03:00'), null)).toBe(at('2026-11-03T03:00'));
  });

  it('puts a time that the clocks skip after the gap, and one that comes twice at the first', () => {
    expect(momentOn('2026-03-29', '02:30')).toBe(at('2026-03-29T01:30:00Z'));
    expect(momentOn('2026-10-25', '02:30')).toBe(at('2026-10-25T00:30:00Z'));
  });
});

describe('so many days before an end', () => {
  it('is a local day, however long the days between are', () => {
    expect(dueFrom(at('2026-10-26T00:30'), 1)).toBe(at('2026-10-25T00:00'));
    expect(dueFrom(at('2026-10-25T23:30'), 3)).toBe(at('2026-10-22T00:00'));
    expect(at('2026-10-26T00:00') - at('2026-10-25T00:00')).toBe(DAY + HOUR);
    expect(dueFrom(at('2026-03-30T12:00'), 1)).toBe(at('2026-03-29T00:00'));
  });

  it('is due by the one rule and by the other', () => {
    const end = at('2026-10-27T08:00');
    const begin = dueFrom(end, 2);
    expect(end < dueUntil(begin, 2)).toBe(true);
    expect(end < dueUntil(begin - 1, 2)).toBe(false);
  });

  it('is not changed by a clock that was set back', () => {
    const end = at('2026-11-10T08:00');
    expect(dueFrom(end, 3)).toBe(dueFrom(end, 3));
    expect(end < dueUntil(at('2026-11-06T23:59'), 3)).toBe(false);
    expect(end < dueUntil(at('2026-11-07T00:00'), 3)).toBe(true);
  });
});
