import { beforeEach, describe, expect, it } from 'vitest';
import { dueFrom, dueUntil, isWithinHours, momentOn, nextWithinHours } from '#shared/domain/schedule-time.ts';
import { areSameZone, isZone, localZone, startOfMonth } from '#shared/domain/zoned-time.ts';
import { setTimeZone } from '../../support/time-zone.ts';

const ZONE = 'Europe/Berlin';
beforeEach(() => setTimeZone(ZONE));

const at = (text: string): number => new Date(text).getTime();
const DAY = 86_400_000;
const HOUR = 3_600_000;

describe('the allowed hours', () => {
  const day = { from: '09:00', to: '18:00' };
  const night = { from: '22:00', to: '06:00' };
  it.each([
    ['2026-11-03T08:59', day, false, '2026-11-03T09:00'],
    ['2026-11-03T09:00', day, true, '2026-11-03T09:00'],
    ['2026-11-03T18:00', day, false, '2026-11-04T09:00'],
    ['2026-11-03T23:30', night, true, '2026-11-03T23:30'],
    ['2026-11-04T05:59', night, true, '2026-11-04T05:59'],
    ['2026-11-04T06:00', night, false, '2026-11-04T22:00'],
    // The night in which the clocks go back has the hour from 2 to 3 twice; the night in which they go forward does not have
    // it.
    ['2026-10-25T01:00', { from: '02:00', to: '02:30' }, false, '2026-10-25T02:00'],
    ['2026-03-29T01:00', { from: '02:30', to: '04:00' }, false, '2026-03-29T03:30'],
  ])('are checked at %s against %o', (now, hours, isInside, next) => {
    expect(isWithinHours(at(now), hours, ZONE)).toBe(isInside);
    expect(nextWithinHours(at(now), hours, ZONE)).toBe(at(next));
  });

  it('are all hours if none are set', () => {
    expect(isWithinHours(at('2026-11-03T03:00'), null, ZONE)).toBe(true);
    expect(nextWithinHours(at('2026-11-03T03:00'), null, ZONE)).toBe(at('2026-11-03T03:00'));
  });

  it('move a time that the clocks skip after the gap, and take the first of two equal times', () => {
    expect(momentOn('2026-03-29', '02:30', ZONE)).toBe(at('2026-03-29T01:30:00Z'));
    expect(momentOn('2026-10-25', '02:30', ZONE)).toBe(at('2026-10-25T00:30:00Z'));
  });
});

describe('some days before an end', () => {
  it('means local days, however long the days between are', () => {
    expect(dueFrom(at('2026-10-26T00:30'), 1, ZONE)).toBe(at('2026-10-25T00:00'));
    expect(dueFrom(at('2026-10-25T23:30'), 3, ZONE)).toBe(at('2026-10-22T00:00'));
    expect(at('2026-10-26T00:00') - at('2026-10-25T00:00')).toBe(DAY + HOUR);
    expect(dueFrom(at('2026-03-30T12:00'), 1, ZONE)).toBe(at('2026-03-29T00:00'));
  });

  it('give the same answer by both rules', () => {
    const end = at('2026-10-27T08:00');
    const begin = dueFrom(end, 2, ZONE);
    expect(end < dueUntil(begin, 2, ZONE)).toBe(true);
    expect(end < dueUntil(begin - 1, 2, ZONE)).toBe(false);
  });

  it('does not change when the clock was set back', () => {
    const end = at('2026-11-10T08:00');
    expect(dueFrom(end, 3, ZONE)).toBe(dueFrom(end, 3, ZONE));
    expect(end < dueUntil(at('2026-11-06T23:59'), 3, ZONE)).toBe(false);
    expect(end < dueUntil(at('2026-11-07T00:00'), 3, ZONE)).toBe(true);
  });
});

describe('in an explicit zone', () => {
  beforeEach(() => setTimeZone('Asia/Tokyo'));

  it('days, hours and months are the same on every computer', () => {
    const noon = Date.parse('2026-11-30T20:30:00Z');
    expect(isWithinHours(noon, { from: '23:00', to: '23:59' }, 'Europe/Moscow')).toBe(true);
    expect(isWithinHours(noon, { from: '23:00', to: '23:59' }, 'Asia/Tokyo')).toBe(false);
    expect(nextWithinHours(noon, { from: '09:00', to: '10:00' }, 'America/New_York')).toBe(
      Date.parse('2026-12-01T14:00:00Z'),
    );
    expect(dueFrom(noon, 1, 'Europe/Moscow')).toBe(Date.parse('2026-11-28T21:00:00Z'));
    expect(startOfMonth(noon, 'Europe/Moscow')).toBe(Date.parse('2026-10-31T21:00:00Z'));
    expect(startOfMonth(noon, 'Asia/Tokyo')).toBe(Date.parse('2026-11-30T15:00:00Z'));
  });

  it('hours that the clocks skip do not exist on that day, and a skipped midnight is the beginning of the day', () => {
    const before = Date.parse('2026-03-29T00:30:00Z');
    const skipped = { from: '02:00', to: '03:00' };
    expect(nextWithinHours(before, skipped, 'Europe/Berlin')).toBe(Date.parse('2026-03-30T00:00:00Z'));
    // In Cairo the 24th of April 2026 began at one o'clock.
    expect(dueUntil(Date.parse('2026-04-23T12:00:00Z'), 0, 'Africa/Cairo')).toBe(Date.parse('2026-04-23T22:00:00Z'));
  });

  it('a zone must have a known name', () => {
    expect(['Europe/Moscow', 'UTC', 'Asia/Kolkata', 'Etc/GMT-3'].every(isZone)).toBe(true);
    expect(['', '+03:00', 'Moon/Base', "UTC'; DROP", 'Europe/Berlin ', 'x'.repeat(200)].some(isZone)).toBe(false);
    expect(areSameZone('Asia/Kolkata', 'Asia/Calcutta')).toBe(true);
    expect(areSameZone('Europe/Berlin', 'Europe/Paris')).toBe(false);
    expect(localZone()).toBe('Asia/Tokyo');
  });
});
