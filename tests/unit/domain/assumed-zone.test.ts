import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatWallTime, instantOfWallTime, parseWallTime, wallTimeAt } from '#shared/domain/assumed-zone.ts';

const read = (text: string, zone: string): string => {
  const wall = parseWallTime(text);
  if (wall === null) throw new Error(`${text} was expected to be a date`);
  return new Date(instantOfWallTime(wall, zone)).toISOString();
};

const ZONES = ['Europe/Moscow', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC'];
const zone = fc.constantFrom(...ZONES);
const instant = fc
  .integer({ min: Date.UTC(2000, 0, 1) / 1000, max: Date.UTC(2090, 0, 1) / 1000 })
  .map((second) => second * 1000);

describe('parseWallTime', () => {
  it('reads the documented form and its small variations', () => {
    expect(parseWallTime('2026-03-01 12:34:56')).toBe(Date.UTC(2026, 2, 1, 12, 34, 56));
    expect(parseWallTime(' 2026-03-01T12:34 ')).toBe(Date.UTC(2026, 2, 1, 12, 34));
  });

  it.each([
    '',
    '2026-02-30 00:00:00',
    '2026-13-01 00:00:00',
    '2026-01-01 24:00:00',
    '01.03.2026 12:00:00',
    '2026-03-01',
    '2026-03-01T12:00:00Z',
    '0000-00-00 00:00:00',
    'soon',
  ])('does not guess at "%s"', (text) => expect(parseWallTime(text)).toBeNull());

  it('reads back what it writes', () => {
    fc.assert(fc.property(instant, (at) => parseWallTime(formatWallTime(at)) === at));
  });
});

describe('instantOfWallTime', () => {
  it('uses the offset of that day, not of today', () => {
    expect(read('2026-01-15 12:00:00', 'Europe/Moscow')).toBe('2026-01-15T09:00:00.000Z');
    expect(read('2012-01-15 12:00:00', 'Europe/Moscow')).toBe('2012-01-15T08:00:00.000Z');
    expect(read('2026-07-15 12:00:00', 'Europe/Berlin')).toBe('2026-07-15T10:00:00.000Z');
    expect(read('2026-01-15 12:00:00', 'Europe/Berlin')).toBe('2026-01-15T11:00:00.000Z');
  });

  it('takes the earlier of two when the clock is set back', () => {
    expect(read('2026-10-25 02:30:00', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z');
    expect(read('2026-11-01 01:30:00', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z');
  });

  it('moves past the hour that the clock skips', () => {
    expect(read('2026-03-29 02:30:00', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
    expect(read('2026-03-29 02:30:00', 'Europe/Berlin')).toBe(read('2026-03-29 03:30:00', 'Europe/Berlin'));
  });

  it('refuses a zone that does not exist', () => {
    expect(() => instantOfWallTime(0, 'Europe/Atlantis')).toThrow(RangeError);
  });

  it('is the inverse of the wall clock, or its earlier time', () => {
    fc.assert(
      fc.property(instant, zone, (at, inZone) => {
        const wall = wallTimeAt(at, inZone);
        const found = instantOfWallTime(wall, inZone);
        expect(wallTimeAt(found, inZone)).toBe(wall);
        expect(found).toBeLessThanOrEqual(at);
        expect(at - found).toBeLessThanOrEqual(3_600_000);
      }),
    );
  });

  it('never lets a later date end before an earlier one by more than the clock change', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: 1, max: 90 }), zone, (wall, days, inZone) => {
        const length = instantOfWallTime(wall + days * 86_400_000, inZone) - instantOfWallTime(wall, inZone);
        expect(Math.abs(length - days * 86_400_000)).toBeLessThanOrEqual(3_600_000);
      }),
    );
  });
});
