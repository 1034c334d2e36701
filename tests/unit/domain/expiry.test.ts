import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wallTimeAt } from '#shared/domain/assumed-zone.ts';
import { EXPIRY_CLASSES, expiryOf } from '#shared/domain/expiry.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ZONES = ['UTC', 'Europe/Moscow', 'Europe/Berlin', 'America/New_York', 'Pacific/Apia', 'Australia/Lord_Howe'];

const dayIn =
  (zone: string) =>
  (at: number): number =>
    Math.floor(wallTimeAt(at, zone) / DAY);

const urgencyOf = (expiresAt: number, now: number, zone: string) => expiryOf(expiresAt, now, dayIn(zone)).urgency;
const rank = (urgency: (typeof EXPIRY_CLASSES)[number]): number => EXPIRY_CLASSES.indexOf(urgency);

const instant = fc.integer({ min: Date.UTC(2011, 0, 1), max: Date.UTC(2040, 0, 1) });
const zone = fc.constantFrom(...ZONES);
const distance = fc.integer({ min: -20 * DAY, max: 20 * DAY });

describe('an expiry', () => {
  it.each([
    ['a minute ago, today', '2026-03-10T11:59:00Z', 'expired', 0],
    ['at this very moment', '2026-03-10T12:00:00Z', 'expired', 0],
    ['yesterday', '2026-03-09T23:00:00Z', 'expired', -1],
    ['later today', '2026-03-10T20:00:00Z', 'one-day', 0],
    ['tomorrow at night', '2026-03-11T23:59:00Z', 'one-day', 1],
    ['the day after tomorrow', '2026-03-12T00:00:00Z', 'three-days', 2],
    ['in three days', '2026-03-13T23:59:00Z', 'three-days', 3],
    ['in four days', '2026-03-14T00:00:00Z', 'seven-days', 4],
    ['in a week', '2026-03-17T23:59:00Z', 'seven-days', 7],
    ['in eight days', '2026-03-18T00:00:00Z', 'later', 8],
  ])('is described as %s', (_, expiresAt, urgency, days) => {
    const now = Date.parse('2026-03-10T12:00:00Z');
    expect(expiryOf(Date.parse(expiresAt), now, dayIn('UTC'))).toEqual({ urgency, days });
  });

  it('counts a day of 23 and a day of 25 hours as one day', () => {
    const berlin = dayIn('Europe/Berlin');
    const spring = Date.parse('2026-03-28T23:30:00+01:00');
    expect(expiryOf(spring + 23 * HOUR, spring, berlin)).toEqual({ urgency: 'one-day', days: 1 });
    const autumn = Date.parse('2026-10-24T23:30:00+02:00');
    expect(expiryOf(autumn + 25 * HOUR, autumn, berlin)).toEqual({ urgency: 'one-day', days: 1 });
  });

  it('calls 24 hours one day even where the short day makes two dates of it', () => {
    const now = Date.parse('2026-03-28T23:30:00+01:00');
    expect(expiryOf(now + 24 * HOUR, now, dayIn('Europe/Berlin'))).toEqual({ urgency: 'one-day', days: 2 });
  });

  it('uses the calendar of this computer by default', () => {
    const now = new Date(2026, 5, 10, 23, 0).getTime();
    expect(expiryOf(new Date(2026, 5, 11, 1, 0).getTime(), now).days).toBe(1);
    expect(expiryOf(new Date(2026, 5, 10, 23, 30).getTime(), now).days).toBe(0);
  });

  it('is over exactly when its moment has come, in any zone', () => {
    fc.assert(
      fc.property(instant, distance, zone, (now, left, where) => {
        expect(urgencyOf(now + left, now, where) === 'expired').toBe(left <= 0);
      }),
    );
  });

  it('never seems further away than the remaining hours', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: 1, max: 7 * DAY }), zone, (now, left, where) => {
        const most = left <= DAY ? 'one-day' : left <= 3 * DAY ? 'three-days' : 'seven-days';
        expect(rank(urgencyOf(now + left, now, where))).toBeLessThanOrEqual(rank(most));
      }),
    );
  });

  it('is never called urgent a day too early', () => {
    fc.assert(
      fc.property(instant, distance, zone, (now, left, where) => {
        const urgency = urgencyOf(now + left, now, where);
        if (urgency === 'one-day') expect(left).toBeLessThan(2 * DAY + 2 * HOUR);
        if (urgency === 'three-days') expect(left).toBeLessThan(4 * DAY + 2 * HOUR);
        if (urgency === 'seven-days') expect(left).toBeLessThan(8 * DAY + 2 * HOUR);
      }),
    );
  });

  it('only grows more urgent with time, and returns to its earlier state when the clock is set back', () => {
    fc.assert(
      fc.property(instant, distance, fc.nat(10 * DAY), zone, (now, left, passed, where) => {
        const expiresAt = now + left;
        const before = expiryOf(expiresAt, now, dayIn(where));
        const after = expiryOf(expiresAt, now + passed, dayIn(where));
        expect(rank(after.urgency)).toBeLessThanOrEqual(rank(before.urgency));
        expect(after.days).toBeLessThanOrEqual(before.days);
        expect(expiryOf(expiresAt, now, dayIn(where))).toEqual(before);
      }),
    );
  });
});
