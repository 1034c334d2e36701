import { describe, expect, it } from 'vitest';
import { parseUtcTimestamp } from '#shared/api/utc-timestamp.ts';

describe('parseUtcTimestamp', () => {
  it.each([
    ['2026-03-01T10:20:30.456Z', Date.UTC(2026, 2, 1, 10, 20, 30, 456)],
    ['2026-03-01T10:20:30.456', Date.UTC(2026, 2, 1, 10, 20, 30, 456)],
    ['2026-03-01 10:20:30', Date.UTC(2026, 2, 1, 10, 20, 30)],
    ['2026-03-01T13:20:30+03:00', Date.UTC(2026, 2, 1, 10, 20, 30)],
    ['2026-03-01', Date.UTC(2026, 2, 1)],
    ['1772360430', 1_772_360_430_000],
    ['1772360430456', 1_772_360_430_456],
    ['01.03.2026', null],
    ['never', null],
    ['2026-13-45T00:00:00Z', null],
    ['2027-02-30T00:00:00Z', null],
    ['2027-02-29 10:00:00', null],
    ['2027-04-31', null],
    ['2028-02-29T10:00:00Z', Date.UTC(2028, 1, 29, 10)],
    ['', null],
    [null, null],
  ])('reads %j as %s, whatever zone this machine is in', (text, time) => {
    expect(parseUtcTimestamp(text)).toBe(time);
  });
});
